#include "engine/stack/generated_weights.h"

#include <algorithm>
#include <cstddef>

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
LayerWeights<Real> GeneratedWeights<Real>::weights(int layer) {
  const int drawn = drawn_layer(layer);
  auto found = std::find_if(held_.begin(), held_.end(), [drawn](const Held& held) { return held.layer == drawn; });
  if (found == held_.end()) {
    const std::int64_t bytes = numbers(shape_) * static_cast<std::int64_t>(sizeof(Real));
    Held made;
    // One that must go leaves its memory to the new one.
    while (!held_.empty() && bytes_held() + bytes > kMostWeightBytes) {
      made = std::move(held_.front());
      held_.erase(held_.begin());
    }
    made.layer = drawn;
    const std::size_t corner =
        static_cast<std::size_t>(shape_.embed_width) * static_cast<std::size_t>(shape_.merged_width());
    made.w_qkv.resize(3 * corner);
    made.w_o.resize(corner);
    draw_w_qkv(spec_, drawn, made.w_qkv.data());
    draw_w_o(spec_, drawn, made.w_o.data());
    held_.push_back(std::move(made));
  } else {
    std::rotate(found, found + 1, held_.end());
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
