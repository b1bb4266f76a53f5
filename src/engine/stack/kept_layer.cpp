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

// In multiply-adds: a weight that is packed for a product, and an element of a softmax.
constexpr int kPackWork = 10, kSoftmaxWork = 24;

template <class Real>
void keep_norm(const StackSettings& settings, const Real* h, KeptLayer<Real>& kept) {
  kept.normed.clear();
  kept.norm_scale.clear();
  if (settings.norm == Norm::kNone) return;
  const auto rows = static_cast<int>(kept.keys.size());
  const int width = settings.shape.embed_width;
  make_room(kept.normed, static_cast<std::size_t>(rows) * static_cast<std::size_t>(width));
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

/// qkv of `keys`, a block of rows times a chunk of columns at a time.
template <class Real>
bool project(int embed, int wide, const Real* w_qkv, const Real* h, KeptLayer<Real>& kept, KeptSoFar& at,
             std::int64_t& work) {
  constexpr int kRows = 64, kColumns = 96;
  const auto rows = static_cast<int>(kept.keys.size());
  const Real* const from = kept.normed.empty() ? h : kept.normed.data();
  make_room(kept.qkv, static_cast<std::size_t>(rows) * static_cast<std::size_t>(wide));
  for (; at.row < rows; at.row += kRows, at.column = 0) {
    for (; at.column < wide; at.column += kColumns) {
      if (work <= 0) return false;
      const int high = std::min(kRows, rows - at.row), columns = std::min(kColumns, wide - at.column);
      kernels::multiply(from + std::ptrdiff_t{at.row} * embed, embed, w_qkv + at.column, wide,
                        kept.qkv.data() + std::ptrdiff_t{at.row} * wide + at.column, wide, high, embed, columns);
      work -= std::int64_t{high + kPackWork} * embed * columns;
    }
  }
  return true;
}

/// Scores, scale and softmax of the kept keys, out of qkv: tile by tile, one head after the other.
template <class Real>
bool keep_shares(const LayerSettings& settings, KeptLayer<Real>& kept, KeptSoFar& at, std::int64_t& work) {
  const int heads = settings.shape.heads, depth = settings.shape.head_width, merged = heads * depth;
  const std::int64_t wide = std::int64_t{3} * merged;
  const auto rows = static_cast<int>(kept.rows.size()), keys = static_cast<int>(kept.keys.size());
  kept.divisor = settings.scale ? std::sqrt(static_cast<Real>(depth)) : Real{1};
  make_room(kept.shares,
            static_cast<std::size_t>(heads) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(kept.slots));
  const Real* const queries = kept.qkv.data() + (kept.rows.first - kept.keys.first) * wide;
  kernels::PackedKeys<Real> packed;
  kernels::AttentionTile<Real> tile;
  for (; at.head < heads; ++at.head, at.row = 0) {
    if (work <= 0) return false;
    packed.start(0, keys, depth);
    packed.append(kept.qkv.data() + (settings.tie ? 0 : merged) + at.head * depth, wide, nullptr, 0, keys, 0);
    work -= std::int64_t{keys} * depth;
    for (; at.row < rows; at.row += kernels::kQueryTile<Real>) {
      if (work <= 0) return false;
      const int many = std::min(kernels::kQueryTile<Real>, rows - at.row);
      const kernels::TileKeys read{kept.first.data() + at.row, kept.count.data() + at.row, many, nullptr};
      typename kernels::AttentionTile<Real>::Rows q;
      typename kernels::AttentionTile<Real>::OutRows shares{};
      for (int r = 0; r < kernels::kQueryTile<Real>; ++r) {
        const int row = at.row + std::min(r, many - 1);
        q[r] = queries + row * wide + at.head * depth;
        shares[r] = kept.shares.data() + (static_cast<std::ptrdiff_t>(at.head) * rows + row) * kept.slots;
      }
      tile.start(read);
      tile.score(q, packed, 1 / kept.divisor);
      tile.strike(read, -std::numeric_limits<Real>::infinity());
      tile.softmax();
      tile.store(shares);
      work -= std::int64_t{tile.end() - tile.first()} * many * (depth + kSoftmaxWork);
    }
  }
  return true;
}

}  // namespace

template <class Real>
bool keep_layer(const StackSettings& settings, int layer, const LayerWeights<Real>& weights, const Real* h,
                KeptLayer<Real>& kept, KeptSoFar& at, std::int64_t& work) {
  using Part = KeptSoFar::Part;
  const int embed = settings.shape.embed_width, wide = 3 * settings.shape.merged_width();
  if (at.part == Part::kNorm) {
    keep_norm(settings, h, kept);
    keep_ranges(settings.rule(), layer, kept);
    work -= kept.keys.size() * (settings.norm == Norm::kNone ? 1 : 2 * kNormWork * embed);
    at.part = Part::kProject;
  }
  if (at.part == Part::kProject) {
    if (!project(embed, wide, weights.w_qkv.data(), h, kept, at, work)) return false;
    at = {.part = Part::kShares};
  }
  return keep_shares(settings.layer_settings(layer), kept, at, work);
}

template <class Real>
void keep_layer(const StackSettings& settings, int layer, const LayerWeights<Real>& weights, const Real* h,
                KeptLayer<Real>& kept) {
  KeptSoFar at;
  std::int64_t work = std::numeric_limits<std::int64_t>::max();
  keep_layer(settings, layer, weights, h, kept, at, work);
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

template bool keep_layer(const StackSettings&, int, const LayerWeights<float>&, const float*, KeptLayer<float>&,
                         KeptSoFar&, std::int64_t&);
template bool keep_layer(const StackSettings&, int, const LayerWeights<double>&, const double*, KeptLayer<double>&,
                         KeptSoFar&, std::int64_t&);

}  // namespace bandscope::engine
