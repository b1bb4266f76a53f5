// The weights that a spec says, for one layer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/inputs.h"

namespace bandscope::engine {

/// Rows from..end-1 of a (rows, columns) tensor; each is made as float32 by fill_row(row, float*), whatever Real is.
template <class Real, class FillRow>
void fill_rows(int from, int end, int columns, Real* out, const FillRow& fill_row) {
  std::vector<float> row(static_cast<std::size_t>(columns));
  for (int r = from; r < end; ++r) {
    fill_row(r, row.data());
    std::copy(row.begin(), row.end(), out + static_cast<std::ptrdiff_t>(r) * columns);
  }
}

/// Adds rows to w_qkv (E, 3C) of layer 1, 2, ... until it has all, or until `work` is used up; says whether it has
/// all. Layer 1's are built where the spec says so; all others are drawn, the counter's layer being one less.
template <class Real>
bool draw_w_qkv(const InputSpec& spec, int layer, std::vector<Real>& out, std::int64_t& work);
/// The same for w_o (C, E), which is always drawn.
template <class Real>
bool draw_w_o(const InputSpec& spec, int layer, std::vector<Real>& out, std::int64_t& work);

/// Adds rows of `columns` numbers to `out` until it has `rows`; a row after the first only while there is `work` left.
template <class Real, class FillRow>
bool add_rows(int rows, int columns, std::vector<Real>& out, std::int64_t& work, const FillRow& fill_row) {
  const auto width = static_cast<std::size_t>(columns), all = static_cast<std::size_t>(rows) * width;
  // The memory at once, the numbers row by row: to clear it all would be a slice of its own.
  if (out.capacity() < all) out.reserve(all);
  while (out.size() < all && work > 0) {
    const int row = static_cast<int>(out.size() / width);
    out.resize(out.size() + width);
    fill_rows(row, row + 1, columns, out.data(), fill_row);
    work -= columns * kDrawWork;
  }
  return out.size() >= all;
}

extern template bool draw_w_qkv(const InputSpec&, int, std::vector<float>&, std::int64_t&);
extern template bool draw_w_qkv(const InputSpec&, int, std::vector<double>&, std::int64_t&);
extern template bool draw_w_o(const InputSpec&, int, std::vector<float>&, std::int64_t&);
extern template bool draw_w_o(const InputSpec&, int, std::vector<double>&, std::int64_t&);

}  // namespace bandscope::engine
