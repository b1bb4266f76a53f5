// A part of a table of numbers, as cells that say them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "view/cells.h"
#include "view/lesson/scene.h"

namespace bandscope::view {

/// A table whose cells are read one by one; `read` is only called for what is shown.
struct Table {
  std::vector<Run> title;  // "Q of head 0"
  std::string letters;     // of the shape, "T,D"
  std::vector<std::int64_t> shape;
  int rows = 0, columns = 0;
  int row = 0, column = 0;  // shown near the middle; the picked ones
  std::function<Reading(int row, int column)> read;
  std::function<std::string(int row)> row_label;
  std::function<std::string(int column)> column_label;
  Pair row_pair = Pair::kT, column_pair = Pair::kInk;
  bool picks_row = false, picks_column = false;  // the picked line is framed
  bool is_share = false;                         // 0..1
  bool is_mask = false;                          // 1 on the W tint
  std::string struck = "−∞";                     // what a cell without a number says
  int divider = 0;                               // a gap after so many columns
};

struct TableRoom {
  float cell = 36;
  int most_rows = 6, most_columns = 6;
  float gutter = 44;  // of row labels
};

/// Title, shape, labels and cells from the top left corner. Returns the box of what was drawn.
Box draw_table(Scene& scene, const Table& table, Point at, const TableRoom& room, const Palette& palette);

/// First of `shown` of `count` lines about a line.
int first_shown(int count, int shown, int about);

}  // namespace bandscope::view
