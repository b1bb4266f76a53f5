#include "panels/heat_maps.h"

#include <algorithm>

#include "panels/heat_labels.h"
#include "panels/heat_pointing.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Token;
using view::Type;

void draw_small_maps(const PanelInput& input, const view::HeadMaps& maps, const Pointing& at) {
  view::Painter& painter = input.painter;
  // Loop by loop, so that each texture is one draw call.
  for (const view::HeadMap& map : maps.maps) painter.rect(map.grid.box, input.palette[Token::kSurface]);
  for (const view::HeadMap& map : maps.maps) painter.tile(map.grid.box, maps.dots.bitmap, maps.dots.pitch);
  painter.image(maps.box, maps.cells);
  for (const view::Edges& edges : maps.edges) {
    for (const view::Polyline& line : edges.window) painter.polyline(line, input.palette[Token::kW], 1);
  }
  const config::Pick cell = at.hover.value_or(at.pick);
  for (const view::HeadMap& map : maps.maps) {
    if (cell.query >= map.grid.rows || cell.key >= map.grid.columns) continue;
    painter.frame(map.grid.cell_box(cell.query, cell.key).grown(1), input.palette[Token::kPick], 1);
  }
}

/// Head `all` was asked for, but a map would be smaller than a pixel a cell.
void draw_no_room(const PanelInput& input, const MapPanel& panel) {
  const Box& box = panel.sheet.grid.box;
  input.painter.rect(box, input.palette[Token::kSurface]);
  const view::Point c = panel.boxes.sheet.centre();
  input.painter.text({c.x, c.y}, panel.all.off + ".",
                     {.size = Type::k13, .pair = view::Pair::kMutedSurface, .align = Align::kCentre});
  input.painter.text({c.x, c.y + 22}, "Pick one head.",
                     {.size = Type::k13, .pair = view::Pair::kMutedSurface, .align = Align::kCentre});
}

}  // namespace

void draw_map_panel(const PanelInput& input, const MapPanel& panel, Wishes& wishes) {
  HeatLook look{panel.sheet, panel.boxes, false, {}};
  look.reach.right = panel.next_left;
  const Pointing at = pointing_of(input, std::string("hover ") + std::string(panel.label));
  draw_axis_words(input, panel.boxes);
  if (panel.all.on) {
    draw_small_maps(input, panel.all, at);
    point_at_maps(input, panel.label, panel.all, wishes);
  } else if (input.pictured.head < 0) {
    draw_no_room(input, panel);
  } else {
    draw_cells(input, look);
    draw_lines(input, look, at);
    draw_numbers(input, look);
    draw_labels(input, look, at);
    point_at_sheet(input, panel.label, panel.sheet, panel.boxes, wishes);
  }
  if (panel.all.on || input.pictured.head >= 0) {
    const view::SheetModel& sheet = panel.sheet;
    draw_bar(input, bar_under(panel.boxes, sheet.grid, panel.all.on || sheet.queries == sheet.keys), panel.bar, false);
  }
}

}  // namespace bandscope::panels
