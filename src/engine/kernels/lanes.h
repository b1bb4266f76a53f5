// A few numbers side by side, as the compiler's own vector type: plain loops over an array leave it to chance whether
// the sums stay in registers.
#pragma once

#include <cstring>

namespace bandscope::engine::kernels {

inline constexpr int kLanes = 8;

/// Count numbers in vectors of 16 bytes, which wasm and every x86-64 have as registers; of wider ones GCC makes memory.
template <class Real, int Count>
struct LaneParts {
  using Part [[gnu::vector_size(16)]] = Real;
  static constexpr int kParts = Count * static_cast<int>(sizeof(Real)) / 16;
  static_assert(kParts * 16 == Count * static_cast<int>(sizeof(Real)));

  LaneParts& operator+=(const LaneParts& other) {
    for (int n = 0; n < kParts; ++n) part[n] += other.part[n];
    return *this;
  }
  LaneParts& operator/=(Real divisor) {
    for (int n = 0; n < kParts; ++n) part[n] /= divisor;
    return *this;
  }
  friend LaneParts operator+(LaneParts a, const LaneParts& b) { return a += b; }
  friend LaneParts operator-(LaneParts a, const LaneParts& b) {
    for (int n = 0; n < kParts; ++n) a.part[n] -= b.part[n];
    return a;
  }
  friend LaneParts operator*(LaneParts a, Real factor) {
    for (int n = 0; n < kParts; ++n) a.part[n] *= factor;
    return a;
  }
  friend LaneParts operator*(Real factor, LaneParts a) { return a * factor; }

  Part part[kParts];
};
template <class Real, int Count>
struct LanesOf {
  using Type = LaneParts<Real, Count>;
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
  if constexpr (Count == 1) {
    lanes = *from;
  } else {
    for (auto& part : lanes.part) {
      std::memcpy(&part, from, sizeof part);
      from += sizeof part / sizeof(Real);
    }
  }
  return lanes;
}
template <int Count = kLanes, class Real>
inline void store(const Lanes<Real, Count>& lanes, Real* to) {
  if constexpr (Count == 1) {
    *to = lanes;
  } else {
    for (const auto& part : lanes.part) {
      std::memcpy(to, &part, sizeof part);
      to += sizeof part / sizeof(Real);
    }
  }
}

}  // namespace bandscope::engine::kernels
