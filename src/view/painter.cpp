#include "view/painter.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "config/utf8.h"

namespace bandscope::view {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

bool ascii_only(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// "U+6771"
std::string name_of(char32_t code) {
  std::array<char, 16> buffer;
  int length = std::snprintf(buffer.data(), buffer.size(), "U+%04X", static_cast<unsigned>(code));
  return {buffer.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string_view Painter::shown(std::string_view text, Face face, std::string& room) const {
  if (ascii_only(text)) return text;
  room.clear();
  for (std::size_t at = 0; at < text.size();) {
    config::Character c = config::decode(text, at);
    if (has_glyph(c.code, face)) {
      config::append_utf8(c.code, room);
    } else {
      room.append(name_of(c.code));
    }
    at += c.bytes;
  }
  return room;
}

float Painter::text_width(std::string_view text, Face face, Type size) const {
  std::string room;
  return measure(shown(text, face, room), face, size);
}

void Painter::text(Point baseline, std::string_view text, const TextStyle& style) {
  std::string room;
  draw_and_record(baseline, shown(text, style.face, room), style);
}

bool Painter::text_cut(Point baseline, std::string_view text, const TextStyle& style, float max_width) {
  std::string room;
  std::string_view whole = shown(text, style.face, room);
  // Widths are sums of floats: a text that was given just its own width must not be cut.
  constexpr float kSlack = 0.01f;
  if (measure(whole, style.face, style.size) <= max_width + kSlack) {
    draw_and_record(baseline, whole, style);
    return false;
  }
  float left = max_width + kSlack - measure(kEllipsis, style.face, style.size);
  if (left < 0) return true;
  // No kerning, so the width of a beginning grows with its length.
  std::vector<std::size_t> ends = {0};
  for (std::size_t at = 0; at < whole.size();) ends.push_back(at += config::decode(whole, at).bytes);
  auto fits = [&](std::size_t end) { return measure(whole.substr(0, end), style.face, style.size) <= left; };
  std::size_t end = *(std::partition_point(ends.begin(), ends.end(), fits) - 1);
  while (end > 0 && whole[end - 1] == ' ') --end;
  draw_and_record(baseline, std::string(whole.substr(0, end)).append(kEllipsis), style);
  return true;
}

void Painter::begin_panel(std::string_view name, int layer) {
  panel_ = name;
  layer_ = layer;
}

void Painter::draw_and_record(Point baseline, std::string_view text, const TextStyle& style) {
  Box ink = draw_text(baseline, text, style);
  if (!ink.empty()) records_.push_back({std::string(text), ink, style, panel_, layer_});
}

}  // namespace bandscope::view
