#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "panels/depth/cost_parts.h"
#include "panels/depth/depth_parts.h"
#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::CachePicture;
using view::CacheSlot;
using view::Face;
using view::Pair;
using view::Point;
using view::Rgba;
using view::Token;
using view::Type;

constexpr double kStep = 0.12;       // seconds
constexpr std::int64_t kRun = 50;    // steps: six seconds
constexpr std::int64_t kBefore = 4;  // a run begins so many tokens before the first is overwritten

void want_token(Wishes& wishes, const CachePicture& p, std::int64_t token) {
  wishes.ui.cache_token = static_cast<int>(std::clamp<std::int64_t>(token, 0, p.tokens - 1));
}

/// Where a run begins when the last token is shown: where there is most to see.
std::int64_t run_start(const CachePicture& p) {
  if (p.tokens <= kRun) return 0;
  return std::clamp<std::int64_t>(p.window - kBefore, 0, p.tokens - kRun);
}

/// It takes a token every 120 ms, until the last one or for six seconds.
void play(const PanelInput& in, const CachePicture& p, Wishes& wishes) {
  if (!in.state.cache_stepped) return;
  const double due = *in.state.cache_stepped + kStep - in.ui.seconds();
  if (due > 0) {
    in.ui.wake(due);
    return;
  }
  want_token(wishes, p, p.token + 1);
  const bool ends = p.token + 2 >= p.tokens || in.ui.reduced_motion() || p.token + 2 >= run_start(p) + kRun;
  wishes.ui.cache_stepped.reset();
  if (!ends) wishes.ui.cache_stepped = in.ui.seconds();
  in.ui.wake();
}

void draw_steps(const PanelInput& in, const CachePicture& p, float right, float baseline, Wishes& wishes) {
  const float y = baseline - 5.5F;
  const float pitch = in.models.cost.boxes.narrow ? kThumb : 32;
  const auto area_at = [&](std::string_view label, float x, bool off) {
    const Area area = in.ui.area(label, {x - pitch / 2, y - kThumb / 2, pitch, kThumb}, {.off = off});
    if (area.focus_visible) focus_ring(in, {x - 7, y - 7, 14, 14});
    return area;
  };
  const auto colour = [&](const Area& area, bool off) {
    return in.palette[off ? Token::kRule : area.hovered ? Token::kW : Token::kEdge];
  };
  const auto arrow = [&](float x, float direction, Rgba ink) {
    const std::array<Point, 3> line = {
        Point{x - 2.5F * direction, y - 5}, {x + 2.5F * direction, y}, {x - 2.5F * direction, y + 5}};
    in.painter.polyline(line, ink, 1.5F);
  };
  const bool at_start = p.token == 0, at_end = p.token == p.tokens - 1;
  const bool playing = in.state.cache_stepped.has_value();
  const Area on = area_at("cache next", right - 8, at_end);
  arrow(right - 8, 1, colour(on, at_end));
  const float x = right - 8 - pitch;
  const Area run = area_at("cache play", x, p.tokens < 2);
  if (playing) {
    in.painter.rect({x - 4, y - 4, 8, 8}, in.palette[Token::kW]);
  } else {
    const std::array<Point, 3> triangle = {Point{x - 3.5F, y - 4.5F}, {x + 4.5F, y}, {x - 3.5F, y + 4.5F}};
    in.painter.polygon(triangle, colour(run, p.tokens < 2));
  }
  const Area back = area_at("cache back", x - pitch, at_start);
  arrow(x - pitch, -1, colour(back, at_start));
  const auto pressed = [&](const Area& area, std::string_view label) { return chosen(in, area, label); };
  if (pressed(on, "cache next")) {
    want_token(wishes, p, p.token + 1);
    wishes.ui.cache_stepped.reset();
  }
  if (pressed(back, "cache back")) {
    want_token(wishes, p, p.token - 1);
    wishes.ui.cache_stepped.reset();
  }
  if (!pressed(run, "cache play")) return;
  wishes.ui.cache_stepped.reset();
  if (playing) return;
  if (in.ui.reduced_motion() && !at_end) {
    want_token(wishes, p, p.token + 1);
    return;
  }
  if (at_end) want_token(wishes, p, run_start(p));
  if (!in.ui.reduced_motion()) wishes.ui.cache_stepped = in.ui.seconds();
  in.ui.wake();
}

