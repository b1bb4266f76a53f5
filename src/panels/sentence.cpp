// The rule in words for the pointed row, and in a figure of the band the text with its kept words lit.
#include <algorithm>
#include <vector>

#include "panels/heat_panels.h"
#include "panels/heat_sheet.h"

namespace bandscope::panels {

using view::Box;
using view::Face;
using view::Pair;
using view::Token;
using view::Type;

void draw_words(const PanelInput& input, Wishes& /*wishes*/) {
  const view::BandModel& band = input.models.band;
  const Box& box = input.layout.words;
  if (box.empty() || band.words.empty()) return;
  constexpr float kLeading = 28;
  constexpr float kSpace = 9;
  constexpr float kPad = 3.5F;
  struct Place {
    float x;
    int line;
  };
  std::vector<Place> places;
  float x = 0;
  int line = 0;
  int picked_line = 0;
  int kept_line = -1;
  for (const view::FigureWord& word : band.words) {
    const float width = std::min(input.painter.text_width(word.text, Face::kRegular, Type::k16), box.width - kPad);
    if (x > 0 && x + width + kPad > box.width) {
      x = 0;
      ++line;
    }
    places.push_back({x, line});
    if (word.is_picked) picked_line = line;
    if (word.is_kept && kept_line < 0) kept_line = line;
    x += width + kSpace;
  }
  const int room = std::max(1, static_cast<int>((box.height + 4) / kLeading));
  // The first kept word opens the view, unless that would hide the picked one.
  const int first =
      std::clamp(std::max(std::min(kept_line < 0 ? picked_line : kept_line, picked_line), picked_line - room + 1), 0,
                 std::max(0, line + 1 - room));
  for (std::size_t i = 0; i < band.words.size(); ++i) {
    const int shown = places[i].line - first;
    if (shown < 0 || shown >= room) continue;
    const view::FigureWord& word = band.words[i];
    const float y = box.y + 18 + static_cast<float>(shown) * kLeading;
    const float left = box.x + places[i].x;
    const float width = std::min(input.painter.text_width(word.text, Face::kRegular, Type::k16), box.width - kPad);
    if (word.is_kept) {
      input.painter.rect({left - kPad, y - 16, width + 2 * kPad, 22}, input.palette[Token::kWTint], 3);
    }
    if (word.is_picked) input.painter.rect({left, y + 8, width, 2}, input.palette[Token::kInk]);
    input.painter.text_cut({left, y}, word.text,
                           {.size = Type::k16, .pair = word.is_kept ? Pair::kInkWTint : Pair::kMuted}, width + 0.5F);
  }
}

void draw_sentence(const PanelInput& input, Wishes& /*wishes*/) {
  const Box& box = input.layout.sentence;
  const bool figure = is_figure(input.layout);
  const float leading = figure ? 20.0F : 22.0F;
  const int lines = view::draw_paragraph(input.painter, {box.x, box.y + 16}, input.models.band.sentence, Type::k13,
                                         box.width, leading);
  if (!figure) return;
  const float y = box.y + 16 + static_cast<float>(lines) * leading + 14;
  if (y <= box.bottom()) view::draw_runs(input.painter, {box.x, y}, input.models.band.rule, Type::k13);
}

}  // namespace bandscope::panels
