// One heat sheet as drawable data: the grid, its texels, dots, edges, labels and numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/cells.h"
#include "view/edges.h"

namespace bandscope::view {

struct ModelInput;

/// The place and part of the table that a grid shows.
struct GridKey {
  Box box;
  float cell = 0;
  int first_row = 0, rows = 0, first_column = 0, columns = 0;
  bool operator==(const GridKey&) const = default;
};
GridKey key_of(const Grid& grid);

/// What the texels, ranges and numbers of a sheet were made from.
struct CellsKey {
  engine::LayerShape shape;
  std::array<std::uint32_t, 3> runs{};  // of the stages that the values come from
  GridKey grid;
  float dpr = 0;
  Inks inks;
  int head = 0;
  config::Show show = config::Show::kMasked;
  bool operator==(const CellsKey&) const = default;
};

/// What the edges and labels of a sheet were made from.
struct FrameKey {
  engine::LayerShape shape;
  std::uint32_t mask_runs = 0;
  GridKey grid;
  bool causal = true;
  std::uint64_t words = 0;
  bool operator==(const FrameKey&) const = default;
};

struct SheetModel {
  Grid grid;
  int queries = 0;  // of the whole table
  int keys = 0;
  Bitmap cells;  // a texel a cell; struck ones are clear
  bool has_struck = false;
  Dots dots;
  Edges edges;
  int label_step = 1;
  bool has_words = false;
  std::vector<std::string> row_labels;  // of every shown row
  std::vector<std::string> column_labels;
  std::vector<CellNumber> numbers;
  Type number_size = Type::k11;
  std::vector<config::Pick> crosses;  // cells that are not finite, where a cross fits
  ValueRange range;
  std::string bad;   // the first one in words, or empty
  std::string part;  // "tokens 9,712 to 9,999 of 10,000", or empty

  CellsKey cells_key;
  FrameKey frame_key;
  GridKey dots_grid;
  float dots_dpr = 0;
  Inks dots_inks;

  const std::string& row_label(int row) const { return row_labels[static_cast<std::size_t>(row - grid.first_row)]; }
  const std::string& column_label(int column) const {
    return column_labels[static_cast<std::size_t>(column - grid.first_column)];
  }
  bool shows_row(int row) const { return row >= grid.first_row && row < grid.first_row + grid.rows; }
  bool shows_column(int column) const {
    return column >= grid.first_column && column < grid.first_column + grid.columns;
  }
};

/// What makes one table differ from another.
struct SheetSpec {
  Reader reader = nullptr;
  std::array<engine::Stage, 3> stages{};  // that the values come from
  int head = 0;                           // or config::kAllHeads: no cells
  bool is_mask = false;                   // kept cells in the W tint, number 1
  bool is_share = false;                  // 0..1
  std::string_view struck;                // what a struck cell says
  std::string_view key;                   // of the bitmaps
};

/// Builds what changed. True where the texels are new.
bool update_sheet(SheetModel& sheet, const SheetSpec& spec, const PanelBoxes& boxes, const ModelInput& input);

/// "17", or the token's word.
std::string token_label(const std::vector<std::string>& words, int index);

/// The cell that panels point at: the hovered one, else the picked.
config::Pick shown_cell(const ModelInput& input);

}  // namespace bandscope::view