void step_by_keys(const PanelInput& in, const CachePicture& p, Wishes& wishes) {
  const auto step = [&](Key key, std::int64_t to) {
    if (!in.ui.key("cache", key)) return;
    want_token(wishes, p, to);
    wishes.ui.cache_stepped.reset();
  };
  step(Key::kLeft, p.token - 1);
  step(Key::kRight, p.token + 1);
  step(Key::kPageUp, p.token - p.window);
  step(Key::kPageDown, p.token + p.window);
  step(Key::kHome, 0);
  step(Key::kEnd, p.tokens - 1);
}

void draw_slots(const PanelInput& in, const CachePicture& p) {
  view::Painter& painter = in.painter;
  for (const CacheSlot& s : p.slots) {
    const bool filled = s.token >= 0;
    painter.rect(s.box, in.palette[s.lit ? Token::kW : filled ? Token::kWTint : Token::kSurface], 3);
    if (!filled) painter.frame(s.box, in.palette[Token::kHairline], 1, 3);
    const Point middle{s.box.centre().x, s.box.y + 20};
    if (filled) {
      painter.text(middle, view::grouped(s.token),
                   {Face::kMono, Type::k11, s.lit ? Pair::kHaloW : Pair::kInkWTint, Align::kCentre});
    }
    painter.text({middle.x, s.box.bottom() + 14}, view::grouped(s.slot),
                 {Face::kMono, Type::k11, s.lit ? Pair::kW : Pair::kMuted, Align::kCentre});
  }
  const Box sides{p.row.x, p.row.y, p.row.width, p.row.height + 18};
  const Rgba ground = in.palette[Token::kBackground];
  if (p.cut_left) fade_left(painter, sides, ground);
  if (p.cut_right) fade_right(painter, sides, ground);
  if (p.strip.empty()) return;
  painter.rect(p.strip, in.palette[Token::kSurface]);
  painter.rect({p.strip.x, p.strip.y, p.strip.width * p.filled, p.strip.height}, in.palette[Token::kWTint]);
  painter.frame(p.strip, in.palette[Token::kHairline], 1);
  const float at = (static_cast<float>(p.slot) + 0.5F) / static_cast<float>(p.window);
  painter.rect({std::round(p.strip.x + at * p.strip.width) - 1, p.strip.y - 2, 3, p.strip.height + 4},
               in.palette[Token::kW]);
}

}  // namespace

void draw_cache_picture(const PanelInput& in, Wishes& wishes) {
  const view::CostModel& m = in.models.cost;
  const CachePicture& p = m.cache;
  const Box& room = m.boxes.cache;
  view::Painter& painter = in.painter;
  const float baseline = room.y + 16;
  painter.text({room.x, baseline}, "Rolling cache", {Face::kStrong, Type::k16});
  const std::array<view::Run, 2> rule = {
      {{"token i goes to slot i mod ", Face::kRegular, Pair::kMuted}, {"W", Face::kStrong, Pair::kW}}};
  const float after = painter.text_width("Rolling cache", Face::kStrong, Type::k16) + 12;
  const Point rule_at = m.boxes.narrow ? Point{room.x, baseline + 24} : Point{room.x + after, baseline};
  view::draw_runs(painter, rule_at, rule, Type::k13);

  const float more = m.boxes.narrow ? (kThumb - p.row.height) / 2 : 0;
  const Area area =
      in.ui.area("cache", {p.row.x, p.row.y - more, p.row.width, p.row.height + 2 * more}, {.cursor = Cursor::kHand});
  if (area.focus_visible) focus_ring(in, p.row, 3);
  if (area.clicked && area.hovered) {
    // The slot's next token.
    for (const CacheSlot& s : p.slots) {
      if (area.pointer.x >= s.box.x && area.pointer.x < s.box.right())
        want_token(wishes, p, s.token < 0 ? s.slot : std::min(s.token + p.window, p.tokens - 1));
    }
    wishes.ui.cache_stepped.reset();
  }
  step_by_keys(in, p, wishes);
  draw_slots(in, p);
  draw_steps(in, p, room.right(), baseline, wishes);
  const float y = p.strip.empty() ? p.row.bottom() + 40 : p.strip.bottom() + 24;
  const float part = p.part.empty() ? 0 : painter.text_width(p.part, Face::kRegular, Type::k11) + 24;
  view::draw_paragraph(painter, {room.x, y}, p.words, Type::k13, room.width - (m.boxes.narrow ? 0.0F : part), 20);
  if (!m.boxes.narrow) {
    painter.text({room.right(), y}, p.part, {Face::kRegular, Type::k11, Pair::kMuted, Align::kRight});
  }
  play(in, p, wishes);
}

}  // namespace bandscope::panels
