#include "engine/kernels/multiply.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/kernels/simd.h"

namespace bandscope::engine::kernels {

namespace {

// A tile's sums, two vectors a row, stay in registers. 4 rows where a vector is 16 bytes: V8 leaves 15 registers, and
// one sum in memory halves the speed. Fused, products need no register of their own: 5 rows fit.
#if defined(__wasm_relaxed_simd__)
constexpr int kTileRows = 5;
#else
constexpr int kTileRows = HWY_MAX_BYTES == 16 ? 4 : HWY_MAX_BYTES == 32 ? 6 : 8;
#endif
// A panel of this depth stays in the first cache, and a block of this many rows in the second.
constexpr int kDepthBlock = 256;
constexpr int kBlockRows = 16 * kTileRows;
constexpr int kRowPanels = 4;  // that a row alone meets at once

template <class Real>
inline constexpr int kColumns = 2 * kLaneCount<Real>;

template <class Real>
int panel_count(const PackedMatrix<Real>& b) {
  return (b.columns() + kColumns<Real> - 1) / kColumns<Real>;
}

/// Adds `depth` products to each number of a tile, from 0 where `begin`, and at last `bias` where it is not null. `a`
/// is (depth, Rows); the panels, (depth, kColumns) each, are `panel_step` apart.
template <int Rows, int Panels, class Real>
HWY_NOINLINE void multiply_tile(const Real* HWY_RESTRICT a, const Real* HWY_RESTRICT panel, std::ptrdiff_t panel_step,
                                int depth, bool begin, const Real* HWY_RESTRICT bias, Real* HWY_RESTRICT out,
                                std::ptrdiff_t out_stride) {
  constexpr Full<Real> kTag;
  constexpr int kLanes = kLaneCount<Real>, kVectors = 2 * Panels;
  Vector<Real> sum[Rows][kVectors];
  for (int r = 0; r < Rows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      sum[r][v] = begin ? hn::Zero(kTag) : hn::LoadU(kTag, out + r * out_stride + v * kLanes);
    }
  }
  for (const Real* const end = a + static_cast<std::ptrdiff_t>(depth) * Rows; a != end; a += Rows) {
    Vector<Real> b[kVectors];
    for (int v = 0; v < kVectors; ++v) b[v] = hn::LoadU(kTag, panel + v / 2 * panel_step + v % 2 * kLanes);
    panel += kColumns<Real>;
    for (int r = 0; r < Rows; ++r) {
      const Vector<Real> factor = hn::Set(kTag, a[r]);
      for (int v = 0; v < kVectors; ++v) sum[r][v] = mul_add(factor, b[v], sum[r][v]);
    }
  }
  for (int r = 0; r < Rows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      if (bias != nullptr) sum[r][v] = hn::Add(sum[r][v], hn::LoadU(kTag, bias + v * kLanes));
      hn::StoreU(sum[r][v], kTag, out + r * out_stride + v * kLanes);
    }
  }
}

/// The same, of one panel, for a tile that ends after `rows` and `columns`: by way of a whole one.
template <int Rows, class Real>
HWY_NOINLINE void multiply_edge(const Real* a, const Real* panel, int depth, bool begin, const Real* bias, Real* out,
                                std::ptrdiff_t out_stride, int rows, int columns) {
  std::array<Real, static_cast<std::size_t>(Rows) * kColumns<Real>> whole{};
  for (int r = 0; r < rows; ++r) std::copy_n(out + r * out_stride, columns, whole.data() + r * kColumns<Real>);
  multiply_tile<Rows, 1>(a, panel, 0, depth, begin, bias, whole.data(), kColumns<Real>);
  for (int r = 0; r < rows; ++r) std::copy_n(whole.data() + r * kColumns<Real>, columns, out + r * out_stride);
}

/// A block of rows as (strips, depth, kTileRows), the last of them filled up with whatever: no result of it is kept.
template <class Real>
HWY_NOINLINE void pack_rows(const Real* a, std::int64_t a_stride, int rows, int depth, Real* HWY_RESTRICT packed) {
  for (int row = 0; row < rows; row += kTileRows) {
    std::array<const Real*, kTileRows> from;
    for (int r = 0; r < kTileRows; ++r) from[r] = a + std::min(row + r, rows - 1) * a_stride;
    for (int k = 0; k < depth; ++k) {
      for (const Real* numbers : from) *packed++ = numbers[k];
    }
  }
}

/// Rows of b as panels, the last of them filled up with 0; gives back the end.
template <class Real>
HWY_NOINLINE Real* pack_panels(const Real* b, std::int64_t b_stride, int rows, int columns, Real* HWY_RESTRICT to) {
  constexpr Full<Real> kTag;
  constexpr int kLanes = kLaneCount<Real>;
  for (int column = 0; column < columns; column += 2 * kLanes, b += 2 * kLanes) {
    const int wide = columns - column;
    const Real* from = b;
    for (int k = 0; k < rows; ++k, from += b_stride, to += 2 * kLanes) {
      if (wide >= 2 * kLanes) {
        hn::StoreU(hn::LoadU(kTag, from), kTag, to);
        hn::StoreU(hn::LoadU(kTag, from + kLanes), kTag, to + kLanes);
      } else {
        for (int c = 0; c < 2 * kLanes; ++c) to[c] = c < wide ? from[c] : Real{0};
      }
    }
  }
  return to;
}

/// The right side, packed or not.
template <class Real>
struct RightSide {
  const Real* numbers;
  std::int64_t stride;  // from row to row, or where packed from panel to panel
  const Real* bias;     // (panels, kColumns), null: none
  bool packed;
};

