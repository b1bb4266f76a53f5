// One query against a run of keys that stand on end.
#pragma once

#include <array>
#include <cstdint>

namespace bandscope::engine::kernels {

inline constexpr int kKeyTile = 16;

/// out[s] = q · key s, for `count` keys; `keys` points at the first of them in a (D, keys) table of `stride` numbers a
/// row. Each score is the sum of its products in the order of D, from 0, as multiply() makes it.
template <class Real>
void dot_keys(const Real* q, const Real* keys, std::int64_t stride, int depth, int count, Real* out) {
  int s = 0;
  for (; s + kKeyTile <= count; s += kKeyTile) {
    std::array<Real, kKeyTile> sum{};
    for (int d = 0; d < depth; ++d) {
      const Real factor = q[d];
      const Real* row = keys + d * stride + s;
      for (int c = 0; c < kKeyTile; ++c) sum[c] += factor * row[c];
    }
    for (int c = 0; c < kKeyTile; ++c) out[s + c] = sum[c];
  }
  for (; s < count; ++s) {
    Real sum = 0;
    for (int d = 0; d < depth; ++d) sum += q[d] * keys[d * stride + s];
    out[s] = sum;
  }
}

}  // namespace bandscope::engine::kernels
