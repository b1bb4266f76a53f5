// What a backward pass needs of one layer of a stack, kept only where it can matter to one row.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/stack/rule.h"
#include "engine/stack/stack.h"
#include "engine/uncleared.h"

namespace bandscope::engine {

/// Of a layer that reads the rows `keys` of h[l-1] and writes the rows `rows` of h[l].
template <class Real>
struct KeptLayer {
  Span rows, keys;
  UnclearedVector<Real> qkv;      // (keys, 3C)
  UnclearedVector<Real> shares;   // (H, rows, slots)
  std::vector<int> first, count;  // (rows): slot s of a row is row first + s of `keys`
  int slots = 0;
  Real divisor = 1;              // √D, or 1 with the scale off
  UnclearedVector<Real> normed;  // (keys, E); empty without a norm
  std::vector<Real> norm_scale;  // (keys): normed = h · norm_scale
};

/// How far a layer is kept.
struct KeptSoFar {
  enum class Part { kNorm, kProject, kShares } part = Part::kNorm;
  int row = 0, column = 0, head = 0;
};

/// Layer `layer` with the row spans of `kept` set, made anew out of h (keys, E). Each number has the bits that the
/// stack's own run gave it.
template <class Real>
void keep_layer(const StackSettings& settings, int layer, const LayerWeights<Real>& weights, const Real* h,
                KeptLayer<Real>& kept);

/// The same in slices: works for about `work` multiply-adds, takes them off, and says whether all is kept.
template <class Real>
bool keep_layer(const StackSettings& settings, int layer, const LayerWeights<Real>& weights, const Real* h,
                KeptLayer<Real>& kept, KeptSoFar& at, std::int64_t& work);

extern template void keep_layer(const StackSettings&, int, const LayerWeights<float>&, const float*, KeptLayer<float>&);
extern template void keep_layer(const StackSettings&, int, const LayerWeights<double>&, const double*,
                                KeptLayer<double>&);
extern template bool keep_layer(const StackSettings&, int, const LayerWeights<float>&, const float*, KeptLayer<float>&,
                                KeptSoFar&, std::int64_t&);
extern template bool keep_layer(const StackSettings&, int, const LayerWeights<double>&, const double*,
                                KeptLayer<double>&, KeptSoFar&, std::int64_t&);

/// Bytes of a layer kept whole. Saturates.
std::int64_t estimate_kept_bytes(const StackSettings& settings, int layer, std::int64_t real_bytes);

}  // namespace bandscope::engine