/// out (rows, columns) = a (rows, depth) · b. Where b is not packed, its panels are, one by one, again for each block.
template <class Real>
HWY_NOINLINE void multiply_blocks(const Real* a, std::int64_t a_stride, const RightSide<Real>& b, Real* out,
                                  std::int64_t out_stride, int rows, int depth, int columns) {
  alignas(64) std::array<Real, static_cast<std::size_t>(kBlockRows) * kDepthBlock> strips;
  alignas(64) std::array<Real, static_cast<std::size_t>(kColumns<Real>) * kDepthBlock> whole_panel;
  // Also a sum of no products is one block.
  for (int from = 0; from == 0 || from < depth; from += kDepthBlock) {
    const int deep = std::min(kDepthBlock, depth - from);
    for (int row = 0; row < rows; row += kBlockRows) {
      const int high = std::min(kBlockRows, rows - row);
      pack_rows(a + row * a_stride + from, a_stride, high, deep, strips.data());
      for (int column = 0; column < columns; column += kColumns<Real>) {
        const int wide = std::min(kColumns<Real>, columns - column);
        const Real* panel = whole_panel.data();
        if (b.packed) {
          panel = b.numbers + column / kColumns<Real> * b.stride + from * kColumns<Real>;
        } else {
          pack_panels(b.numbers + from * b.stride + column, b.stride, deep, wide, whole_panel.data());
        }
        const Real* const bias = b.bias != nullptr && from + deep == depth ? b.bias + column : nullptr;
        const Real* strip = strips.data();
        Real* to = out + row * out_stride + column;
        for (int left = high; left > 0; left -= kTileRows) {
          if (wide == kColumns<Real> && left >= kTileRows) {
            multiply_tile<kTileRows, 1>(strip, panel, 0, deep, from == 0, bias, to, out_stride);
          } else {
            multiply_edge<kTileRows>(strip, panel, deep, from == 0, bias, to, out_stride, std::min(kTileRows, left),
                                     wide);
          }
          strip += deep * kTileRows;
          to += kTileRows * out_stride;
        }
      }
    }
  }
}

/// One row: it meets several panels at once, and its numbers stay where they are.
template <class Real>
HWY_NOINLINE void multiply_row(const Real* a, const RightSide<Real>& b, Real* out, int depth, int columns) {
  const Real* panel = b.numbers;
  const Real* bias = b.bias;
  while (columns > 0) {
    int taken = kRowPanels;
    if (columns >= kRowPanels * kColumns<Real>) {
      multiply_tile<1, kRowPanels>(a, panel, b.stride, depth, true, bias, out, 0);
    } else {
      multiply_edge<1>(a, panel, depth, true, bias, out, 0, 1, std::min(kColumns<Real>, columns));
      taken = 1;
    }
    panel += taken * b.stride;
    if (bias != nullptr) bias += taken * kColumns<Real>;
    out += taken * kColumns<Real>;
    columns -= taken * kColumns<Real>;
  }
}

}  // namespace

template <class Real>
HWY_NOINLINE void PackedMatrix<Real>::pack(const Real* b, std::int64_t b_stride, int depth, int columns,
                                           const Real* bias) {
  constexpr std::size_t kLine = 64 / sizeof(Real);
  depth_ = depth;
  columns_ = columns;
  biased_ = bias != nullptr;
  const auto size = static_cast<std::size_t>(panel_count(*this)) * kColumns<Real> * (depth + (biased_ ? 1 : 0)) + kLine;
  if (numbers_.size() < size) numbers_.resize(size);
  const std::size_t past = reinterpret_cast<std::uintptr_t>(numbers_.data()) / sizeof(Real) % kLine;
  start_ = static_cast<std::ptrdiff_t>((kLine - past) % kLine);
  Real* const end = pack_panels(b, b_stride, depth, columns, numbers_.data() + start_);
  if (biased_) pack_panels(bias, 0, 1, columns, end);
}

template <class Real>
void multiply(const Real* a, std::int64_t a_stride, const PackedMatrix<Real>& b, Real* out, std::int64_t out_stride,
              int rows) {
  const std::int64_t step = std::int64_t{b.depth()} * kColumns<Real>;
  const RightSide<Real> right{b.data(), step, b.biased() ? b.data() + panel_count(b) * step : nullptr, true};
  // The last one or two rows of a tile are quicker alone than with rows that are thrown away.
  const int alone = rows % kTileRows <= kTileRows / 2 ? rows % kTileRows : 0, tiled = rows - alone;
  multiply_blocks(a, a_stride, right, out, out_stride, tiled, b.depth(), b.columns());
  for (int row = tiled; row < rows; ++row) {
    multiply_row(a + row * a_stride, right, out + row * out_stride, b.depth(), b.columns());
  }
}

template <class Real>
void multiply(const Real* a, std::int64_t a_stride, const Real* b, std::int64_t b_stride, Real* out,
              std::int64_t out_stride, int rows, int depth, int columns) {
  multiply_blocks(a, a_stride, {b, b_stride, nullptr, false}, out, out_stride, rows, depth, columns);
}

template class PackedMatrix<float>;
template class PackedMatrix<double>;
template void multiply(const float*, std::int64_t, const PackedMatrix<float>&, float*, std::int64_t, int);
template void multiply(const double*, std::int64_t, const PackedMatrix<double>&, double*, std::int64_t, int);
template void multiply(const float*, std::int64_t, const float*, std::int64_t, float*, std::int64_t, int, int, int);
template void multiply(const double*, std::int64_t, const double*, std::int64_t, double*, std::int64_t, int, int, int);

}  // namespace bandscope::engine::kernels
