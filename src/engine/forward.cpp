#include "engine/forward.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/kernels/attend.h"
#include "engine/kernels/multiply.h"
#include "engine/kernels/packed_keys.h"
#include "engine/masks/masks.h"
#include "engine/saturate.h"

namespace bandscope::engine {

namespace {

/// Rows that pass through at a time: enough for the products to read their weights once for many of them.
constexpr int kBlock = 128;
/// Room beyond the keys that a block needs, so that the ones to keep are not moved each time.
constexpr int kSlack = 3 * kBlock;
/// Columns that the widest target fills up to.
constexpr int kWidestTile = 32;

}  // namespace

template <class Real>
struct Forward<Real>::Room {
  int embed_width = 0, heads = 0, head_width = 0;
  bool tie = false, projected = false;
  kernels::PackedMatrix<Real> w_q, w_kv, w_o;   // (E, C), (E, 2C), (C, E)
  std::vector<kernels::PackedKeys<Real>> keys;  // (H)
  kernels::AttentionTile<Real> tile;
  std::vector<Real> q_block, kv_block, merged_block;

  int merged_width() const { return heads * head_width; }
  void pack(const Tensors<Real>& weights);
  void take_keys(const Tensors<Real>& tensors, const LayerShape& shape, int b, int end, int needed);
  void attend(const Tensors<Real>& tensors, const LayerSettings& settings, const KeyRanges& keep, int b, int from,
              int rows, Real* to);
};

template <class Real>
Forward<Real>::Forward() : room_(std::make_unique<Room>()) {}
template <class Real>
Forward<Real>::Forward(Forward&&) noexcept = default;
template <class Real>
Forward<Real>& Forward<Real>::operator=(Forward&&) noexcept = default;
template <class Real>
Forward<Real>::~Forward() = default;

template <class Real>
void Forward<Real>::Room::pack(const Tensors<Real>& weights) {
  const int merged = merged_width(), wide = 3 * merged;
  const Real* const w = weights.w_qkv.data();
  const Real* const bias = weights.b_qkv.empty() ? nullptr : weights.b_qkv.data();
  projected = !weights.w_qkv.empty();
  if (projected) {
    w_q.pack(w, wide, embed_width, merged, bias);
    if (tie) {
      // K is Q: the columns of both are the same.
      std::vector<Real> both;
      const auto add = [&](const Real* row) {
        both.insert(both.end(), row, row + merged);
        both.insert(both.end(), row + 2 * merged, row + wide);
      };
      for (int e = 0; e < embed_width; ++e) add(w + static_cast<std::ptrdiff_t>(e) * wide);
      if (bias != nullptr) add(bias);
      const Real* const end = both.data() + static_cast<std::ptrdiff_t>(embed_width) * 2 * merged;
      w_kv.pack(both.data(), std::int64_t{2} * merged, embed_width, 2 * merged, bias == nullptr ? nullptr : end);
    } else {
      w_kv.pack(w + merged, wide, embed_width, 2 * merged, bias == nullptr ? nullptr : bias + merged);
    }
  }
  if (!weights.w_o.empty()) {
    w_o.pack(weights.w_o.data(), embed_width, merged, embed_width, weights.b_o.empty() ? nullptr : weights.b_o.data());
  }
}

template <class Real>
void Forward<Real>::open(const Tensors<Real>& weights, const LayerShape& shape, bool tie) {
  Room& room = *room_;
  room.embed_width = shape.embed_width;
  room.heads = shape.heads;
  room.head_width = shape.head_width;
  room.tie = tie;
  room.pack(weights);
}

/// Keys and values up to `end` of sequence b, at most a block more than there are.
template <class Real>
void Forward<Real>::Room::take_keys(const Tensors<Real>& tensors, const LayerShape& shape, int b, int end, int needed) {
  const int merged = merged_width(), from = keys.front().end(), count = end - from;
  const auto row = static_cast<std::ptrdiff_t>(b) * shape.keys + from;
  const Real *k = nullptr, *v = nullptr;
  std::int64_t stride = merged;
  if (projected) {
    stride = std::int64_t{2} * merged;
    kv_block.resize(static_cast<std::size_t>(kBlock * stride));
    kernels::multiply(tensors.x.data() + row * embed_width, embed_width, w_kv, kv_block.data(), stride, count);
    k = kv_block.data();
    v = k + merged;
  } else {
    k = (tie ? tensors.q : tensors.k).data() + row * merged;
    v = tensors.v.data() + row * merged;
  }
  for (int h = 0; h < heads; ++h) {
    const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(h) * head_width;
    keys[static_cast<std::size_t>(h)].append(k + column, stride, v + column, stride, count, needed);
  }
}

/// merged (rows, C) of one block.
template <class Real>
void Forward<Real>::Room::attend(const Tensors<Real>& tensors, const LayerSettings& settings, const KeyRanges& keep,
                                 int b, int from, int rows, Real* to) {
  const LayerShape& shape = settings.shape;
  const int merged = merged_width();
  const auto row = static_cast<std::ptrdiff_t>(b) * shape.queries + from;
  const Real* queries = nullptr;
  if (projected) {
    q_block.resize(static_cast<std::size_t>(kBlock) * static_cast<std::size_t>(merged));
    kernels::multiply(tensors.x.data() + row * embed_width, embed_width, w_q, q_block.data(), merged, rows);
    queries = q_block.data();
  } else {
    queries = tensors.q.data() + row * merged;
  }
  const kernels::TileKeys kept{
      keep.first.data() + from, keep.count.data() + from, rows,
      keep.key_mask.empty() ? nullptr : keep.key_mask.data() + static_cast<std::ptrdiff_t>(b) * shape.keys};
  const Real factor = settings.scale ? 1 / std::sqrt(static_cast<Real>(head_width)) : Real{1};
  for (int h = 0; h < heads; ++h) {
    const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(h) * head_width;
    kernels::attend(tile, keys[static_cast<std::size_t>(h)], kept,
                    {queries + column, merged, to + column, merged, factor});
  }
}

template <class Real>
void Forward<Real>::run(const Tensors<Real>& tensors, const LayerSettings& settings,
                        const ForwardResults<Real>& results) {
  Room& room = *room_;
  const LayerShape& shape = settings.shape;
  const int merged = room.merged_width();
  const KeyRanges keep = key_ranges({shape.queries, shape.keys, settings.window, settings.causal, settings.key_mask});

  // The keys of each block, and the most that must lie there at once.
  struct Block {
    int from = 0, rows = 0, first_key = 0, end_key = 0;
  };
  std::vector<Block> blocks;
  const int end = results.first + results.rows;
  for (int from = results.first; from < end; from += kBlock) {
    Block block{from, std::min(kBlock, end - from), shape.keys, 0};
    for (int i = from; i < from + block.rows; ++i) {
      if (keep.count[i] == 0) continue;
      block.first_key = std::min(block.first_key, keep.first[i]);
      block.end_key = std::max(block.end_key, keep.first[i] + keep.count[i]);
    }
    blocks.push_back(block);
  }
  // Keys that a later block reads stay; a row of another sequence's never do.
  int capacity = 0, first_key = shape.keys;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    first_key = block->first_key = std::min(first_key, block->first_key);
    capacity = std::max(capacity, block->end_key - block->first_key);
  }
  capacity = std::min(capacity + kSlack, shape.keys);

