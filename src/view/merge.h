// The head merge: H blocks of (T, D) and how they lie side by side in the merged row.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "view/heatmaps.h"

namespace bandscope::view {

/// One head's block of (T, D) numbers.
struct HeadBlock {
  int head = 0;
  Box box;                   // of the shown rows
  Box tint_bar;              // 4 px above it
  std::array<Point, 4> fan;  // from the block down to its place in the merged row
  Rgba tint;
};

struct MergeModel {
  Grid rows;  // the row raster of the score tables; its columns are not read
  int heads = 0;
  int head_width = 0;
  bool is_square = true;  // as many queries as keys
  int first_head = 0;     // shown blocks
  float cell_width = 0;
  float tray_cell = 0;
  std::vector<HeadBlock> blocks;
  Box sheet;                        // all shown blocks with their gaps
  Bitmap cells;                     // of `sheet`: a texel a device pixel across, a row down; gaps are clear
  Box tray;                         // the merged row of the pointed query
  Bitmap tray_cells;                // a texel a number
  std::vector<CellNumber> numbers;  // column is the merged column
  Type number_size = Type::k11;
  std::vector<config::Pick> crosses;  // (query, merged column)
  ValueRange range;
  ColourBar bar;
  std::vector<Run> subtitle;
  std::string part;  // "heads 3 to 5 of 16", or empty
  std::string bad;
  int active_head = 0;  // or config::kAllHeads
  int pointed_row = 0;

  struct Key {
    engine::LayerShape shape;
    std::uint32_t runs = 0;
    GridKey rows;
    Box sheet, tray;
    int about = 0;  // the head that must be shown
    float dpr = 0;
    Inks inks;
    bool operator==(const Key&) const = default;
  } key;
  int tray_row = -1;

  /// Box of number `column` of merged row `row`; empty where its head is not shown.
  Box cell_box(int row, int column) const;
  Box tray_box(int column) const;
  /// {row, merged column} under a point of the blocks or the tray, or {-1, -1}.
  std::array<int, 2> cell_at(Point p) const;
};

void update_merge(MergeModel& model, const ModelInput& input);

}  // namespace bandscope::view
