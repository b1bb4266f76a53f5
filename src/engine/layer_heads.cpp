// A layer's heads, one after the other: scores of the pairs that are not known, then softmax and blend of the rows that
// they, or the mask, changed.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "engine/kernels/attend.h"
#include "engine/kernels/packed_keys.h"
#include "engine/layer.h"

namespace bandscope::engine {

namespace {

/// An element of a softmax costs about as much as so many multiply-adds.
constexpr int kSoftmaxCost = 24;

}  // namespace

template <class Real>
struct Layer<Real>::HeadRoom {
  kernels::PackedKeys<Real> keys;
  kernels::AttentionTile<Real> tile;
};

template <class Real>
Layer<Real>::Layer() : head_(std::make_unique<HeadRoom>()) {}
template <class Real>
Layer<Real>::Layer(Layer&&) noexcept = default;
template <class Real>
Layer<Real>& Layer<Real>::operator=(Layer&&) noexcept = default;
template <class Real>
Layer<Real>::~Layer() = default;

/// For each key of the head, the nearest changed one at or before it, and at or after it.
template <class Real>
void Layer<Real>::find_changes(int group) {
  const int keys = trace_.shape.keys;
  const auto flags = static_cast<std::ptrdiff_t>(group) * keys;
  changed_before_.resize(static_cast<std::size_t>(keys));
  changed_after_.resize(static_cast<std::size_t>(keys));
  value_before_.resize(static_cast<std::size_t>(keys));
  for (int j = 0, key = -1, value = -1; j < keys; ++j) {
    if (k_changed_[static_cast<std::size_t>(flags + j)] != 0) key = j;
    if (v_changed_[static_cast<std::size_t>(flags + j)] != 0) value = j;
    changed_before_[j] = key;
    value_before_[j] = value;
  }
  for (int j = keys - 1, key = keys; j >= 0; --j) {
    if (k_changed_[static_cast<std::size_t>(flags + j)] != 0) key = j;
    changed_after_[j] = key;
  }
}

/// One run of keys that holds all that a row must score: those that it has and does not know, and those that changed.
template <class Real>
typename Layer<Real>::KeyRun Layer<Real>::unknown_keys(int group, int i) const {
  const KeyTable<Real>& table = trace_.scores_raw;
  const int first = table.first[i], end = first + table.count[i];
  const int from = std::clamp(known_.first[i], first, end);
  const int to = std::clamp(known_.first[i] + known_.count[i], from, end);
  if (first == end || from == to || q_changed_[query_flag(group, i)] != 0) return {first, end};
  KeyRun run{end, first};
  if (first < from) run = {first, from};
  if (to < end) run = {std::min(run.first, to), end};
  if (changed_after_[first] < end) {
    run = {std::min(run.first, changed_after_[first]), std::max(run.end, changed_before_[end - 1] + 1)};
  }
  return run;
}

/// One tile of one head, or what must be packed before the first.
template <class Real>
std::int64_t Layer<Real>::head_slice() {
  const int rows = std::min(kernels::kQueryTile<Real>, trace_.shape.queries - row_);
  std::int64_t cost = 0;
  if (row_ == 0) cost += scored_ ? pack_values(chunk_) : pack_keys(chunk_);
  cost += scored_ ? attend_tile(chunk_, row_, rows) : score_tile(chunk_, row_, rows);
  row_ += rows;
  if (row_ == trace_.shape.queries) {
    row_ = 0;
    if (scored_) ++chunk_;
    scored_ = !scored_;
  }
  return cost;
}

template <class Real>
std::int64_t Layer<Real>::pack_keys(int group) {
  const LayerShape& shape = trace_.shape;
  find_changes(group);
  KeyRun all{shape.keys, 0};
  for (int i = 0; i < shape.queries; ++i) {
    const KeyRun run = unknown_keys(group, i);
    if (run.first >= run.end) continue;
    all = {std::min(all.first, run.first), std::max(all.end, run.end)};
  }
  if (all.first >= all.end) return shape.queries;
  const int count = all.end - all.first;
  head_->keys.start(all.first, count, shape.head_width);
  head_->keys.append(trace_.k.row(group / shape.heads, group % shape.heads, all.first), trace_.k.strides[2], nullptr, 0,
                     count, all.first);
  return static_cast<std::int64_t>(count) * shape.head_width;
}

template <class Real>
std::int64_t Layer<Real>::pack_values(int group) {
  const LayerShape& shape = trace_.shape;
  const KeyTable<Real>& shares = trace_.shares;
  KeyRun all{shape.keys, 0};
  for (int i = 0; i < shape.queries; ++i) {
    // A tile takes all of its rows.
    const int tile = i / kernels::kQueryTile<Real> * kernels::kQueryTile<Real>;
    const int tile_end = std::min(tile + kernels::kQueryTile<Real>, shape.queries);
    const auto flag = attend_rows_.begin() + static_cast<std::ptrdiff_t>(query_flag(group, 0));
    if (shares.count[i] == 0 || std::find(flag + tile, flag + tile_end, std::uint8_t{1}) == flag + tile_end) continue;
    all = {std::min(all.first, shares.first[i]), std::max(all.end, shares.first[i] + shares.count[i])};
  }
  if (all.first >= all.end) all = {0, 0};
  const int count = all.end - all.first;
  head_->keys.start(all.first, count, shape.head_width);
  head_->keys.append(nullptr, 0, trace_.v.row(group / shape.heads, group % shape.heads, all.first), trace_.v.strides[2],
                     count, all.first);
  return static_cast<std::int64_t>(count) * shape.head_width;
}

/// scores_raw and scores_scaled of rows from .. from + rows - 1, where they are not known.
template <class Real>
std::int64_t Layer<Real>::score_tile(int group, int from, int rows) {
  const LayerShape& shape = trace_.shape;
  const int b = group / shape.heads, h = group % shape.heads;
  std::array<int, kernels::kQueryTile<Real>> first{}, count{};
  std::int64_t cells = 0;
  for (int r = 0; r < rows; ++r) {
    const KeyRun run = unknown_keys(group, from + r);
    first[r] = run.first;
    count[r] = std::max(0, run.end - run.first);
    cells += count[r];
  }
  if (cells == 0 && !rescale_) return 1;
  if (cells > 0) {
    head_->tile.start({first.data(), count.data(), rows, nullptr});
    typename kernels::AttentionTile<Real>::Rows q;
    typename kernels::AttentionTile<Real>::OutRows raw{};
    for (int r = 0; r < kernels::kQueryTile<Real>; ++r) {
      const int row = std::min(r, rows - 1);
      q[r] = trace_.q.row(b, h, from + row);
      raw[r] = trace_.scores_raw.row(b, h, from + row) + (first[row] - trace_.scores_raw.first[from + row]);
    }
    head_->tile.score(q, head_->keys, Real{1});
    head_->tile.store(raw);
  }
  const Real factor = score_factor();
  for (int r = 0; r < rows; ++r) {
    const int i = from + r;
    const int begin = rescale_ ? 0 : first[r] - trace_.scores_raw.first[i];
    const int scaled = rescale_ ? trace_.scores_raw.count[i] : count[r];
    const Real* raw = trace_.scores_raw.row(b, h, i) + begin;
    std::transform(raw, raw + scaled, trace_.scores_scaled.row(b, h, i) + begin,
                   [factor](Real score) { return score * factor; });
  }
  work_.cells_scored += cells;
  return cells * shape.head_width + 1;
}

template <class Real>
Real Layer<Real>::score_factor() const {
  return trace_.scaled ? 1 / std::sqrt(static_cast<Real>(trace_.shape.head_width)) : Real{1};
}

/// scores_masked, shares, head_out and merged of rows from .. from + rows - 1, if one of them changed.
template <class Real>
std::int64_t Layer<Real>::attend_tile(int group, int from, int rows) {
  const LayerShape& shape = trace_.shape;
  const int b = group / shape.heads, h = group % shape.heads;
  const auto flag = attend_rows_.begin() + static_cast<std::ptrdiff_t>(query_flag(group, from));
  if (std::find(flag, flag + rows, std::uint8_t{1}) == flag + rows) return 1;
  const std::uint8_t* const mask = trace_.keep.key_mask.empty()
                                       ? nullptr
                                       : trace_.keep.key_mask.data() + static_cast<std::ptrdiff_t>(b) * shape.keys;
  const kernels::TileKeys kept{trace_.keep.first.data() + from, trace_.keep.count.data() + from, rows, mask};
  // With strike by zero a struck key has a share like any other.
  const kernels::TileKeys shared{trace_.shares.first.data() + from, trace_.shares.count.data() + from, rows,
                                 trace_.strike_zero ? nullptr : mask};
  typename kernels::AttentionTile<Real>::Rows scaled;
  typename kernels::AttentionTile<Real>::OutRows masked, shares, out;
  for (int r = 0; r < kernels::kQueryTile<Real>; ++r) {
    const int i = from + std::min(r, rows - 1);
    scaled[r] = trace_.scores_scaled.row(b, h, i) + (trace_.shares.first[i] - trace_.scores_scaled.first[i]);
    masked[r] = trace_.scores_masked.row(b, h, i);
    shares[r] = trace_.shares.row(b, h, i);
    out[r] = trace_.head_out.data() + trace_.row_index(b, h, i) * shape.head_width;
  }
  head_->tile.start(shared);
  head_->tile.load(scaled);
  head_->tile.strike(kept, trace_.strike_zero ? Real{0} : -std::numeric_limits<Real>::infinity());
  head_->tile.store(masked);
  head_->tile.softmax();
  if (!trace_.strike_zero) head_->tile.strike(kept, Real{0});
  head_->tile.store(shares);
  head_->tile.blend(head_->keys, out);
  Real* merged = trace_.merged.data() + (static_cast<std::ptrdiff_t>(b) * shape.queries + from) * shape.merged_width() +
                 static_cast<std::ptrdiff_t>(h) * shape.head_width;
  for (int r = 0; r < rows; ++r, merged += shape.merged_width()) {
    trace_.row_peak[trace_.row_index(b, h, from + r)] = head_->tile.peak(r);
    trace_.row_total[trace_.row_index(b, h, from + r)] = head_->tile.total(r);
    std::copy_n(out[r], shape.head_width, merged);
  }
  work_.rows_attended += rows;
  return static_cast<std::int64_t>(head_->tile.end() - head_->tile.first()) * rows * (shape.head_width + kSoftmaxCost);
}

// The members above; those of layer.cpp are instantiated there.
template Layer<float>::Layer();
template Layer<float>::Layer(Layer<float>&&) noexcept;
template Layer<float>& Layer<float>::operator=(Layer<float>&&) noexcept;
template Layer<float>::~Layer();
template void Layer<float>::find_changes(int);
template Layer<float>::KeyRun Layer<float>::unknown_keys(int, int) const;
template std::int64_t Layer<float>::head_slice();
template std::int64_t Layer<float>::pack_keys(int);
template std::int64_t Layer<float>::pack_values(int);
template std::int64_t Layer<float>::score_tile(int, int, int);
template std::int64_t Layer<float>::attend_tile(int, int, int);
template float Layer<float>::score_factor() const;
template Layer<double>::Layer();
template Layer<double>::Layer(Layer<double>&&) noexcept;
template Layer<double>& Layer<double>::operator=(Layer<double>&&) noexcept;
template Layer<double>::~Layer();
template void Layer<double>::find_changes(int);
template Layer<double>::KeyRun Layer<double>::unknown_keys(int, int) const;
template std::int64_t Layer<double>::head_slice();
template std::int64_t Layer<double>::pack_keys(int);
template std::int64_t Layer<double>::pack_values(int);
template std::int64_t Layer<double>::score_tile(int, int, int);
template std::int64_t Layer<double>::attend_tile(int, int, int);
template double Layer<double>::score_factor() const;

}  // namespace bandscope::engine
