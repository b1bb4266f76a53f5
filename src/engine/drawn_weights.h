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

/// w_qkv (E, 3C) of layer 1, 2, ...: layer 1's are built where the spec says so; all others are drawn, the counter's
/// layer being one less.
template <class Real>
void draw_w_qkv(const InputSpec& spec, int layer, Real* out);
/// w_o (C, E), always drawn.
template <class Real>
void draw_w_o(const InputSpec& spec, int layer, Real* out);

extern template void draw_w_qkv(const InputSpec&, int, float*);
extern template void draw_w_qkv(const InputSpec&, int, double*);
extern template void draw_w_o(const InputSpec&, int, float*);
extern template void draw_w_o(const InputSpec&, int, double*);

}  // namespace bandscope::engine
