#include "engine/layer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/kernels/blend.h"
#include "engine/kernels/dot_keys.h"
#include "engine/kernels/multiply.h"
#include "engine/kernels/softmax.h"
#include "engine/kernels/standing_keys.h"
#include "engine/masks/masks.h"

namespace bandscope::engine {

namespace {

/// Resizes; gives memory back where an earlier, far larger state left it.
template <class Value>
void fit(std::vector<Value>& values, std::size_t size) {
  if (values.capacity() / 2 > size + 4096) std::vector<Value>().swap(values);
  values.resize(size);
}

template <class Value>
void fit(std::vector<Value>& values, std::initializer_list<std::int64_t> shape) {
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  fit(values, static_cast<std::size_t>(size));
}

template <class Value>
void drop(std::vector<Value>& values) {
  std::vector<Value>().swap(values);
}

template <class Real>
void shape_table(KeyTable<Real>& table, const LayerShape& shape, std::int64_t slots) {
  table.batch = shape.batch;
  table.heads = shape.heads;
  table.rows = shape.queries;
  table.slots = static_cast<int>(slots);
  fit(table.values, {shape.batch, shape.heads, shape.queries, slots});
}

template <class Real>
void hold_every_key(KeyTable<Real>& table, const LayerShape& shape) {
  shape_table(table, shape, shape.keys);
  table.first.assign(static_cast<std::size_t>(shape.queries), 0);
  table.count.assign(static_cast<std::size_t>(shape.queries), shape.keys);
}

template <class Real>
void hold_ranges(KeyTable<Real>& table, const LayerShape& shape, const KeyRanges& keep) {
  shape_table(table, shape, most_slots(keep.window, keep.causal, keep.keys));
  table.first = keep.first;
  table.count = keep.count;
}

/// Whether every pair is scored.
bool is_dense(const LayerSettings& settings) {
  return !settings.kept_only && std::max(settings.shape.queries, settings.shape.keys) <= kDenseTokens;
}

/// Whether a table has a slot for every pair; a band may, where its window is as long as the sequence.
template <class Real>
bool holds_every_key(const KeyTable<Real>& table, int keys) {
  return table.slots == keys &&
         std::all_of(table.count.begin(), table.count.end(), [keys](int n) { return n == keys; });
}

template <class Real>
HeadView<Real> head_view(const Real* data, const LayerShape& shape, std::int64_t tokens, std::int64_t row_stride) {
  return {data,
          {shape.batch, shape.heads, tokens, shape.head_width},
          {tokens * row_stride, shape.head_width, row_stride, 1}};
}

/// rows (count, width) += bias (width); nothing to do where there is none.
template <class Real>
void add_bias(std::span<const Real> bias, std::vector<Real>& rows) {
  if (bias.empty()) return;
  for (std::size_t from = 0; from < rows.size(); from += bias.size()) {
    for (std::size_t c = 0; c < bias.size(); ++c) rows[from + c] += bias[c];
  }
}

}  // namespace

template <class Real>
std::optional<ShapeError> Layer<Real>::run(const Tensors<Real>& tensors, const LayerSettings& settings) {
  if (auto error = begin(tensors, settings)) return error;
  while (!step(std::numeric_limits<std::int64_t>::max())) {
  }
  return std::nullopt;
}

template <class Real>
std::optional<ShapeError> Layer<Real>::begin(const Tensors<Real>& tensors, const LayerSettings& settings) {
  if (auto error = check_shapes(tensors, settings)) return error;
  tensors_ = tensors;
  settings_ = settings;
  done_ = false;
  return std::nullopt;
}

template <class Real>
bool Layer<Real>::step(std::int64_t) {
  if (done_) return true;
  const Tensors<Real>& tensors = tensors_;
  const LayerSettings& settings = settings_;
  const LayerShape& shape = settings.shape;
  KeyRanges keep = key_ranges({shape.queries, shape.keys, settings.window, settings.causal, settings.key_mask});
  cells_scored_ = 0;
  trace_.shape = shape;

  bool ran = project(tensors, settings);
  ran = split(ran, tensors, settings);
  ran = score(ran, keep, is_dense(settings));
  ran = scale(ran, settings.scale);
  ran = mask(ran, std::move(keep), settings.strike_zero && is_dense(settings));
  if (ran) {
    shares();
    blend();
    merge();
  }
  output(ran, tensors);
  done_ = true;
  return true;
}

/// qkv (B, T, 3C) = x (B, T, E) · w_qkv (E, 3C) + b_qkv (3C). Nothing to do where Q, K, V are given.
template <class Real>
bool Layer<Real>::project(const Tensors<Real>& tensors, const LayerSettings& settings) {
  if (tensors.x.empty()) {
    project_inputs_.reset();
    drop(trace_.x);
    drop(trace_.qkv);
    return false;
  }
  const LayerShape& shape = settings.shape;
  const ProjectInputs inputs{
      tracked(tensors.x_revision), tracked(tensors.w_qkv_revision), shape.batch, shape.queries, shape.embed_width,
      shape.merged_width(),        !tensors.b_qkv.empty()};
  if (project_inputs_ == inputs) return false;
  project_inputs_ = inputs;
  count(Stage::kProject);
  fit(trace_.x, tensors.x.size());
  std::copy(tensors.x.begin(), tensors.x.end(), trace_.x.begin());
  const int wide = 3 * shape.merged_width();
  fit(trace_.qkv, {shape.batch, shape.queries, wide});
  kernels::multiply(trace_.x.data(), shape.embed_width, tensors.w_qkv.data(), wide, trace_.qkv.data(), wide,
                    shape.batch * shape.queries, shape.embed_width, wide);
  add_bias(tensors.b_qkv, trace_.qkv);
  return true;
}

/// Q, K, V (B, H, T, D) as views: cut at 0, C and 2C, then every D numbers a head. No number moves.
template <class Real>
bool Layer<Real>::split(bool earlier, const Tensors<Real>& tensors, const LayerSettings& settings) {
  const LayerShape& shape = settings.shape;
  const bool given = !tensors.q.empty();
  const SplitInputs inputs{given ? tracked(tensors.qkv_revision) : 0, shape, settings.tie};
  if (!earlier && split_inputs_ == inputs) return false;
  split_inputs_ = inputs;
  count(Stage::kSplit);
  const int merged = shape.merged_width();
  if (given) {
    trace_.q_given.assign(tensors.q.begin(), tensors.q.end());
    trace_.k_given.assign(tensors.k.begin(), tensors.k.end());
    trace_.v_given.assign(tensors.v.begin(), tensors.v.end());
    trace_.q = head_view(trace_.q_given.data(), shape, shape.queries, merged);
    trace_.k = head_view(trace_.k_given.data(), shape, shape.keys, merged);
    trace_.v = head_view(trace_.v_given.data(), shape, shape.keys, merged);
  } else {
    drop(trace_.q_given);
    drop(trace_.k_given);
    drop(trace_.v_given);
    const std::int64_t row = std::int64_t{3} * merged;
    trace_.q = head_view(trace_.qkv.data(), shape, shape.queries, row);
    trace_.k = head_view(trace_.qkv.data() + merged, shape, shape.keys, row);
    trace_.v = head_view(trace_.qkv.data() + 2 * merged, shape, shape.keys, row);
  }
  if (settings.tie) trace_.k = trace_.q;
  trace_.tied = settings.tie;
  return true;
}

/// scores_raw (B, H, Tq, Tk) = Q · Kᵀ: every pair, or only those that the mask may keep.
template <class Real>
bool Layer<Real>::score(bool earlier, const KeyRanges& wanted, bool dense) {
  KeyTable<Real>& table = trace_.scores_raw;
  if (dense) {
    // Only a run that scored a band before can have left too few.
    if (!earlier && holds_every_key(table, trace_.shape.keys)) return false;
    count(Stage::kScore);
    score_dense();
    return true;
  }
  if (earlier) {
    count(Stage::kScore);
    score_band(wanted, nullptr);
    return true;
  }
  bool known = true;
  for (int i = 0; i < table.rows && known; ++i) {
    known = wanted.count[i] == 0 ||
            (table.holds(i, wanted.first[i]) && table.holds(i, wanted.first[i] + wanted.count[i] - 1));
  }
  if (known) return false;  // a narrower window scores nothing, and forgets nothing
  count(Stage::kScore);
  const KeyTable<Real> before = std::move(table);
  table = {};
  score_band(wanted, &before);
  return true;
}

template <class Real>
void Layer<Real>::score_dense() {
  const LayerShape& shape = trace_.shape;
  hold_every_key(trace_.scores_raw, shape);
  kernels::StandingKeys<Real> keys(shape.keys, shape.head_width);
  for (int b = 0; b < shape.batch; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      keys.flip(trace_.k, b, h);
      kernels::multiply(trace_.q.row(b, h, 0), trace_.q.strides[2], keys.from_key(0), keys.stride(),
                        trace_.scores_raw.row(b, h, 0), shape.keys, shape.queries, shape.head_width, shape.keys);
    }
  }
  cells_scored_ = static_cast<std::int64_t>(trace_.scores_raw.values.size());
}

