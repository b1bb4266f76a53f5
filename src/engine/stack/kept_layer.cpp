#include "engine/stack/kept_layer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "engine/kernels/attend.h"
#include "engine/kernels/multiply.h"
#include "engine/kernels/packed_keys.h"
#include "engine/masks/masks.h"
#include "engine/saturate.h"

namespace bandscope::engine {

namespace {

template <class Real>
void keep_norm(const StackSettings& settings, const Real* h, KeptLayer<Real>& kept) {
  kept.normed.clear();
  kept.norm_scale.clear();
  if (settings.norm == Norm::kNone) return;
  const auto rows = static_cast<int>(kept.keys.size());
  const int width = settings.shape.embed_width;
  kept.normed.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width));
  normalize(settings.norm, h, rows, width, kept.normed.data());
  for (int row = 0; row < rows; ++row, h += width) {
    double squares = 0;
    for (int e = 0; e < width; ++e) squares += static_cast<double>(h[e]) * static_cast<double>(h[e]);
    kept.norm_scale.push_back(static_cast<Real>(1 / std::sqrt(squares / width + kRmsEpsilon)));
  }
}

template <class Real>
void keep_ranges(const StackRule& rule, int layer, KeptLayer<Real>& kept) {
  kept.first.clear();
  kept.count.clear();
  kept.slots = 0;
  for (std::int64_t row = kept.rows.first; row <= kept.rows.last; ++row) {
    const Span read = layer_keys(rule, layer, row);
    kept.first.push_back(static_cast<int>(read.first - kept.keys.first));
    kept.count.push_back(static_cast<int>(read.size()));
    kept.slots = std::max(kept.slots, kept.count.back());
  }
}

/// Scores, scale and softmax of the kept keys, out of qkv.
template <class Real>
void keep_shares(const LayerSettings& settings, KeptLayer<Real>& kept) {
  const int heads = settings.shape.heads, depth = settings.shape.head_width, merged = heads * depth;
  const std::int64_t wide = std::int64_t{3} * merged;
  const auto rows = static_cast<int>(kept.rows.size()), keys = static_cast<int>(kept.keys.size());
  kept.divisor = settings.scale ? std::sqrt(static_cast<Real>(depth)) : Real{1};
  kept.shares.resize(static_cast<std::size_t>(heads) * static_cast<std::size_t>(rows) *
                     static_cast<std::size_t>(kept.slots));
  const Real* const queries = kept.qkv.data() + (kept.rows.first - kept.keys.first) * wide;
  kernels::PackedKeys<Real> packed;
  kernels::AttentionTile<Real> tile;
  for (int h = 0; h < heads; ++h) {
    packed.start(0, keys, depth);
    packed.append(kept.qkv.data() + (settings.tie ? 0 : merged) + h * depth, wide, nullptr, 0, keys, 0);
    for (int from = 0; from < rows; from += kernels::kQueryTile<Real>) {
      const int many = std::min(kernels::kQueryTile<Real>, rows - from);
      const kernels::TileKeys read{kept.first.data() + from, kept.count.data() + from, many, nullptr};
      typename kernels::AttentionTile<Real>::Rows q;
      typename kernels::AttentionTile<Real>::OutRows shares{};
      for (int r = 0; r < kernels::kQueryTile<Real>; ++r) {
        const int row = from + std::min(r, many - 1);
        q[r] = queries + row * wide + h * depth;
        shares[r] = kept.shares.data() + (static_cast<std::ptrdiff_t>(h) * rows + row) * kept.slots;
      }
      tile.start(read);
      tile.score(q, packed, 1 / kept.divisor);
      tile.strike(read, -std::numeric_limits<Real>::infinity());
      tile.softmax();
      tile.store(shares);
    }
  }
}

}  // namespace

template <class Real>
void keep_layer(const StackSettings& settings, int layer, const LayerWeights<Real>& weights, const Real* h,
                KeptLayer<Real>& kept) {
  const int embed = settings.shape.embed_width, wide = 3 * settings.shape.merged_width();
  const auto keys = static_cast<int>(kept.keys.size());
  keep_norm(settings, h, kept);
  keep_ranges(settings.rule(), layer, kept);
  kept.qkv.resize(static_cast<std::size_t>(keys) * static_cast<std::size_t>(wide));
  kernels::multiply(kept.normed.empty() ? h : kept.normed.data(), embed, weights.w_qkv.data(), wide, kept.qkv.data(),
                    wide, keys, embed, wide);
  keep_shares(settings.layer_settings(layer), kept);
}

std::int64_t estimate_kept_bytes(const StackSettings& settings, int layer, std::int64_t real_bytes) {
  using saturate::plus;
  using saturate::times;
  const LayerSettings one = settings.layer_settings(layer);
  const std::int64_t tokens = one.shape.keys, embed = one.shape.embed_width, heads = one.shape.heads;
  const std::int64_t slots = most_slots(one.window, one.causal, one.shape.keys);
  const std::int64_t norm = settings.norm == Norm::kNone ? 0 : times({tokens, embed + 1});
  const std::int64_t qkv = times({3, tokens, heads, one.shape.head_width});
  return plus({times({real_bytes, plus({qkv, times({heads, tokens, slots}), norm})}),
               times({2, tokens, static_cast<std::int64_t>(sizeof(int))})});
}

template void keep_layer(const StackSettings&, int, const LayerWeights<float>&, const float*, KeptLayer<float>&);
template void keep_layer(const StackSettings&, int, const LayerWeights<double>&, const double*, KeptLayer<double>&);

}  // namespace bandscope::engine
