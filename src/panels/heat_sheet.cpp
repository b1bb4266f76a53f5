#include "panels/heat_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "config/limits.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::Painter;
using view::Pair;
using view::Palette;
using view::Point;
using view::Rgba;
using view::TextStyle;
using view::Token;
using view::Type;

constexpr float kMaskGridCell = 10;  // from here the mask has lines of surface between its cells
constexpr float kRowAlpha = 0.7F;
constexpr float kGapAlpha = 0.25F;
constexpr float kColumnAlpha = 0.3F;
constexpr float kHoverAlpha = 0.4F;
constexpr float kInnerHaloCell = 6;  // below, the inner halo would cover the cell

Box row_box(const view::SheetModel& sheet, int row) {
  const view::Grid& g = sheet.grid;
  return {g.box.x, g.box.y + static_cast<float>(row - g.first_row) * g.cell, g.box.width, g.cell};
}

void draw_column_lines(Painter& painter, const Palette& palette, const view::SheetModel& sheet, int column,
                       float alpha) {
  if (alpha <= 0) return;
  const view::Grid& g = sheet.grid;
  const Rgba colour = view::with_alpha(palette[Token::kPick], alpha);
  const float x = g.box.x + static_cast<float>(column - g.first_column) * g.cell;
  painter.rect({x - 1, g.box.y, 1, g.box.height}, colour);
  painter.rect({x + g.cell, g.box.y, 1, g.box.height}, colour);
}

/// Between the cells only: a line at the border of a struck cell would look like an edge.
void draw_grid_lines(const PanelInput& input, const HeatLook& look) {
  const view::Grid& g = look.sheet.grid;
  const bool hair = g.cell >= view::kNumberCell;
  if (!hair && (!look.is_mask || g.cell < kMaskGridCell)) return;
  const Rgba colour = input.palette[hair ? Token::kHairline : Token::kSurface];
  for (int n = 1; n < g.columns; ++n) {
    input.painter.rect({g.box.x + static_cast<float>(n) * g.cell, g.box.y, 1, g.box.height}, colour);
  }
  for (int n = 1; n < g.rows; ++n) {
    input.painter.rect({g.box.x, g.box.y + static_cast<float>(n) * g.cell, g.box.width, 1}, colour);
  }
}

void draw_edges(const PanelInput& input, const view::Edges& edges) {
  std::vector<Point> shifted;
  for (const view::Polyline& line : edges.causal) {
    shifted.clear();
    // Half a pixel to the struck side: the line lies wholly outside the kept cells.
    for (const Point p : line) shifted.push_back({p.x + 0.5F, p.y - 0.5F});
    // Its upright ends still meet the sheet's border.
    const std::size_t last = shifted.size() - 1;
    if (shifted[0].x == shifted[1].x) shifted[0].y += 0.5F;
    if (shifted[last].x == shifted[last - 1].x) shifted[last].y += 0.5F;
    input.painter.polyline(shifted, input.palette[Token::kEdge], 1);
  }
  for (const view::Polyline& line : edges.window) input.painter.polyline(line, input.palette[Token::kW], 2);
}

}  // namespace

bool is_figure(const view::Layout& layout) {
  return layout.form == view::Form::kFigure || layout.form == view::Form::kFigureStacked;
}

Pointing pointing_of(const PanelInput& input, std::string_view fade_label) {
  Pointing at;
  at.pick = config::effective_pick(input.pictured);
  if (input.state.hover) at.hover = input.state.hover->cell;
  at.fade = input.ui.eased(fade_label, at.hover.has_value(), 80, 120);
  return at;
}

void draw_title(const PanelInput& input, const view::PanelBoxes& boxes, std::string_view title,
                std::span<const view::Run> subtitle) {
  if (boxes.title.y > 0) input.painter.text(boxes.title, title, {.face = Face::kStrong, .size = Type::k16});
  if (boxes.subtitle.y <= 0) return;
  // On the title's own line it stands at the end.
  const bool right = boxes.subtitle.y == boxes.title.y;
  view::draw_runs(input.painter, right ? Point{boxes.tabs_right, boxes.subtitle.y} : boxes.subtitle, subtitle,
                  Type::k13, right ? Align::kRight : Align::kLeft);
}

