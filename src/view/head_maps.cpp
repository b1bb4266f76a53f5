#include "view/head_maps.h"

#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kGap = 4;
constexpr float kEdgeCell = 3;  // below, the edges would hide the cells

int side_of(int heads) {
  int side = 1;
  while (side * side < heads) ++side;
  return side;
}

/// Device pixels of a small map's cell; less than 1: no room.
int device_cell(float room, int heads, int tokens, float dpr) {
  const int side = side_of(heads);
  const float each = (room - kGap * static_cast<float>(side - 1)) / static_cast<float>(side);
  return static_cast<int>(std::floor(each * dpr / static_cast<float>(std::max(1, tokens)) + 1e-4F));
}

void place_maps(HeadMaps& maps, const PanelBoxes& boxes, const engine::LayerShape& shape, float dpr) {
  const float room = std::min(boxes.sheet.width, boxes.sheet.height);
  const int side = side_of(shape.heads);
  const int most = std::max(shape.queries, shape.keys);
  const float cell = static_cast<float>(device_cell(room, shape.heads, most, dpr)) / dpr;
  const float gap = std::round(kGap * dpr) / dpr;
  maps.maps.clear();
  float right = 0;
  float bottom = 0;
  for (int h = 0; h < shape.heads; ++h) {
    HeadMap map;
    map.head = h;
    const int row = h / side;
    Grid& g = map.grid;
    g.cell = cell;
    g.rows = shape.queries;
    g.columns = shape.keys;
    g.box = {boxes.sheet.x + static_cast<float>(h % side) * (static_cast<float>(shape.keys) * cell + gap),
             boxes.sheet.y + static_cast<float>(row) * (static_cast<float>(shape.queries) * cell + gap),
             static_cast<float>(shape.keys) * cell, static_cast<float>(shape.queries) * cell};
    right = std::max(right, g.box.right());
    bottom = std::max(bottom, g.box.bottom());
    maps.maps.push_back(map);
  }
  maps.box = {boxes.sheet.x, boxes.sheet.y, right - boxes.sheet.x, bottom - boxes.sheet.y};
}

/// All maps share one range, so that heads can be compared, and one bitmap, so that they are one draw call.
void paint_maps(HeadMaps& maps, const SheetSpec& spec, const ModelInput& input) {
  const engine::Trace<float>& trace = input.trace;
  maps.range = {};
  for (const HeadMap& map : maps.maps) {
    for (int i = 0; i < map.grid.rows; ++i) {
      for (int j = 0; j < map.grid.columns; ++j) {
        const Reading r = spec.reader(trace, map.head, i, j);
        if (r.held) maps.range.take(r.value, {i, j});
      }
    }
  }
  maps.range.close();
  Bitmap& b = maps.cells;
  b.key = bitmap_key(std::string(spec.key) + ".all");
  ++b.revision;
  b.width = static_cast<int>(std::lround(maps.box.width * input.dpr));
  b.height = static_cast<int>(std::lround(maps.box.height * input.dpr));
  Rgba clear = input.palette[Token::kSurface];
  clear.a = 0;
  b.texels.assign(static_cast<std::size_t>(b.width) * static_cast<std::size_t>(b.height), clear);
  for (const HeadMap& map : maps.maps) {
    const Grid& g = map.grid;
    const int cell = static_cast<int>(std::lround(g.cell * input.dpr));
    const int x0 = static_cast<int>(std::lround((g.box.x - maps.box.x) * input.dpr));
    const int y0 = static_cast<int>(std::lround((g.box.y - maps.box.y) * input.dpr));
    for (int i = 0; i < g.rows; ++i) {
      for (int j = 0; j < g.columns; ++j) {
        const Reading r = spec.reader(trace, map.head, i, j);
        if (!r.held) continue;
        const Rgba colour = spec.is_share ? input.palette.map(Map::kShares, r.value, 1)
                                          : input.palette.map(Map::kSigned, r.value, maps.range.most);
        for (int y = y0 + i * cell; y < y0 + (i + 1) * cell; ++y) {
          const auto row = b.texels.begin() + static_cast<std::ptrdiff_t>(y) * b.width + x0 + j * cell;
          std::fill(row, row + cell, colour);
        }
      }
    }
  }
}

}  // namespace

std::string head_maps_off(float room, int heads, int tokens, float dpr) {
  if (device_cell(room, heads, tokens, dpr) >= 1) return {};
  int most = tokens;
  while (most > 1 && device_cell(room, heads, most, dpr) < 1) --most;
  return "All " + grouped(heads) + " heads fit up to T = " + grouped(most);
}

const HeadMap* HeadMaps::at(Point p) const {
  for (const HeadMap& map : maps) {
    if (map.grid.box.contains(p)) return &map;
  }
  return nullptr;
}

void update_head_maps(HeadMaps& maps, const SheetSpec& spec, const PanelBoxes& boxes, const ModelInput& input) {
  const engine::LayerShape& shape = input.trace.shape;
  const int most = std::max(shape.queries, shape.keys);
  maps.off = head_maps_off(std::min(boxes.sheet.width, boxes.sheet.height), shape.heads, most, input.dpr);
  maps.on = input.config.head == config::kAllHeads && maps.off.empty();
  if (!maps.on) return;
  CellsKey key;
  key.shape = shape;
  for (std::size_t s = 0; s < spec.stages.size(); ++s) {
    key.runs[s] = input.trace.runs[static_cast<std::size_t>(spec.stages[s])];
  }
  key.grid.box = boxes.sheet;
  key.dpr = input.dpr;
  key.inks = inks_of(input.palette);
  key.show = input.config.show;
  key.head = config::kAllHeads;
  if (key == maps.key) return;
  maps.key = key;
  place_maps(maps, boxes, shape, input.dpr);
  paint_maps(maps, spec, input);
  maps.dots.bitmap.key = bitmap_key(std::string(spec.key) + ".all.dots");
  const float cell = maps.maps.front().grid.cell;
  make_dots(maps.dots, cell, input.dpr, input.palette[Token::kStruckDot]);
  maps.edges.clear();
  if (cell < kEdgeCell) return;
  for (const HeadMap& map : maps.maps) maps.edges.push_back(edges_of(input.trace.keep, map.grid));
}

}  // namespace bandscope::view
