// A few numbers side by side, as the compiler's own vector type: plain loops over an array leave it to chance whether
// the sums stay in registers.
#pragma once

#include <cstring>

namespace bandscope::engine::kernels {

inline constexpr int kLanes = 8;

template <class Real>
struct LanesOf {
  using Type [[gnu::vector_size(kLanes * sizeof(Real))]] = Real;
};
template <class Real>
using Lanes = typename LanesOf<Real>::Type;

template <class Real>
inline Lanes<Real> load(const Real* from) {
  Lanes<Real> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
template <class Real>
inline void store(const Lanes<Real>& lanes, Real* to) {
  std::memcpy(to, &lanes, sizeof lanes);
}

}  // namespace bandscope::engine::kernels