void draw_axis_words(const PanelInput& input, const view::PanelBoxes& boxes) {
  constexpr std::string_view kQuery = "query ↓";
  constexpr std::string_view kKey = "key →";
  TextStyle style{.size = Type::k11, .pair = Pair::kT};
  if (!boxes.left_labels.empty()) {
    const float y = boxes.sheet.y - 6;
    input.painter.text({boxes.left_labels.x, y - 16}, kKey, style);
    input.painter.text({boxes.left_labels.x, y}, kQuery, style);
    return;
  }
  style.align = Align::kRight;
  const float right = boxes.sheet.right();
  input.painter.text({right, boxes.subtitle.y}, kKey, style);
  input.painter.text({right - input.painter.text_width(kKey, Face::kRegular, Type::k11) - 10, boxes.subtitle.y}, kQuery,
                     style);
}

void draw_cells(const PanelInput& input, const HeatLook& look) {
  const view::SheetModel& sheet = look.sheet;
  const view::Grid& g = sheet.grid;
  input.painter.rect(g.box, input.palette[Token::kSurface]);
  // The dots lie under the texture, whose struck cells are clear: so they are one quad.
  if (sheet.has_struck) input.painter.tile(g.box, sheet.dots.bitmap, sheet.dots.pitch);
  input.painter.image(g.box, sheet.cells);
  draw_grid_lines(input, look);
}

void draw_lines(const PanelInput& input, const HeatLook& look, const Pointing& at) {
  const view::SheetModel& sheet = look.sheet;
  Painter& painter = input.painter;
  const Palette& palette = input.palette;
  const float held = at.hover ? 1 - at.fade : 1;
  if (sheet.shows_row(at.pick.query)) {
    draw_row_lines(painter, palette, row_box(sheet, at.pick.query), look.reach, kRowAlpha * held, kGapAlpha * held);
  }
  if (sheet.shows_column(at.pick.key)) draw_column_lines(painter, palette, sheet, at.pick.key, kColumnAlpha * held);
  if (at.hover) {
    const float alpha = kHoverAlpha * at.fade;
    if (sheet.shows_row(at.hover->query)) {
      draw_row_lines(painter, palette, row_box(sheet, at.hover->query), look.reach, alpha, kGapAlpha * at.fade);
    }
    if (sheet.shows_column(at.hover->key))
      draw_column_lines(painter, palette, sheet, at.hover->key, kColumnAlpha * at.fade);
  }
  draw_edges(input, sheet.edges);
  if (sheet.shows_row(at.pick.query) && sheet.shows_column(at.pick.key)) {
    draw_pick(painter, palette, sheet.grid.cell_box(at.pick.query, at.pick.key));
  }
  if (at.hover && sheet.shows_row(at.hover->query) && sheet.shows_column(at.hover->key) && *at.hover != at.pick) {
    painter.frame(sheet.grid.cell_box(at.hover->query, at.hover->key).grown(1),
                  view::with_alpha(palette[Token::kPick], kHoverAlpha * at.fade), 1);
  }
}

void draw_numbers(const PanelInput& input, const HeatLook& look) {
  const view::SheetModel& sheet = look.sheet;
  for (const config::Pick& at : sheet.crosses) {
    if (sheet.grid.cell < view::kNumberCell)
      draw_cross(input.painter, input.palette, sheet.grid.cell_box(at.query, at.key));
  }
  for (const view::CellNumber& n : sheet.numbers) {
    if (n.text.empty()) continue;
    const Point c = sheet.grid.cell_box(n.row, n.column).centre();
    const Type size = n.is_struck ? Type::k13 : sheet.number_size;
    if (n.is_struck) {
      // Whole dots make way for the number.
      const float half = std::max(10.0F, view::mono_width(view::count_letters(n.text), size) / 2 + 3);
      input.painter.rect({c.x - half, c.y - 10, 2 * half, 20}, input.palette[Token::kSurface]);
    }
    input.painter.text({c.x, c.y + std::round(0.365F * static_cast<float>(size))}, n.text,
                       {.face = Face::kMono, .size = size, .pair = n.pair, .align = Align::kCentre});
  }
}

