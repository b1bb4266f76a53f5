#include "view/lesson/table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "view/lesson/runs.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kHead = 64;  // title, shape, labels
constexpr float kFoot = 18;  // "rows 3 to 8 of 40"
constexpr float kGap = 6;    // of a divider

float gaps(const Table& t, int columns) {
  const int parts = t.divider > 0 ? (columns - 1) / t.divider : 0;
  return kGap * static_cast<float>(parts);
}
float column_x(const Table& t, int first, int column, float cell) {
  const float x = static_cast<float>(column - first) * cell;
  const int dividers = t.divider > 0 ? column / t.divider - first / t.divider : 0;
  return x + kGap * static_cast<float>(dividers);
}

bool all_whole(const std::vector<Reading>& readings) {
  return std::all_of(readings.begin(), readings.end(), [](const Reading& r) {
    return !r.held || (std::isfinite(r.value) && r.value == std::round(r.value));
  });
}

/// The width and height that it will take.
Box table_box(const Table& t, Point at, const TableRoom& room) {
  const int rows = std::min(t.rows, room.most_rows), columns = std::min(t.columns, room.most_columns);
  const bool cut = rows < t.rows || columns < t.columns;
  return {at.x, at.y, room.gutter + static_cast<float>(columns) * room.cell + gaps(t, columns),
          kHead + static_cast<float>(rows) * room.cell + (cut ? kFoot : 0)};
}

}  // namespace

int first_shown(int count, int shown, int about) {
  return std::clamp(about - shown / 2, 0, std::max(0, count - shown));
}

Box draw_table(Scene& scene, const Table& t, Point at, const TableRoom& room, const Palette& palette) {
  const Box box = table_box(t, at, room);
  const int rows = std::min(t.rows, room.most_rows), columns = std::min(t.columns, room.most_columns);
  const int first_row = first_shown(t.rows, rows, t.row), first_column = first_shown(t.columns, columns, t.column);
  const float cell = room.cell;
  const Point origin{at.x + room.gutter, at.y + kHead};
  scene.say({at.x + room.gutter, at.y + 14}, t.title);
  scene.say({at.x + room.gutter, at.y + 32}, shape_runs(t.letters, t.shape), Type::k11);

  std::vector<Reading> readings;
  ValueRange range;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      readings.push_back(t.read(first_row + r, first_column + c));
      if (readings.back().held) range.take(readings.back().value, {r, c});
    }
  }
  range.close();
  const bool whole = all_whole(readings);
  // Three figures fit.
  const int decimals = whole || range.most >= 99.5F ? 0 : range.most >= 9.95F ? 1 : cell_decimals(cell);
  std::vector<CellNumber> numbers;
  const auto cell_box = [&](int r, int c) {
    return Box{origin.x + column_x(t, first_column, first_column + c, cell), origin.y + static_cast<float>(r) * cell,
               cell, cell};
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const Reading& reading =
          readings[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)];
      Rgba fill = palette[Token::kSurface];
      if (reading.held && t.is_mask) {
        fill = palette[Token::kWTint];
      } else if (reading.held) {
        fill = t.is_share ? palette.map(Map::kShares, reading.value, 1)
                          : palette.map(Map::kSigned, reading.value, range.most);
      }
      scene.fill(cell_box(r, c), fill);
      CellNumber number{r, c, reading.held ? fixed(reading.value, decimals) : t.struck, Pair::kMutedSurface,
                        !reading.held};
      if (reading.held) number.pair = t.is_mask ? Pair::kInkWTint : cell_ink(fill);
      numbers.push_back(std::move(number));
    }
  }
  for (int r = 0; r <= rows; ++r) {
    const float y = origin.y + static_cast<float>(r) * cell;
    scene.line({origin.x, y}, {cell_box(0, columns - 1).right(), y}, palette[Token::kHairline]);
  }
  for (int c = 0; c < columns; ++c) {
    const Box top = cell_box(0, c);
    for (const float x : {top.x, top.right()}) {
      scene.line({x, top.y}, {x, origin.y + static_cast<float>(rows) * cell}, palette[Token::kHairline]);
    }
  }
  const Type size = number_size(numbers, cell).value_or(Type::k11);
  for (const CellNumber& number : numbers) {
    const Point c = cell_box(number.row, number.column).centre();
    const float drop = size == Type::k11 ? 4.0F : 5.0F;
    scene.say({c.x, c.y + drop}, number.text, size, number.pair, Face::kMono, Align::kCentre);
  }
  for (int r = 0; r < rows && t.row_label; ++r) {
    const bool picked = t.picks_row && first_row + r == t.row;
    scene.say({origin.x - 8, cell_box(r, 0).centre().y + 4}, t.row_label(first_row + r), Type::k11, t.row_pair,
              picked ? Face::kStrong : Face::kRegular, Align::kRight);
  }
  for (int c = 0; c < columns && t.column_label; ++c) {
    const bool picked = t.picks_column && first_column + c == t.column;
    scene.say({cell_box(0, c).centre().x, origin.y - 8}, t.column_label(first_column + c), Type::k11, t.column_pair,
              picked ? Face::kStrong : Face::kRegular, Align::kCentre);
  }
  const int row = t.row - first_row, column = t.column - first_column;
  Box pick{origin.x, origin.y, cell_box(0, columns - 1).right() - origin.x, static_cast<float>(rows) * cell};
  if (t.picks_row) pick = {pick.x, cell_box(row, 0).y, pick.width, cell};
  if (t.picks_column) pick = {cell_box(0, column).x, pick.y, cell, pick.height};
  if (t.picks_row || t.picks_column) scene.frame(pick.grown(1), palette[Token::kPick], 2);
  std::string part;
  if (rows < t.rows) {
    part = "rows " + grouped(first_row) + " to " + grouped(first_row + rows - 1) + " of " + grouped(t.rows);
  }
  if (columns < t.columns) {
    part += (part.empty() ? "columns " : ", columns ") + grouped(first_column) + " to " +
            grouped(first_column + columns - 1) + " of " + grouped(t.columns);
  }
  if (!part.empty()) {
    scene.tell({origin.x, origin.y + static_cast<float>(rows) * cell + 14}, {muted(part)}, box.right() - origin.x + 8,
               Type::k11, 14);
  }
  return box;
}

}  // namespace bandscope::view