/// Fills the wanted ranges, out of `known` where it holds a pair already.
template <class Real>
void Layer<Real>::score_band(const KeyRanges& wanted, const KeyTable<Real>* known) {
  const LayerShape& shape = trace_.shape;
  KeyTable<Real>& table = trace_.scores_raw;
  hold_ranges(table, shape, wanted);
  kernels::StandingKeys<Real> keys(shape.keys, shape.head_width);
  for (int b = 0; b < shape.batch; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      keys.flip(trace_.k, b, h);
      for (int i = 0; i < shape.queries; ++i) {
        const int first = table.first[i], end = first + table.count[i];
        const auto fill = [&](int from, int to) {
          if (from >= to) return;
          kernels::dot_keys(trace_.q.row(b, h, i), keys.from_key(from), keys.stride(), shape.head_width, to - from,
                            table.row(b, h, i) + (from - first));
          cells_scored_ += to - from;
        };
        // Both ranges are runs of keys: what is known lies before, between or after what is new.
        const int from = known == nullptr ? end : std::clamp(known->first[i], first, end);
        const int to = known == nullptr ? end : std::clamp(known->first[i] + known->count[i], from, end);
        fill(first, from);
        if (from < to) {
          const Real* held = known->row(b, h, i) + (from - known->first[i]);
          std::copy(held, held + (to - from), table.row(b, h, i) + (from - first));
        }
        fill(to, end);
      }
    }
  }
}

