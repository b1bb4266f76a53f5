// The vectors that the kernels are written in: Google Highway's, for the one target that the compiler was told.
#pragma once

#include <hwy/highway.h>

namespace bandscope::engine::kernels {

namespace hn = hwy::HWY_NAMESPACE;

/// The tag of a full vector of Real: 4 floats as wasm and SSE, 8 with AVX2, 16 with AVX-512.
template <class Real>
using Full = hn::ScalableTag<Real>;
template <class Real>
using Vector = hn::Vec<Full<Real>>;
/// Numbers in a full vector; a constant on every target that we build for.
template <class Real>
inline constexpr int kLaneCount = static_cast<int>(HWY_MAX_LANES_D(Full<Real>));

/// sum + a * b: fused where the target has it. A binary on a machine keeps to one of both, so that its bits never
/// differ; of the relaxed instruction the browser chooses which.
template <class V>
HWY_INLINE V mul_add(V a, V b, V sum) {
#if HWY_TARGET == HWY_WASM && defined(__wasm_relaxed_simd__)
  if constexpr (sizeof(hn::TFromV<V>) == 4) return V{wasm_f32x4_relaxed_madd(a.raw, b.raw, sum.raw)};
#endif
  return hn::MulAdd(a, b, sum);
}

/// The larger of both; `b` where `a` is not a number.
template <class V>
HWY_INLINE V larger(V a, V b) {
#if HWY_TARGET == HWY_WASM
  // One instruction; hn::Max takes about ten in a browser, for which zero and NaN comes first.
  if constexpr (sizeof(hn::TFromV<V>) == 4) return V{wasm_f32x4_pmax(b.raw, a.raw)};
#endif
  return hn::IfThenElse(hn::Gt(a, b), a, b);
}

}  // namespace bandscope::engine::kernels
