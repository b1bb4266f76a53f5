#include "view/rich_text.h"

#include <utility>
#include <vector>

#include "config/utf8.h"

namespace bandscope::view {
namespace {

/// A word may change its colour in the middle: its pieces come from one run each.
struct Word {
  std::vector<Run> pieces;
  std::vector<Run> space;  // what stands before it, dropped where a line breaks
  bool breaks = false;     // begins a line by a line break in the text
};

std::vector<Word> words_of(std::span<const Run> runs) {
  std::vector<Word> words;
  std::vector<Run> space;
  bool in_word = false;
  bool breaks = false;
  auto add = [](std::vector<Run>& to, const Run& run, char c, bool same) {
    if (to.empty() || !same) to.push_back({"", run.face, run.pair});
    to.back().text += c;
  };
  for (const Run& run : runs) {
    bool same_run = false;  // the last piece is of this run
    bool same_space = false;
    for (char c : run.text) {
      if (c == ' ' || c == '\n') {
        in_word = false;
        breaks = breaks || c == '\n';
        if (c == ' ') add(space, run, c, same_space);
        same_space = c == ' ';
        same_run = false;
        continue;
      }
      if (!in_word) {
        words.push_back({{}, std::move(space), breaks});
        space.clear();
        breaks = false;
        in_word = true;
        same_space = false;
      }
      add(words.back().pieces, run, c, same_run);
      same_run = true;
    }
  }
  return words;
}

void append(std::vector<Run>& line, const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    bool same = !line.empty() && line.back().face == run.face && line.back().pair == run.pair;
    if (same) {
      line.back().text += run.text;
    } else {
      line.push_back(run);
    }
  }
}

}  // namespace

Run ink(std::string text, Pair pair) { return {std::move(text), Face::kRegular, pair}; }
Run strong(std::string text, Pair pair) { return {std::move(text), Face::kStrong, pair}; }
Run mono(std::string text, Pair pair) { return {std::move(text), Face::kMono, pair}; }
Run muted(std::string text) { return ink(std::move(text), Pair::kMuted); }

float runs_width(const Painter& painter, std::span<const Run> runs, Type size) {
  float width = 0;
  for (const Run& run : runs) width += painter.text_width(run.text, run.face, size);
  return width;
}

float draw_runs(Painter& painter, Point baseline, std::span<const Run> runs, Type size, Align align) {
  float width = runs_width(painter, runs, size);
  if (align == Align::kCentre) baseline.x -= width / 2;
  if (align == Align::kRight) baseline.x -= width;
  for (const Run& run : runs) {
    painter.text(baseline, run.text, {.face = run.face, .size = size, .pair = run.pair});
    baseline.x += painter.text_width(run.text, run.face, size);
  }
  return width;
}

int draw_paragraph(Painter& painter, Point baseline, std::span<const Run> runs, Type size, float width, float leading) {
  std::vector<Run> line;
  float used = 0;
  int lines = 0;
  auto finish_line = [&] {
    draw_runs(painter, baseline, line, size);
    baseline.y += leading;
    line.clear();
    used = 0;
    ++lines;
  };
  for (const Word& word : words_of(runs)) {
    float space = line.empty() ? 0 : runs_width(painter, word.space, size);
    float length = runs_width(painter, word.pieces, size);
    if (!line.empty() && (word.breaks || used + space + length > width)) {
      finish_line();
      space = 0;
    }
    if (!line.empty()) append(line, word.space);
    if (length <= width) {
      append(line, word.pieces);
      used += space + length;
      continue;
    }
    // Longer than a line: broken where it must be.
    for (const Run& piece : word.pieces) {
      for (std::size_t at = 0; at < piece.text.size();) {
        std::size_t bytes = config::decode(piece.text, at).bytes;
        Run letter = {piece.text.substr(at, bytes), piece.face, piece.pair};
        float advance = painter.text_width(letter.text, letter.face, size);
        if (!line.empty() && used + advance > width) finish_line();
        append(line, {letter});
        used += advance;
        at += bytes;
      }
    }
  }
  if (!line.empty()) finish_line();
  return lines;
}

}  // namespace bandscope::view
