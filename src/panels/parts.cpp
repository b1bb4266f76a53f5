#include "panels/parts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace bandscope::panels {

using view::Box;
using view::Pair;
using view::Point;
using view::Rgba;
using view::Run;
using view::Token;
using view::Type;

bool chosen(const PanelInput& in, const Area& area, std::string_view label) {
  return area.clicked || in.ui.key(label, Key::kEnter) || in.ui.key(label, Key::kSpace);
}

void focus_ring(const PanelInput& in, const Box& box, float radius) {
  in.painter.frame(box.grown(4), in.palette[Token::kAccent], 2, radius + 4);
}

void checkbox(const PanelInput& in, const Box& box, bool on, bool off) {
  const bool filled = on && !off;
  if (filled) {
    in.painter.rect(box, in.palette[Token::kAccent], 3);
  } else {
    if (!off) in.painter.rect(box, in.palette[Token::kSurface], 3);
    in.painter.frame(box, in.palette[Token::kEdge], 1, 3);
  }
  if (!on) return;
  const Rgba tick = filled ? in.palette[Token::kHalo] : in.palette[Token::kEdge];
  const std::array<Point, 3> points = {
      Point{box.x + 3.4F, box.y + 7.3F}, {box.x + 6.0F, box.y + 9.9F}, {box.x + 10.8F, box.y + 4.3F}};
  in.painter.polyline(points, tick, 1.6F);
}

void radio(const PanelInput& in, const Box& box, bool on, bool off) {
  const Point centre = box.centre();
  if (on && !off) {
    in.painter.disc(centre, 7, in.palette[Token::kAccent]);
    in.painter.disc(centre, 2.5F, in.palette[Token::kHalo]);
    return;
  }
  if (!off) in.painter.disc(centre, 7, in.palette[Token::kSurface]);
  in.painter.ring(centre, 6.5F, in.palette[Token::kEdge], 1);
  if (on) in.painter.disc(centre, 2.5F, in.palette[Token::kEdge]);
}

void chevron(view::Painter& painter, Point c, Rgba colour, bool down) {
  const float dy = down ? 2.0F : -2.0F;
  const std::array<Point, 3> points = {Point{c.x - 4, c.y - dy}, {c.x, c.y + dy}, {c.x + 4, c.y - dy}};
  painter.polyline(points, colour, 1.4F);
}

void arrow_right(view::Painter& painter, Point end, Rgba colour) {
  painter.line({end.x - 8, end.y}, end, colour, 1);
  const std::array<Point, 3> head = {Point{end.x - 3.5F, end.y - 3.5F}, end, {end.x - 3.5F, end.y + 3.5F}};
  painter.polyline(head, colour, 1);
}

void cross(view::Painter& painter, Point c, float reach, Rgba colour) {
  painter.line({c.x - reach, c.y - reach}, {c.x + reach, c.y + reach}, colour, 1.4F);
  painter.line({c.x - reach, c.y + reach}, {c.x + reach, c.y - reach}, colour, 1.4F);
}

void fade_right(view::Painter& painter, const Box& box, Rgba ground, float width) {
  const int steps = static_cast<int>(width);
  for (int i = 0; i < steps; ++i) {
    const float t = (static_cast<float>(i) + 1) / static_cast<float>(steps);
    painter.rect({box.right() - width + static_cast<float>(i), box.y, 1, box.height}, view::with_alpha(ground, t));
  }
}

void fade_left(view::Painter& painter, const Box& box, Rgba ground, float width) {
  const int steps = static_cast<int>(width);
  for (int i = 0; i < steps; ++i) {
    const float t = 1 - static_cast<float>(i) / static_cast<float>(steps);
    painter.rect({box.x + static_cast<float>(i), box.y, 1, box.height}, view::with_alpha(ground, t));
  }
}

Box warning_chip(const PanelInput& in, Point top_left, std::string_view text, float most, float height) {
  constexpr float kPad = 5, kMark = 9;
  const view::TextStyle strong{view::Face::kStrong, Type::k11,         Pair::kWarning,
                               view::Align::kLeft,  view::Turn::kNone, true};
  const view::TextStyle plain{view::Face::kRegular, Type::k11,         Pair::kWarning,
                              view::Align::kLeft,   view::Turn::kNone, true};
  const float room = most - 2 * kPad - kMark;
  const float width = std::min(room, std::ceil(in.painter.text_width(text, plain.face, plain.size)));
  const Box chip{top_left.x, top_left.y, width + 2 * kPad + kMark, height};
  in.painter.rect(chip, in.palette[Token::kWarning], 2);
  const float baseline = chip.y + std::round(height / 2) + 4;
  in.painter.text({chip.x + kPad, baseline}, "!", strong);
  in.painter.text_cut({chip.x + kPad + kMark, baseline}, text, plain, room);
  return chip;
}

Pair on_surface(Pair pair) {
  switch (pair) {
    case Pair::kInk:
      return Pair::kInkSurface;
    case Pair::kMuted:
      return Pair::kMutedSurface;
    case Pair::kFaint:
      return Pair::kFaintSurface;
    case Pair::kAccent:
      return Pair::kAccentSurface;
    case Pair::kT:
      return Pair::kTSurface;
    case Pair::kH:
      return Pair::kHSurface;
    case Pair::kD:
      return Pair::kDSurface;
    case Pair::kW:
      return Pair::kWSurface;
    case Pair::kL:
      return Pair::kLSurface;
    default:
      return pair;
  }
}

std::vector<Run> on_surface(std::vector<Run> runs) {
  for (Run& run : runs) run.pair = on_surface(run.pair);
  return runs;
}

float draw_runs_cut(view::Painter& painter, Point baseline, std::span<const Run> runs, Type size, float most) {
  float x = baseline.x;
  const float end = baseline.x + most;
  for (const Run& run : runs) {
    const float width = painter.text_width(run.text, run.face, size);
    const view::TextStyle style{run.face, size, run.pair};
    if (x + width > end + 0.5F) {
      if (end - x > 8) painter.text_cut({x, baseline.y}, run.text, style, end - x);
      return most;
    }
    painter.text({x, baseline.y}, run.text, style);
    x += width;
  }
  return x - baseline.x;
}

std::optional<TypedNumber> typed_number(std::string_view text) {
  std::string plain;
  bool all = false;
  for (const char c : text) {
    if (c == ',' || c == '_' || std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (plain == "all") all = true;
  if (all) return TypedNumber{0, true};
  const bool negative = !plain.empty() && (plain[0] == '-' || plain.rfind("\u2212", 0) == 0);
  std::size_t at = 0;
  while (at < plain.size() && std::isdigit(static_cast<unsigned char>(plain[at])) == 0) ++at;
  if (at == plain.size() || (at > 0 && !negative)) return std::nullopt;
  long long value = 0;
  for (; at < plain.size() && std::isdigit(static_cast<unsigned char>(plain[at])) != 0; ++at) {
    value = std::min(value * 10 + (plain[at] - '0'), 1'000'000'000'000LL);
  }
  return TypedNumber{negative ? -value : value, false};
}

}  // namespace bandscope::panels