/// scores_scaled = scores_raw / √D, or a copy with the scale off.
template <class Real>
bool Layer<Real>::scale(bool earlier, bool divide) {
  if (!earlier && trace_.scaled == divide) return false;
  count(Stage::kScale);
  trace_.scaled = divide;
  const KeyTable<Real>& raw = trace_.scores_raw;
  KeyTable<Real>& table = trace_.scores_scaled;
  shape_table(table, trace_.shape, raw.slots);
  table.first = raw.first;
  table.count = raw.count;
  const Real divisor = divide ? std::sqrt(static_cast<Real>(trace_.shape.head_width)) : Real{1};
  std::transform(raw.values.begin(), raw.values.end(), table.values.begin(),
                 [divisor](Real score) { return score / divisor; });
  return true;
}

/// scores_masked: the kept range of scores_scaled, struck keys inside it at -infinity; or, with strike by zero, every
/// key, struck ones at 0.
template <class Real>
bool Layer<Real>::mask(bool earlier, KeyRanges wanted, bool strike_zero) {
  const bool same = trace_.keep.keys == wanted.keys && trace_.keep.first == wanted.first &&
                    trace_.keep.count == wanted.count && trace_.keep.key_mask == wanted.key_mask &&
                    trace_.strike_zero == strike_zero;
  trace_.keep = std::move(wanted);  // also where only the rule's words changed, as from W = T to no window
  if (!earlier && same) return false;
  count(Stage::kMask);
  trace_.strike_zero = strike_zero;
  const LayerShape& shape = trace_.shape;
  const KeyRanges& keep = trace_.keep;
  KeyTable<Real>& table = trace_.scores_masked;
  if (strike_zero) {
    hold_every_key(table, shape);
  } else {
    hold_ranges(table, shape, keep);
  }
  const Real struck = strike_zero ? Real{0} : -std::numeric_limits<Real>::infinity();
  const bool all_kept = !strike_zero && keep.key_mask.empty();
  for (int b = 0; b < shape.batch; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      for (int i = 0; i < shape.queries; ++i) {
        const int first = table.first[i], slots = table.count[i];
        const Real* scaled = trace_.scores_scaled.row(b, h, i) + (first - trace_.scores_scaled.first[i]);
        Real* row = table.row(b, h, i);
        if (all_kept) {
          std::copy(scaled, scaled + slots, row);
          continue;
        }
        for (int s = 0; s < slots; ++s) row[s] = keep.keeps(b, i, first + s) ? scaled[s] : struck;
      }
    }
  }
  return true;
}

