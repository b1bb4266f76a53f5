#include "panels/depth/needle_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "config/limits.h"
#include "panels/depth/depth_parts.h"
#include "panels/heat_sheet.h"
#include "panels/number_slider.h"
#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::NeedleMap;
using view::NeedleModel;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

struct Cell {
  int column = 0;
  int layer = 1;
};

Cell picked_cell(const PanelInput& in, const NeedleMap& map) {
  return {map.column_of(config::effective_window(in.config)), std::min(in.config.layers, map.layers)};
}

void want(Wishes& wishes, const NeedleMap& map, Cell to) {
  const int columns = static_cast<int>(map.windows.size());
  const int column = std::clamp(to.column, 0, columns - 1);
  wishes.config.window = map.windows[static_cast<std::size_t>(column)];
  wishes.config.layers = std::clamp(to.layer, 1, map.layers);
  wishes.settled = true;
}

void point_at_map(const PanelInput& in, const NeedleModel& m, Wishes& wishes) {
  const NeedleMap& map = m.map;
  const Area area = in.ui.area("needle map", map.box, {.cursor = Cursor::kCross});
  const auto [column, layer] = map.cell_at(area.pointer);
  if (column >= 0 && area.hovered && !area.touch) {
    const Box cell = map.cell_box(column, layer);
    in.painter.frame(cell.grown(1), view::with_alpha(in.palette[Token::kPick], 0.4F), 1);
    const view::WindowShares& shares = in.state.needle_real ? m.swept : m.uniform;
    std::string text =
        "W " + view::grouped(map.windows[static_cast<std::size_t>(column)]) + ", L " + view::grouped(layer) + ": ";
    text += shares.known(column, layer) ? view::small_per_cent(shares.at(column, layer)) : "not computed";
    wishes.tip = Tip{text, cell.grown(4)};
  }
  if (column >= 0 && area.clicked && area.hovered) want(wishes, map, {column, layer});
  const Cell now = picked_cell(in, map);
  const auto step = [&](Key key, int right, int up) {
    if (in.ui.key("needle map", key)) want(wishes, map, {now.column + right, now.layer + up});
  };
  step(Key::kLeft, -1, 0);
  step(Key::kRight, 1, 0);
  step(Key::kUp, 0, 1);
  step(Key::kDown, 0, -1);
  if (area.focus_visible) focus_ring(in, map.box);
}

void draw_sheet(const PanelInput& in, const NeedleMap& map) {
  view::Painter& p = in.painter;
  p.rect(map.box, in.palette[Token::kSurface]);
  p.tile(map.box, map.dots.bitmap, map.dots.pitch);
  p.image(map.box, map.cells);
  for (const Box& stair : map.stairs) p.rect(stair, in.palette[Token::kW]);
  if (map.too_far) {
    p.rect({map.too_far->x, map.too_far->y, view::kTooFarWidth, view::kTooFarHeight}, in.palette[Token::kSurface]);
    p.text({map.too_far->x + view::kTooFarWidth / 2, map.too_far->y + 13}, "cannot arrive",
           {Face::kRegular, Type::k11, Pair::kMutedSurface, Align::kCentre});
  }
}

void chip(const PanelInput& in, Point middle, const std::string& text) {
  const float wide = std::max(16.0F, in.painter.text_width(text, Face::kMono, Type::k11) + 8);
  in.painter.rect({middle.x - wide / 2, middle.y - 12, wide, 16}, in.palette[Token::kPick], 2);
  in.painter.text(middle, text, {Face::kMono, Type::k11, Pair::kHaloPick, Align::kCentre, view::Turn::kNone, true});
}

/// W's numbers under the map, as many as have room, and on a chip the one that is.
void draw_windows(const PanelInput& in, const NeedleModel& m, Cell now) {
  const NeedleMap& map = m.map;
  view::Painter& p = in.painter;
  const float y = m.boxes.map_axis.y + 13;
  const std::string held = view::grouped(config::effective_window(in.config));
  const float half = std::max(16.0F, p.text_width(held, Face::kMono, Type::k11) + 8) / 2;
  const float about = map.cell_box(now.column, 1).centre().x;
  const float chip_x = std::clamp(about, map.box.x - 30 + half, in.layout.depth.picture.right() - half);
  float free = map.box.x - 30;  // where the next number may begin
  for (int column = 0; column < static_cast<int>(map.windows.size()); ++column) {
    const std::string text = view::grouped(map.windows[static_cast<std::size_t>(column)]);
    const float width = p.text_width(text, Face::kMono, Type::k11);
    const float x = map.cell_box(column, 1).centre().x;
    if (x - width / 2 < free) continue;
    if (x + width / 2 > std::min(map.box.right() + 26, in.layout.depth.picture.right())) break;
    if (std::abs(x - chip_x) < width / 2 + half + 4) continue;
    p.text({x, y}, text, {Face::kMono, Type::k11, Pair::kMuted, Align::kCentre});
    free = x + width / 2 + 10;
  }
  chip(in, {chip_x, y}, held);
  const std::array<view::Run, 2> name = {{{"W", Face::kStrong, Pair::kW}, {" window", Face::kRegular, Pair::kMuted}}};
  view::draw_runs(p, {map.box.right(), y + 15}, name, Type::k11, Align::kRight);
}

