// One row's softmax.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace bandscope::engine::kernels {

template <class Real>
struct RowSums {
  Real peak = -std::numeric_limits<Real>::infinity();
  Real total = 0;
};

/// shares[s] = e^(score - peak) / total over the kept slots, in their order; 0 where `kept` (one flag a slot, or null
/// for all) is 0. A row that keeps nothing is all 0. A kept NaN, or +infinity, makes the kept shares of this row NaN,
/// as IEEE arithmetic says.
template <class Real>
RowSums<Real> softmax(const Real* scores, const std::uint8_t* kept, int slots, Real* shares) {
  RowSums<Real> row;
  for (int s = 0; s < slots; ++s) {
    if ((kept == nullptr || kept[s] != 0) && scores[s] > row.peak) row.peak = scores[s];
  }
  for (int s = 0; s < slots; ++s) {
    shares[s] = 0;
    if (kept != nullptr && kept[s] == 0) continue;
    shares[s] = std::exp(scores[s] - row.peak);
    row.total += shares[s];
  }
  for (int s = 0; s < slots; ++s) {
    if (kept == nullptr || kept[s] != 0) shares[s] /= row.total;
  }
  return row;
}

}  // namespace bandscope::engine::kernels
