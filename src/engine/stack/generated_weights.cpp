#include "engine/stack/generated_weights.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "engine/built_weights.h"
#include "engine/drawn_weights.h"

namespace bandscope::engine {

namespace {

/// Numbers of one layer's weights: w_qkv (E, 3C) and w_o (C, E).
std::int64_t numbers(const LayerShape& shape) { return std::int64_t{4} * shape.embed_width * shape.merged_width(); }

/// Whether both specs make the same weights of each layer: words, tokens and positions do not matter to them.
bool same_weights(const InputSpec& a, const InputSpec& b) {
  return a.seed == b.seed && shape_of(a).embed_width == shape_of(b).embed_width && uses_built(a) == uses_built(b) &&
         a.heads * a.head_width == b.heads * b.head_width && (!uses_built(a) || a.heads == b.heads);
}

}  // namespace

template <class Real>
void GeneratedWeights<Real>::set(const InputSpec& spec, bool shared) {
  if (draws_ == 0 || !same_weights(spec_, spec)) {
    ++draws_;
    held_.clear();
    making_ = {};
  }
  spec_ = spec;
  shape_ = shape_of(spec);
  shared_ = shared;
}

template <class Real>
std::uint64_t GeneratedWeights<Real>::revision(int layer) {
  return draws_ * (kMostLayers + 1) + static_cast<std::uint64_t>(drawn_layer(layer));
}

template <class Real>
bool GeneratedWeights<Real>::make(int layer, std::int64_t& work) {
  const int drawn = drawn_layer(layer);
  const auto found =
      std::find_if(held_.begin(), held_.end(), [drawn](const Held& held) { return held.layer == drawn; });
  if (found != held_.end()) {
    std::rotate(found, found + 1, held_.end());
    return true;
  }
  if (making_.layer != drawn) {
    const std::int64_t bytes = numbers(shape_) * static_cast<std::int64_t>(sizeof(Real));
    // One that must go leaves its memory to the new one.
    while (!held_.empty() && bytes_held() + bytes > kMostWeightBytes) {
      making_ = std::move(held_.front());
      held_.erase(held_.begin());
    }
    making_.layer = drawn;
    making_.w_qkv.clear();
    making_.w_o.clear();
  }
  if (!draw_w_qkv(spec_, drawn, making_.w_qkv, work) || !draw_w_o(spec_, drawn, making_.w_o, work)) return false;
  held_.push_back(std::move(making_));
  making_ = {};
  return true;
}

template <class Real>
LayerWeights<Real> GeneratedWeights<Real>::weights(int layer) {
  for (std::int64_t work = std::numeric_limits<std::int64_t>::max(); !make(layer, work);) {
  }
  return {held_.back().w_qkv, held_.back().w_o, revision(layer)};
}

template <class Real>
std::int64_t GeneratedWeights<Real>::bytes_held() const {
  return static_cast<std::int64_t>(held_.size()) * numbers(shape_) * static_cast<std::int64_t>(sizeof(Real));
}

template class GeneratedWeights<float>;
template class GeneratedWeights<double>;

}  // namespace bandscope::engine