  room.keys.resize(static_cast<std::size_t>(room.heads));
  for (int b = 0; b < shape.batch; ++b) {
    for (auto& keys : room.keys)
      keys.start(blocks.empty() ? 0 : std::min(blocks[0].first_key, shape.keys), capacity, room.head_width);
    for (const Block& block : blocks) {
      while (room.keys.front().end() < block.end_key) {
        room.take_keys(tensors, shape, b, std::min(block.end_key, room.keys.front().end() + kBlock), block.first_key);
      }
      const auto row = static_cast<std::ptrdiff_t>(b) * results.rows + (block.from - results.first);
      Real* to = results.merged.data() + row * merged;
      if (results.merged.empty()) {
        room.merged_block.resize(static_cast<std::size_t>(kBlock) * static_cast<std::size_t>(merged));
        to = room.merged_block.data();
      }
      room.attend(tensors, settings, keep, b, block.from, block.rows, to);
      if (results.output.empty()) continue;
      kernels::multiply(to, merged, room.w_o, results.output.data() + row * room.embed_width, room.embed_width,
                        block.rows);
    }
  }
}

std::int64_t estimate_forward_bytes(const LayerSettings& settings, bool given_qkv, bool with_output) {
  using saturate::plus;
  using saturate::times;
  const LayerShape& shape = settings.shape;
  const std::int64_t merged = times({shape.heads, shape.head_width}), embed = shape.embed_width;
  const std::int64_t weights =
      plus({given_qkv ? 0 : times({3, merged, embed}), with_output ? times({merged, embed}) : 0});
  // A block's rows each reach as far as one does.
  const std::int64_t reach = most_slots(settings.window, settings.causal, shape.keys);
  const std::int64_t keys = std::min<std::int64_t>(plus({reach, kBlock + kSlack}), shape.keys);
  const std::int64_t columns = (shape.head_width + kWidestTile - 1) / kWidestTile * kWidestTile;
  const std::int64_t packed = times({keys, shape.heads, plus({shape.head_width, columns})});
  const std::int64_t strip = times({plus({reach, 2 * kWidestTile}), kWidestTile});
  return plus({times({4, plus({weights, packed, strip, times({kBlock, 4, merged}), times({2, shape.queries})})}),
               static_cast<std::int64_t>(settings.key_mask.size()) * 2, 100'000});
}

template class Forward<float>;
template class Forward<double>;

}  // namespace bandscope::engine