void draw_depths(const PanelInput& in, const NeedleModel& m, Cell now) {
  const NeedleMap& map = m.map;
  view::Painter& p = in.painter;
  const float right = map.box.x - 8;
  int step = 1;
  while (static_cast<float>(step) * map.cell_height < 16) step *= 2;
  const auto baseline = [&](int layer) { return std::round(map.cell_box(0, layer).centre().y) + 4; };
  for (int layer = step; layer <= map.layers; layer += step) {
    if (layer != now.layer && std::abs(baseline(layer) - baseline(now.layer)) < 15) continue;
    if (layer == now.layer) continue;
    p.text({right, baseline(layer)}, view::grouped(layer), {Face::kMono, Type::k11, Pair::kMuted, Align::kRight});
  }
  const std::string held = view::grouped(in.config.layers);
  const float wide = std::max(16.0F, p.text_width(held, Face::kMono, Type::k11) + 8);
  chip(in, {right + 4 - wide / 2, baseline(now.layer)}, held);
  const float x = in.layout.depth.picture.x;
  p.text({x, baseline(map.layers)}, "L", {Face::kStrong, Type::k11, Pair::kL});
}

/// Samples and what they mean. Returns their height.
float draw_key(const PanelInput& in, const NeedleModel& m, Point at) {
  view::Painter& p = in.painter;
  constexpr float kSample = 24;
  p.rect({at.x, at.y - 6, kSample, 2}, in.palette[Token::kW]);
  p.text({at.x + kSample + 10, at.y}, "round what arrives: " + m.epsilon + " or more",
         {Face::kRegular, Type::k11, Pair::kMuted});
  const Box dots{at.x, at.y + 12, kSample, 12};
  p.rect(dots, in.palette[Token::kSurface]);
  p.push_clip(dots);
  p.tile(dots, m.map.dots.bitmap, m.map.dots.pitch);
  p.pop_clip();
  const char* far = "out of hard reach";
  p.text({at.x + kSample + 10, at.y + 22}, far, {Face::kRegular, Type::k11, Pair::kMuted});
  // The bar's room is kept before there is anything to scale: the button below must not move under a pointer.
  constexpr float kBar = 38, kBelowBar = kBar + 34;
  if (m.map.some_known) draw_ink_bar(in, {at.x, at.y + kBar}, m.map_most);
  if (!m.map.some_unknown) return kBelowBar;
  const float below = m.map.some_known ? kBelowBar : kBar;
  const char* unknown = in.state.needle_real ? "not run yet" : "too many tokens to follow";
  p.rect({at.x, at.y + below, kSample, 12}, in.palette[Token::kChip]);
  p.text({at.x + kSample + 10, at.y + below + 10}, unknown, {Face::kRegular, Type::k11, Pair::kMuted});
  return kBelowBar + 24;
}

/// By this stack's shares the map is made on request, and shown.
void draw_run(const PanelInput& in, const NeedleModel& m, Point at, float width, Wishes& wishes) {
  if (!m.no_stack.empty()) {
    const std::array<view::Run, 1> why = {{{m.no_stack, Face::kRegular, Pair::kMuted}}};
    view::draw_paragraph(in.painter, {at.x, at.y + 14}, why, Type::k13, width, 20);
    return;
  }
  const bool running = in.state.needle_sweep;
  const std::string_view text = running ? "Stop" : "Run this stack at each W";
  if (draw_button(in, "needle run", text, at)) {
    wishes.ui.needle_sweep = !running;
    wishes.ui.needle_real = true;
  }
  if (m.progress.empty()) return;
  // Beside the button, or where there is no room, under it.
  const float beside = button_width(in, text) + 12;
  const bool room = beside + in.painter.text_width(m.progress, Face::kMono, Type::k13) <= width;
  in.painter.text(room ? Point{at.x + beside, at.y + 21} : Point{at.x, at.y + 54}, m.progress,
                  {Face::kMono, Type::k13, Pair::kMuted});
}

}  // namespace

void draw_needle_map(const PanelInput& in, Wishes& wishes) {
  const NeedleModel& m = in.models.needle;
  const view::NeedleBoxes& b = m.boxes;
  view::Painter& p = in.painter;
  const float after = p.text_width("Where it arrives", Face::kStrong, Type::k16);
  p.text(b.map_title, "Where it arrives", {Face::kStrong, Type::k16});
  p.text({b.map_title.x + after + 10, b.map_title.y}, in.state.needle_real ? "by real shares" : "by uniform shares",
         {Face::kRegular, Type::k13, Pair::kMuted});
  draw_sheet(in, m.map);
  const Cell now = picked_cell(in, m.map);
  draw_pick(p, in.palette, m.map.cell_box(now.column, now.layer));
  draw_windows(in, m, now);
  draw_depths(in, m, now);
  point_at_map(in, m, wishes);

  const auto wanted = draw_number_slider(in, wishes,
                                         {.label = "epsilon",
                                          .symbol = "ε",
                                          .name = "threshold",
                                          .value = in.config.epsilon,
                                          .low = config::kMinEpsilon,
                                          .high = config::kMaxEpsilon,
                                          .standard = in.opened.epsilon,
                                          .logarithmic = true,
                                          .shown = m.epsilon},
                                         b.epsilon);
  if (wanted) wishes.config.epsilon = *wanted;
  constexpr float kLeading = 20;
  const int lines = view::draw_paragraph(p, {b.notes.x, b.notes.y + 12}, m.arrives, Type::k13, b.notes.width, kLeading);
  const float y = b.notes.y + static_cast<float>(lines) * kLeading + 28;
  const float key = draw_key(in, m, {b.notes.x, y});
  draw_run(in, m, {b.notes.x, y + key + 8}, b.notes.width, wishes);
}

}  // namespace bandscope::panels
