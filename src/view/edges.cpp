#include "view/edges.h"

#include <algorithm>
#include <cmath>

namespace bandscope::view {
namespace {

struct Bounds {
  int first;
  int last;  // one past
};

float x_of(const Grid& grid, int column) {
  return grid.box.x + static_cast<float>(column - grid.first_column) * grid.cell;
}
float y_of(const Grid& grid, int row) { return grid.box.y + static_cast<float>(row - grid.first_row) * grid.cell; }

/// One stair: `at(row)` is the border's column in a row, or -1 where the row has none. A border counts where
/// low < column < high (the right end included if `right_end`): elsewhere there is nothing on one of its sides.
template <class At>
std::vector<Polyline> stair(const Grid& grid, bool right_end, At at) {
  std::vector<Polyline> lines;
  const int low = grid.first_column;
  const int high = grid.first_column + grid.columns;
  const auto inside = [&](int column) { return column > low && (column < high || (right_end && column == high)); };
  Polyline line;
  int before = -1;  // the border of the row above, -1: none
  const auto finish = [&] {
    if (line.size() > 1) lines.push_back(line);
    line.clear();
  };
  for (int row = grid.first_row; row < grid.first_row + grid.rows; ++row) {
    const int column = at(row);
    const float y = y_of(grid, row);
    if (column < 0) {
      finish();
      before = -1;
      continue;
    }
    if (inside(column)) {
      if (line.empty() && before >= 0) line.push_back({x_of(grid, std::clamp(before, low, high)), y});
      const Point corner{x_of(grid, column), y};
      if (line.empty() || line.back() != corner) line.push_back(corner);
      const Point down{corner.x, y + grid.cell};
      // Straight runs stay one segment.
      if (line.size() > 1 && line[line.size() - 2].x == down.x && line.back().x == down.x) {
        line.back() = down;
      } else {
        line.push_back(down);
      }
    } else if (!line.empty()) {
      line.push_back({x_of(grid, std::clamp(column, low, high)), y});
      finish();
    }
    before = column;
  }
  finish();
  return lines;
}

Bounds rows_of(const Grid& grid, const Box& box) {
  const int first = grid.first_row + static_cast<int>(std::floor((box.y - grid.box.y) / grid.cell + 0.01F));
  const int last = grid.first_row + static_cast<int>(std::ceil((box.bottom() - grid.box.y) / grid.cell - 0.01F));
  return {first, last};
}

}  // namespace

Edges edges_of(const engine::KeyRanges& keep, const Grid& grid) {
  Edges edges;
  const auto first = [&](int row) {
    const auto r = static_cast<std::size_t>(row);
    return keep.count[r] > 0 ? keep.first[r] : -1;
  };
  const auto last = [&](int row) {
    const auto r = static_cast<std::size_t>(row);
    return keep.count[r] > 0 ? keep.first[r] + keep.count[r] : -1;
  };
  edges.window = stair(grid, false, first);
  if (keep.causal) {
    edges.causal = stair(grid, true, last);
  } else {
    for (Polyline& line : stair(grid, false, last)) edges.window.push_back(std::move(line));
  }
  return edges;
}

bool lies_before(const engine::KeyRanges& keep, const Grid& grid, const Box& box) {
  if (!grid.box.holds(box, 0.01F)) return false;
  const Bounds rows = rows_of(grid, box);
  for (int row = rows.first; row < rows.last; ++row) {
    const auto r = static_cast<std::size_t>(row);
    if (keep.count[r] <= 0 || x_of(grid, keep.first[r]) < box.right()) return false;
  }
  return true;
}

bool lies_after(const engine::KeyRanges& keep, const Grid& grid, const Box& box) {
  if (!grid.box.holds(box, 0.01F)) return false;
  const Bounds rows = rows_of(grid, box);
  for (int row = rows.first; row < rows.last; ++row) {
    const auto r = static_cast<std::size_t>(row);
    if (keep.count[r] <= 0 || x_of(grid, keep.first[r] + keep.count[r]) > box.x) return false;
  }
  return true;
}

}  // namespace bandscope::view
