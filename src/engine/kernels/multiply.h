// out = a · b, blocked for cache and registers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/kernels/lanes.h"

namespace bandscope::engine::kernels {

inline constexpr int kTileRows = 4;
inline constexpr int kTileColumns = kLanes;
inline constexpr int kDepthBlock = 256;

/// One tile of Rows x kTileColumns numbers: adds `depth` products to each, from 0 where `begin`. The panel is (depth,
/// 8). Every loop over the tile has a constant length, or the sums would not stay in registers.
template <int Rows, class Real>
inline void multiply_tile(const Real* a, std::int64_t a_stride, const Real* panel, int depth, Real* out,
                          std::int64_t out_stride, bool begin) {
  std::array<Lanes<Real>, Rows> sum{};
  if (!begin) {
    for (int r = 0; r < Rows; ++r) sum[r] = load(out + r * out_stride);
  }
  for (int k = 0; k < depth; ++k) {
    const Lanes<Real> b = load(panel + static_cast<std::ptrdiff_t>(k) * kTileColumns);
    for (int r = 0; r < Rows; ++r) sum[r] += a[r * a_stride + k] * b;
  }
  for (int r = 0; r < Rows; ++r) store(sum[r], out + r * out_stride);
}

/// The same for a tile that ends after `columns` numbers: by way of a whole one.
template <int Rows, class Real>
void multiply_edge(const Real* a, std::int64_t a_stride, const Real* panel, int depth, Real* out,
                   std::int64_t out_stride, int columns, bool begin) {
  std::array<Real, static_cast<std::size_t>(Rows) * kTileColumns> whole{};
  for (int r = 0; r < Rows; ++r) std::copy_n(out + r * out_stride, columns, whole.data() + r * kTileColumns);
  multiply_tile<Rows>(a, a_stride, panel, depth, whole.data(), kTileColumns, begin);
  for (int r = 0; r < Rows; ++r) std::copy_n(whole.data() + r * kTileColumns, columns, out + r * out_stride);
}

/// out (rows, columns) = a (rows, depth) · b (depth, columns), row-major with strides in numbers. Each number is the
/// sum of its products in the order of depth, from 0: neither rows, columns nor blocks change a bit of it.
template <class Real>
void multiply(const Real* a, std::int64_t a_stride, const Real* b, std::int64_t b_stride, Real* out,
              std::int64_t out_stride, int rows, int depth, int columns) {
  std::array<Real, static_cast<std::size_t>(kDepthBlock) * kTileColumns> panel;
  for (int from = 0; from < depth; from += kDepthBlock) {
    const int block = std::min(kDepthBlock, depth - from);
    for (int column = 0; column < columns; column += kTileColumns) {
      // The panel lies together in the first cache, its last columns filled up with 0 and never stored.
      const int wide = std::min(kTileColumns, columns - column);
      for (int k = 0; k < block; ++k) {
        const Real* source = b + (from + k) * b_stride + column;
        Real* packed = panel.data() + static_cast<std::ptrdiff_t>(k) * kTileColumns;
        for (int c = 0; c < kTileColumns; ++c) packed[c] = c < wide ? source[c] : Real{0};
      }
      const auto tile = [&]<int Rows>(int row) {
        const Real* const factors = a + row * a_stride + from;
        Real* const to = out + row * out_stride + column;
        if (wide == kTileColumns) {
          multiply_tile<Rows>(factors, a_stride, panel.data(), block, to, out_stride, from == 0);
        } else {
          multiply_edge<Rows>(factors, a_stride, panel.data(), block, to, out_stride, wide, from == 0);
        }
      };
      int row = 0;
      for (; row + kTileRows <= rows; row += kTileRows) tile.template operator()<kTileRows>(row);
      for (; row < rows; ++row) tile.template operator()<1>(row);
    }
  }
}

}  // namespace bandscope::engine::kernels