void draw_row_lines(Painter& painter, const Palette& palette, Box row, RowReach reach, float alpha,
                    float alpha_beyond) {
  if (alpha <= 0) return;
  const Rgba over = view::with_alpha(palette[Token::kPick], alpha);
  const Rgba beyond = view::with_alpha(palette[Token::kPick], alpha_beyond);
  for (const float y : {row.y - 1, row.bottom()}) {
    painter.rect({row.x, y, row.width, 1}, over);
    if (reach.left < row.x && reach.left > 0) painter.rect({reach.left, y, row.x - reach.left, 1}, beyond);
    if (reach.right > row.right()) painter.rect({row.right(), y, reach.right - row.right(), 1}, beyond);
  }
}

void draw_pick(Painter& painter, const Palette& palette, Box cell) {
  painter.frame(cell.grown(3), palette[Token::kHalo], 1);
  if (std::min(cell.width, cell.height) >= kInnerHaloCell) painter.frame(cell, palette[Token::kHalo], 1);
  painter.frame(cell.grown(2), palette[Token::kPick], 2);
}

void draw_cross(Painter& painter, const Palette& palette, Box cell) {
  const Rgba ink = palette[Token::kWarningText];  // on the warning fill in both themes
  const Box in = cell.grown(-1);
  painter.line({in.x, in.y}, {in.right(), in.bottom()}, ink, 1);
  painter.line({in.x, in.bottom()}, {in.right(), in.y}, ink, 1);
}

Box bar_under(const view::PanelBoxes& boxes, const view::Grid& rows, bool square) {
  // Square tables keep it where it is, so that it does not jump while T is dragged.
  return square ? boxes.bar : boxes.bar.moved(0, rows.box.bottom() - boxes.sheet.bottom());
}

void draw_bar(const PanelInput& input, Box box, const view::ColourBar& bar, bool numbers_beside) {
  Painter& painter = input.painter;
  const TextStyle low{.face = Face::kMono, .size = Type::k11, .pair = Pair::kMuted};
  TextStyle high = low;
  high.align = Align::kRight;
  const float low_width = painter.text_width(bar.low, Face::kMono, Type::k11);
  // A table of one value has one number.
  const bool one = bar.low == bar.high;
  const float high_width = one ? 0 : painter.text_width(bar.high, Face::kMono, Type::k11);
  const float y = numbers_beside ? box.bottom() : box.bottom() + 14;
  painter.text({box.x, y}, bar.low, low);
  if (!one) painter.text({box.right(), y}, bar.high, high);
  Box ramp = box;
  if (numbers_beside) {
    constexpr float kGap = 9;
    ramp.x += low_width + kGap;
    ramp.width -= low_width + kGap + (one ? 0 : high_width + kGap);
  }
  painter.image(ramp, bar.ramp);
  painter.frame(ramp, input.palette[Token::kHairline], 1);
  const float travel = ramp.width - 2;
  if (bar.zero) {
    const float x = ramp.x + 1 + *bar.zero * travel;
    painter.rect({x - 0.5F, ramp.y, 1, ramp.height}, input.palette[Token::kMuted]);
    // Its number only where it does not run into the others.
    if (!numbers_beside && x - 8 > box.x + low_width && x + 8 < box.right() - high_width) {
      TextStyle zero = low;
      zero.align = Align::kCentre;
      painter.text({x, y}, "0", zero);
    }
  }
  if (bar.caret) {
    const float x = ramp.x + 1 + *bar.caret * travel;
    // Beside its numbers the bar stands close under what it belongs to.
    const float half = numbers_beside ? 3.0F : 4.0F;
    const float tall = numbers_beside ? 4.0F : 6.0F;
    const std::array<Point, 3> caret = {Point{x - half, ramp.y - 2 - tall}, Point{x + half, ramp.y - 2 - tall},
                                        Point{x, ramp.y - 2}};
    painter.polygon(caret, input.palette[Token::kPick]);
  }
}

void draw_warning(const PanelInput& input, const view::PanelBoxes& boxes, std::string_view words) {
  // Where the axis words end the same line, the chip keeps off them.
  const float most = boxes.sheet.width - (boxes.left_labels.empty() && boxes.sheet.width > 250 ? 100.0F : 0.0F);
  warning_chip(input, {boxes.subtitle.x, boxes.subtitle.y - 12}, words, most);
}

}  // namespace bandscope::panels
