// The inner loop of every product: a tile of sums that stay in registers.
#pragma once

#include "engine/kernels/simd.h"

namespace bandscope::engine::kernels {

/// Vectors across and rows down a tile. With 16 registers (of which V8 leaves 15) 4 x 2 sums, their two factors and one
/// more fit; of 32 wide ones there is room for 8 rows.
template <class Real>
inline constexpr int kTileVectors = kLaneCount<Real> * sizeof(Real) >= 64 ? 1 : 2;
template <class Real>
inline constexpr int kTileRows = kLaneCount<Real> * sizeof(Real) >= 64 ? 8 : 4;
template <class Real>
inline constexpr int kTileColumns = kTileVectors<Real> * kLaneCount<Real>;

/// (rows, columns) = factor · a (rows, depth) · b (depth, columns), the sums from 0 in the order of depth; row r goes
/// to out(r). Step k of `a` has its rows together, kAStep numbers after step k - 1; step k of `b` its columns, kBStep
/// numbers further.
template <int kAStep, int kBStep, class Real, class Out>
HWY_INLINE void tile(const Real* a, const Real* b, int depth, Real factor, const Out& out) {
  constexpr int kRows = kTileRows<Real>, kVectors = kTileVectors<Real>;
  const Full<Real> d;
  Vector<Real> sum[kRows][kVectors];
  for (auto& row : sum) {
    for (auto& one : row) one = hn::Zero(d);
  }
  for (int k = 0; k < depth; ++k, a += kAStep, b += kBStep) {
    Vector<Real> columns[kVectors];
    for (int v = 0; v < kVectors; ++v) columns[v] = hn::LoadU(d, b + v * kLaneCount<Real>);
    for (int r = 0; r < kRows; ++r) {
      const Vector<Real> row = hn::Set(d, a[r]);
      for (int v = 0; v < kVectors; ++v) sum[r][v] = mul_add(row, columns[v], sum[r][v]);
    }
  }
  const Vector<Real> times = hn::Set(d, factor);
  for (int r = 0; r < kRows; ++r) {
    Real* const to = out(r);
    for (int v = 0; v < kVectors; ++v) {
      hn::StoreU(hn::Mul(sum[r][v], times), d, to + v * kLaneCount<Real>);
    }
  }
}

}  // namespace bandscope::engine::kernels
