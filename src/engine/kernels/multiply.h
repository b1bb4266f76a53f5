// out = a · b, blocked for cache and registers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace bandscope::engine::kernels {

inline constexpr int kTileRows = 4;
inline constexpr int kTileColumns = 8;
inline constexpr int kDepthBlock = 256;

/// One tile: adds `depth` products to kTileColumns numbers of each of Rows rows of out. The panel is (depth, 8).
template <int Rows, class Real>
inline void multiply_tile(const Real* a, std::int64_t a_stride, const Real* panel, int depth, Real* out,
                          std::int64_t out_stride, int columns, bool begin) {
  std::array<std::array<Real, kTileColumns>, Rows> sum{};
  if (!begin) {
    for (int r = 0; r < Rows; ++r) {
      for (int c = 0; c < columns; ++c) sum[r][c] = out[r * out_stride + c];
    }
  }
  for (int k = 0; k < depth; ++k) {
    const Real* b = panel + static_cast<std::ptrdiff_t>(k) * kTileColumns;
    for (int r = 0; r < Rows; ++r) {
      const Real factor = a[r * a_stride + k];
      for (int c = 0; c < kTileColumns; ++c) sum[r][c] += factor * b[c];
    }
  }
  for (int r = 0; r < Rows; ++r) {
    for (int c = 0; c < columns; ++c) out[r * out_stride + c] = sum[r][c];
  }
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
        multiply_tile<Rows>(a + row * a_stride + from, a_stride, panel.data(), block, out + row * out_stride + column,
                            out_stride, wide, from == 0);
      };
      int row = 0;
      for (; row + kTileRows <= rows; row += kTileRows) tile.template operator()<kTileRows>(row);
      for (; row < rows; ++row) tile.template operator()<1>(row);
    }
  }
}

}  // namespace bandscope::engine::kernels
