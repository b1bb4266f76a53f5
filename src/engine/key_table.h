// Tables and rows that keep what they hold when the sequence or the window grows. Internal to the layer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer.h"
#include "engine/trace.h"

namespace bandscope::engine {

/// Resizes and keeps the front; gives memory back where an earlier, far larger state left it.
template <class Value>
void fit(std::vector<Value>& values, std::int64_t size) {
  const auto wanted = static_cast<std::size_t>(size);
  if (values.capacity() / 2 > wanted + 4096) {
    std::vector<Value> smaller(values.begin(),
                               values.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, values.size())));
    values.swap(smaller);
  }
  values.resize(wanted);
}

template <class Value>
void drop(std::vector<Value>& values) {
  std::vector<Value>().swap(values);
}

/// Room for `size` where there was `room`: exactly as much at first, and some more for what has begun to grow.
inline int room_for(int size, int room, bool anew) {
  constexpr int kStep = 16;
  if (anew || room == 0) return size;
  if (size <= room) return room / 2 > size + 4 * kStep ? size : room;
  return (size / kStep + 1) * kStep;
}

/// (groups, old_room, width) becomes (groups, room, width), the first rows of each group kept.
template <class Real>
void move_rows(std::vector<Real>& values, std::int64_t groups, int old_room, int room, std::int64_t width) {
  if (old_room == room) return fit(values, groups * room * width);
  std::vector<Real> moved(static_cast<std::size_t>(groups * room * width));
  const std::int64_t rows = std::min(old_room, room);
  for (std::int64_t g = 0; g < groups && !values.empty(); ++g) {
    std::copy_n(values.data() + g * old_room * width, rows * width, moved.data() + g * room * width);
  }
  values = std::move(moved);
}

/// What of a table stays when it gets other rows: nothing, every pair, or the rows whose range is the same.
enum class Known { kNothing, kRanges, kSameRows };

/// Gives the table these rows; what does not stay is any numbers.
template <class Real>
void hold(KeyTable<Real>& table, const LayerShape& shape, const RowRanges& ranges, Known stay) {
  const bool anew = stay == Known::kNothing;
  const int rows = shape.queries;
  const auto groups = static_cast<std::int64_t>(shape.batch) * shape.heads;
  const int known = anew ? 0 : std::min(rows, table.rows);
  const int row_room = room_for(rows, table.row_room, anew), slot_room = room_for(ranges.slots, table.slot_room, anew);
  const bool stays =
      row_room == table.row_room && slot_room == table.slot_room &&
      (stay == Known::kSameRows || std::equal(ranges.first.begin(), ranges.first.begin() + known, table.first.begin()));
  if (anew || stays) {
    fit(table.values, groups * row_room * slot_room);
  } else {
    std::vector<Real> moved(static_cast<std::size_t>(groups * row_room * slot_room));
    for (std::int64_t g = 0; g < groups; ++g) {
      for (int i = 0; i < known; ++i) {
        const int first = std::max(ranges.first[i], table.first[i]);
        const int end = std::min(ranges.first[i] + ranges.count[i], table.first[i] + table.count[i]);
        if (first >= end) continue;
        std::copy_n(table.values.data() + (g * table.row_room + i) * table.slot_room + (first - table.first[i]),
                    end - first, moved.data() + (g * row_room + i) * slot_room + (first - ranges.first[i]));
      }
    }
    table.values = std::move(moved);
  }
  table.batch = shape.batch;
  table.heads = shape.heads;
  table.rows = rows;
  table.slots = ranges.slots;
  table.row_room = row_room;
  table.slot_room = slot_room;
  table.first = ranges.first;
  table.count = ranges.count;
}

/// Which rows of `width` numbers differ in their bytes; those beyond the old ones do. `flags` has one a row.
template <class Real>
void compare_rows(const std::vector<Real>& old, std::span<const Real> now, std::int64_t width,
                  std::vector<std::uint8_t>& flags) {
  const auto rows = static_cast<std::int64_t>(now.size()) / width,
             known = static_cast<std::int64_t>(old.size()) / width;
  flags.assign(static_cast<std::size_t>(rows), 1);
  for (std::int64_t r = 0; r < std::min(rows, known); ++r) {
    flags[static_cast<std::size_t>(r)] = std::memcmp(old.data() + r * width, now.data() + r * width,
                                                     static_cast<std::size_t>(width) * sizeof(Real)) != 0;
  }
}

inline bool any(const std::vector<std::uint8_t>& flags) {
  return std::find(flags.begin(), flags.end(), std::uint8_t{1}) != flags.end();
}

}  // namespace bandscope::engine
