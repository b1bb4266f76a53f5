// A few numbers side by side, as the compiler's own vector type: plain loops over an array leave it to chance whether
// the sums stay in registers.
#pragma once

#include <cstring>

namespace bandscope::engine::kernels {

inline constexpr int kLanes = 8;

template <class Real, int Count>
struct LanesOf {
  using Type [[gnu::vector_size(Count * sizeof(Real))]] = Real;
};
template <class Real>
struct LanesOf<Real, 1> {
  using Type = Real;
};
template <class Real, int Count = kLanes>
using Lanes = typename LanesOf<Real, Count>::Type;

template <int Count = kLanes, class Real>
inline Lanes<Real, Count> load(const Real* from) {
  Lanes<Real, Count> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
template <int Count = kLanes, class Real>
inline void store(const Lanes<Real, Count>& lanes, Real* to) {
  std::memcpy(to, &lanes, sizeof lanes);
}

}  // namespace bandscope::engine::kernels
