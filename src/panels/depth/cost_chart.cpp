#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "panels/depth/cost_parts.h"
#include "panels/depth/depth_parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::CostChart;
using view::Face;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

struct CurveLook {
  Token token;
  float width;
};
constexpr std::array<CurveLook, view::kCostCurves> kLooks = {{{Token::kEdge, 1}, {Token::kInk, 1.5F}, {Token::kW, 2}}};

void draw_axes(const PanelInput& in, const CostChart& c) {
  view::Painter& p = in.painter;
  const Box& plot = c.plot;
  for (const view::ChartTick& tick : c.y_ticks) {
    p.rect({plot.x, std::round(tick.at), plot.width, 1}, in.palette[Token::kHairline]);
    p.text({plot.x - 8, std::round(tick.at) + 4}, tick.text, {Face::kMono, Type::k11, Pair::kMuted, Align::kRight});
  }
  for (const view::ChartTick& tick : c.ms_ticks) {
    p.rect({plot.right(), std::round(tick.at), 4, 1}, in.palette[Token::kRule]);
    p.text({plot.right() + 8, std::round(tick.at) + 4}, tick.text, {Face::kMono, Type::k11, Pair::kMuted});
  }
  p.rect({plot.x, plot.bottom(), plot.width, 1}, in.palette[Token::kRule]);
  const float chip = p.text_width(view::grouped(in.config.tokens), Face::kMono, Type::k11) + 8;
  const float chip_x = std::clamp(c.here.x, plot.x + chip / 2 - 30, plot.right() + 40 - chip / 2);
  for (const view::ChartTick& tick : c.x_ticks) {
    p.rect({std::round(tick.at), plot.bottom(), 1, 4}, in.palette[Token::kRule]);
    const float half = p.text_width(tick.text, Face::kMono, Type::k11) / 2;
    if (std::abs(tick.at - chip_x) < half + chip / 2 + 4) continue;
    if (tick.at + half > plot.right() + 44) continue;
    p.text({tick.at, plot.bottom() + 18}, tick.text, {Face::kMono, Type::k11, Pair::kMuted, Align::kCentre});
  }
  p.rect({chip_x - chip / 2, plot.bottom() + 6, chip, 16}, in.palette[Token::kPick], 2);
  p.text({chip_x, plot.bottom() + 18}, view::grouped(in.config.tokens),
         {Face::kMono, Type::k11, Pair::kHaloPick, Align::kCentre, view::Turn::kNone, true});
  const std::array<view::Run, 2> name = {{{"T", Face::kStrong, Pair::kT}, {" tokens", Face::kRegular, Pair::kMuted}}};
  view::draw_runs(p, {plot.right(), plot.bottom() + 36}, name, Type::k11, Align::kRight);
}

void draw_curves(const PanelInput& in, const CostChart& c) {
  view::Painter& p = in.painter;
  p.rect({std::round(c.here.x), c.plot.y, 1, c.plot.height}, view::with_alpha(in.palette[Token::kT], 0.5F));
  p.push_clip(c.plot.grown(1));
  for (std::size_t i = 0; i < kLooks.size(); ++i) {
    p.polyline(c.curves[i], in.palette[kLooks[i].token], kLooks[i].width);
  }
  p.pop_clip();
  for (const Point& point : c.measured) {
    if (!c.plot.grown(2).contains(point)) continue;
    p.disc(point, 4.5F, in.palette[Token::kBackground]);
    p.disc(point, 3.5F, in.palette[Token::kInk]);
  }
  p.disc(c.here, 7, in.palette[Token::kHalo]);
  p.ring(c.here, 6, in.palette[Token::kPick], 2);
  p.disc(c.here, 3, in.palette[Token::kW]);
}

void draw_notes(const PanelInput& in, const CostChart& c, const Box& box, Wishes& wishes) {
  view::Painter& p = in.painter;
  float y = box.y + 12;
  for (std::size_t i = 0; i < kLooks.size(); ++i) {
    p.rect({box.x, y - 5, 24, kLooks[i].width}, in.palette[kLooks[i].token]);
    float x = box.x + 34;
    p.text({x, y}, c.keys[i].name, {Face::kRegular, Type::k13, Pair::kInk});
    p.text({box.right(), y}, c.keys[i].value, {Face::kRegular, Type::k13, Pair::kMuted, Align::kRight});
    y += 24;
  }
  y += 8;
  const int lines = view::draw_paragraph(p, {box.x, y}, c.words, Type::k13, box.width, 20);
  y += 20 * static_cast<float>(lines);
  const bool running = in.state.cost_sweep;
  const std::string_view text = running ? "Stop" : "Measure this layer";
  if (draw_button(in, "cost measure", text, {box.x, y}, c.off)) wishes.ui.cost_sweep = !running;
  if (!c.progress.empty()) {
    p.text({box.x + button_width(in, text) + 12, y + 21}, c.progress, {Face::kMono, Type::k13, Pair::kMuted});
  }
}

}  // namespace

void draw_cost_chart(const PanelInput& in, Wishes& wishes) {
  const view::CostModel& m = in.models.cost;
  const float after = in.painter.text_width("Cost against T", Face::kStrong, Type::k16) + 12;
  in.painter.text(m.boxes.chart_title, "Cost against T", {Face::kStrong, Type::k16});
  in.painter.text({m.boxes.chart_title.x + after, m.boxes.chart_title.y}, "multiply-adds of one layer",
                  {Face::kRegular, Type::k13, Pair::kMuted});
  draw_axes(in, m.chart);
  draw_curves(in, m.chart);
  draw_notes(in, m.chart, m.boxes.chart_notes, wishes);
}

}  // namespace bandscope::panels
