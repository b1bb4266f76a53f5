// The backward pass of one layer: what a change of each number does to the output.
#pragma once

#include <span>
#include <vector>

#include "engine/layer.h"
#include "engine/trace.h"

namespace bandscope::engine {

/// Gradients of Σ upstream · output (without w_o: of Σ upstream · merged). What the layer did not read stays empty.
template <class Real>
struct LayerGradient {
  std::vector<Real> x;      // (B, T, E)
  std::vector<Real> w_qkv;  // (E, 3C)
  std::vector<Real> b_qkv;  // (3C)
  std::vector<Real> w_o;    // (C, E)
  std::vector<Real> b_o;    // (E)
  std::vector<Real> q;      // (B, Tq, C); with tie the keys' part is in here, and k is empty
  std::vector<Real> k;      // (B, Tk, C)
  std::vector<Real> v;      // (B, Tk, C)
};

/// `trace` is of a run with these tensors; upstream is (B, Tq, E), or without w_o (B, Tq, C). Through softmax:
/// ds = share (da - Σ share da). Struck keys get nothing, and a row that kept no key, or whose upstream is all 0,
/// passes nothing on: no NaN of theirs leaks. With strike by zero a struck key has a share and so its value gets its
/// part, but its score is a constant. Rumelhart, Hinton, Williams (1986), written out for attention.
template <class Real>
LayerGradient<Real> layer_backward(const Trace<Real>& trace, const Tensors<Real>& tensors,
                                   std::span<const Real> upstream);

extern template LayerGradient<float> layer_backward(const Trace<float>&, const Tensors<float>&, std::span<const float>);
extern template LayerGradient<double> layer_backward(const Trace<double>&, const Tensors<double>&,
                                                     std::span<const double>);

}  // namespace bandscope::engine