/// Which slots of a row count: null for all.
template <class Real>
static const std::uint8_t* kept_slots(const Trace<Real>& trace, const KeyTable<Real>& table, int b, int i) {
  if (trace.strike_zero || trace.keep.key_mask.empty()) return nullptr;
  return trace.keep.key_mask.data() + static_cast<std::size_t>(b) * trace.keep.keys + table.first[i];
}

/// shares (B, H, Tq, slots) = softmax over each row's keys.
template <class Real>
void Layer<Real>::shares() {
  count(Stage::kShares);
  const LayerShape& shape = trace_.shape;
  const KeyTable<Real>& masked = trace_.scores_masked;
  KeyTable<Real>& table = trace_.shares;
  shape_table(table, shape, masked.slots);
  table.first = masked.first;
  table.count = masked.count;
  fit(trace_.row_peak, {shape.batch, shape.heads, shape.queries});
  fit(trace_.row_total, {shape.batch, shape.heads, shape.queries});
  for (int b = 0; b < shape.batch; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      for (int i = 0; i < shape.queries; ++i) {
        const auto row =
            kernels::softmax(masked.row(b, h, i), kept_slots(trace_, table, b, i), table.count[i], table.row(b, h, i));
        trace_.row_peak[trace_.row_index(b, h, i)] = row.peak;
        trace_.row_total[trace_.row_index(b, h, i)] = row.total;
      }
    }
  }
}

/// head_out (B, H, Tq, D) = Σ over keys of share · value.
template <class Real>
void Layer<Real>::blend() {
  count(Stage::kBlend);
  const LayerShape& shape = trace_.shape;
  const KeyTable<Real>& table = trace_.shares;
  fit(trace_.head_out, {shape.batch, shape.heads, shape.queries, shape.head_width});
  for (int b = 0; b < shape.batch; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      for (int i = 0; i < shape.queries; ++i) {
        kernels::blend(table.row(b, h, i), kept_slots(trace_, table, b, i), table.count[i],
                       trace_.v.row(b, h, table.first[i]), trace_.v.strides[2], shape.head_width,
                       trace_.head_out.data() + trace_.row_index(b, h, i) * shape.head_width);
      }
    }
  }
}

/// merged (B, Tq, C): each token's heads side by side; the copy into row order that "contiguous" means.
template <class Real>
void Layer<Real>::merge() {
  count(Stage::kMerge);
  const LayerShape& shape = trace_.shape;
  fit(trace_.merged, {shape.batch, shape.queries, shape.merged_width()});
  Real* to = trace_.merged.data();
  for (int b = 0; b < shape.batch; ++b) {
    for (int i = 0; i < shape.queries; ++i) {
      for (int h = 0; h < shape.heads; ++h, to += shape.head_width) {
        std::copy_n(trace_.head_out.data() + trace_.row_index(b, h, i) * shape.head_width, shape.head_width, to);
      }
    }
  }
}

/// output (B, Tq, E) = merged (B, Tq, C) · w_o (C, E) + b_o (E), where there is a w_o.
template <class Real>
void Layer<Real>::output(bool earlier, const Tensors<Real>& tensors) {
  if (tensors.w_o.empty()) {
    output_inputs_.reset();
    drop(trace_.output);
    return;
  }
  const LayerShape& shape = trace_.shape;
  const OutputInputs inputs{tracked(tensors.w_o_revision), shape.embed_width, !tensors.b_o.empty()};
  if (!earlier && output_inputs_ == inputs) return;
  output_inputs_ = inputs;
  count(Stage::kOutput);
  fit(trace_.output, {shape.batch, shape.queries, shape.embed_width});
  kernels::multiply(trace_.merged.data(), shape.merged_width(), tensors.w_o.data(), shape.embed_width,
                    trace_.output.data(), shape.embed_width, shape.batch * shape.queries, shape.merged_width(),
                    shape.embed_width);
  add_bias(tensors.b_o, trace_.output);
}

/// A revision of 0 never equals another.
template <class Real>
std::uint64_t Layer<Real>::tracked(std::uint64_t revision) {
  return revision != 0 ? revision : (std::uint64_t{1} << 63) | ++untracked_;
}

template class Layer<float>;
template class Layer<double>;

}  // namespace bandscope::engine
