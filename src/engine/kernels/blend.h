// Shares times values, for one row.
#pragma once

#include <array>
#include <cstdint>

namespace bandscope::engine::kernels {

/// Width numbers of the blend: the sum over kept slots, in their order, from 0.
template <int Width, class Real>
inline void blend_tile(const Real* shares, const std::uint8_t* kept, int slots, const Real* values, std::int64_t stride,
                       Real* out) {
  std::array<Real, Width> sum{};
  for (int s = 0; s < slots; ++s) {
    // A struck key's value is skipped, not multiplied by 0: a NaN in it must not leak.
    if (kept != nullptr && kept[s] == 0) continue;
    const Real share = shares[s];
    const Real* value = values + s * stride;
    for (int d = 0; d < Width; ++d) sum[d] += share * value[d];
  }
  for (int d = 0; d < Width; ++d) out[d] = sum[d];
}

/// out (D) = Σ shares[s] · values (slot s, D); `kept` has one flag a slot, or is null for all.
template <class Real>
void blend(const Real* shares, const std::uint8_t* kept, int slots, const Real* values, std::int64_t stride, int depth,
           Real* out) {
  int d = 0;
  for (; d + 16 <= depth; d += 16) blend_tile<16>(shares, kept, slots, values + d, stride, out + d);
  for (; d + 8 <= depth; d += 8) blend_tile<8>(shares, kept, slots, values + d, stride, out + d);
  for (; d + 4 <= depth; d += 4) blend_tile<4>(shares, kept, slots, values + d, stride, out + d);
  for (; d < depth; ++d) blend_tile<1>(shares, kept, slots, values + d, stride, out + d);
}

}  // namespace bandscope::engine::kernels
