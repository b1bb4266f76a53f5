// What of a layer is to be done, and its two products; the heads in between are in layer_heads.cpp.
#include "engine/layer.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "engine/check.h"
#include "engine/key_table.h"
#include "engine/masks/masks.h"

namespace bandscope::engine {

namespace {

/// Columns of weights that are packed, and multiplied, at a time; the least rows of a slice; and what a packed number
/// costs in multiply-adds.
constexpr int kChunkColumns = 384;
constexpr int kFewestRows = 8;
constexpr int kPackedCost = 10;

/// Whether every pair is scored.
bool is_dense(const LayerSettings& settings) {
  return !settings.kept_only && std::max(settings.shape.queries, settings.shape.keys) <= kDenseTokens;
}

template <class Real>
HeadView<Real> head_view(const Real* data, const LayerShape& shape, std::int64_t tokens, std::int64_t row_stride) {
  return {data,
          {shape.batch, shape.heads, tokens, shape.head_width},
          {tokens * row_stride, shape.head_width, row_stride, 1}};
}

/// Every row reads every key.
RowRanges every_key(const LayerShape& shape) {
  const auto rows = static_cast<std::size_t>(shape.queries);
  return {std::vector<int>(rows, 0), std::vector<int>(rows, shape.keys), shape.keys};
}

RowRanges kept_keys(const KeyRanges& keep) {
  return {keep.first, keep.count, static_cast<int>(most_slots(keep.window, keep.causal, keep.keys))};
}

}  // namespace

template <class Real>
std::optional<ShapeError> Layer<Real>::run(const Tensors<Real>& tensors, const LayerSettings& settings) {
  if (auto error = begin(tensors, settings)) return error;
  for (std::int64_t work = std::numeric_limits<std::int64_t>::max(); !step(work);) {
  }
  return std::nullopt;
}

template <class Real>
std::optional<ShapeError> Layer<Real>::begin(const Tensors<Real>& tensors, const LayerSettings& settings) {
  if (auto error = check_shapes(tensors, settings)) return error;
  if (!done()) interrupt();
  const LayerShape before = trace_.shape, &shape = settings.shape;
  KeyRanges keep = key_ranges({shape.queries, shape.keys, settings.window, settings.causal, settings.key_mask});
  work_ = {};
  trace_.shape = shape;
  w_qkv_.w = tensors.w_qkv;
  w_qkv_.bias = tensors.b_qkv;
  w_o_.w = tensors.w_o;
  w_o_.bias = tensors.b_o;

  bool ran = plan_project(tensors, settings);
  ran = plan_split(ran, tensors, settings, before);
  ran = plan_score(ran, keep, is_dense(settings));
  ran = plan_scale(ran, settings.scale);
  ran = plan_mask(ran, std::move(keep), settings.strike_zero && is_dense(settings));
  plan_output(ran, tensors);

  phase_ = Phase::kProject;
  chunk_ = row_ = 0;
  scored_ = false;
  skip_idle_phases();
  return std::nullopt;
}

/// What an interrupted run has not finished is not known.
template <class Real>
void Layer<Real>::interrupt() {
  if (phase_ == Phase::kProject) project_inputs_.reset();
  if (phase_ != Phase::kOutput) split_inputs_.reset();
  output_inputs_.reset();
  phase_ = Phase::kDone;
}

/// qkv (B, T, 3C) = x (B, T, E) · w_qkv (E, 3C) + b_qkv (3C): the rows whose x changed. Nothing where Q, K, V are
/// given.
template <class Real>
bool Layer<Real>::plan_project(const Tensors<Real>& tensors, const LayerSettings& settings) {
  project_rows_.clear();
  if (tensors.x.empty()) {
    project_inputs_.reset();
    drop(trace_.x);
    drop(trace_.qkv);
    return false;
  }
  const LayerShape& shape = settings.shape;
  const int wide = 3 * shape.merged_width();
  const ProjectInputs inputs{
      tracked(tensors.x_revision), tracked(tensors.w_qkv_revision), shape.batch, shape.queries, shape.embed_width,
      shape.merged_width(),        !tensors.b_qkv.empty()};
  if (project_inputs_ == inputs) return false;
  bool same_weights = false, same_rows = false;
  if (project_inputs_) {
    ProjectInputs other = *project_inputs_;
    other.x = inputs.x;
    other.tokens = inputs.tokens;
    same_weights = other == inputs;
    // Of several sequences the later ones lie elsewhere when T changes.
    same_rows = same_weights && (shape.batch == 1 || project_inputs_->tokens == inputs.tokens);
  }
  const bool same_shape = project_inputs_ && project_inputs_->tokens == inputs.tokens && same_weights;
  project_inputs_ = inputs;
  if (!same_weights) w_qkv_.take(shape.embed_width, wide);
  if (!same_rows) trace_.x.clear();
  compare_rows(trace_.x, tensors.x, shape.embed_width, project_rows_);
  if (same_shape && !any(project_rows_)) return false;
  count(Stage::kProject);
  fit(trace_.x, static_cast<std::int64_t>(tensors.x.size()));
  std::copy(tensors.x.begin(), tensors.x.end(), trace_.x.begin());
  fit(trace_.qkv, static_cast<std::int64_t>(shape.batch) * shape.queries * wide);
  return true;
}

/// Q, K, V (B, H, T, D) as views: cut at 0, C and 2C, then every D numbers a head. No number moves. Marks what changed.
template <class Real>
bool Layer<Real>::plan_split(bool earlier, const Tensors<Real>& tensors, const LayerSettings& settings,
                             const LayerShape& before) {
  const LayerShape& shape = settings.shape;
  const bool given = !tensors.q.empty();
  const SplitInputs inputs{given, shape.batch, shape.heads, shape.head_width, settings.tie};
  const bool same_tokens = before.queries == shape.queries && before.keys == shape.keys;
  const std::uint64_t revision = given ? tracked(tensors.qkv_revision) : 0;
  anew_ = split_inputs_ != inputs || (shape.batch > 1 && !same_tokens);
  if (!anew_ && !earlier && same_tokens && revision == given_revision_) return false;
  split_inputs_ = inputs;
  given_revision_ = revision;

  const int merged = shape.merged_width();
  if (given) {
    const bool changed = take_given(tensors, anew_);
    if (!anew_ && same_tokens && !changed) return false;
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
    // A row of x is a row of every head's Q, K and V.
    Flags& flags = q_changed_;
    flags.assign(static_cast<std::size_t>(shape.batch) * shape.heads * shape.queries, anew_ ? 1 : 0);
    for (int b = 0; b < shape.batch && !anew_ && earlier; ++b) {
      for (int h = 0; h < shape.heads; ++h) {
        std::copy_n(project_rows_.begin() + static_cast<std::ptrdiff_t>(b) * shape.queries, shape.queries,
                    flags.begin() + (static_cast<std::ptrdiff_t>(b) * shape.heads + h) * shape.queries);
      }
    }
    k_changed_ = v_changed_ = flags;
  }
  count(Stage::kSplit);
  if (settings.tie) {
    trace_.k = trace_.q;
    k_changed_ = q_changed_;
  }
  trace_.tied = settings.tie;
  return true;
}

/// Copies the given Q, K and V and marks the rows of each head that differ; says whether any does.
template <class Real>
bool Layer<Real>::take_given(const Tensors<Real>& tensors, bool anew) {
  const LayerShape& shape = trace_.shape;
  const auto take = [&](std::span<const Real> now, std::vector<Real>& held, int tokens, Flags& flags) {
    if (anew) held.clear();
    Flags pieces;  // (B, T, H)
    compare_rows(held, now, shape.head_width, pieces);
    flags.resize(pieces.size());
    for (int b = 0; b < shape.batch; ++b) {
      for (int i = 0; i < tokens; ++i) {
        for (int h = 0; h < shape.heads; ++h) {
          flags[(static_cast<std::size_t>(b) * shape.heads + h) * tokens + i] =
              pieces[(static_cast<std::size_t>(b) * tokens + i) * shape.heads + h];
        }
      }
    }
    held.assign(now.begin(), now.end());
    return any(flags);
  };
  const bool q = take(tensors.q, trace_.q_given, shape.queries, q_changed_);
  const bool k = take(tensors.k, trace_.k_given, shape.keys, k_changed_);
  return take(tensors.v, trace_.v_given, shape.keys, v_changed_) || k || q;
}

/// scores_raw (B, H, Tq, Tk) = Q · Kᵀ: every pair, or only those that the mask may keep.
template <class Real>
bool Layer<Real>::plan_score(bool earlier, const KeyRanges& wanted, bool dense) {
  const LayerShape& shape = trace_.shape;
  KeyTable<Real>& table = trace_.scores_raw;
  const int old_rows = anew_ ? 0 : std::min(table.rows, shape.queries);
  if (!earlier) clear_changes();

  // What is known of each row, and what it shall have. A band that was wider is not forgotten, unless all is new.
  known_.first.assign(static_cast<std::size_t>(shape.queries), 0);
  known_.count.assign(static_cast<std::size_t>(shape.queries), 0);
  for (int i = 0; i < old_rows; ++i) {
    known_.first[i] = std::min(table.first[i], shape.keys);
    known_.count[i] = std::min(table.first[i] + table.count[i], shape.keys) - known_.first[i];
  }
  RowRanges ranges = dense ? every_key(shape) : kept_keys(wanted);
  if (!dense && !anew_ && any_known_row_stays(old_rows)) {
    bool holds = true;
    for (int i = 0; i < old_rows && holds; ++i) {
      const int first = wanted.first[i], end = first + wanted.count[i];
      holds = first == end || (first >= known_.first[i] && end <= known_.first[i] + known_.count[i]);
    }
    if (holds) {
      std::copy_n(known_.first.begin(), old_rows, ranges.first.begin());
      std::copy_n(known_.count.begin(), old_rows, ranges.count.begin());
      for (int i = 0; i < old_rows; ++i) ranges.slots = std::max(ranges.slots, ranges.count[i]);
    }
  }
  const bool same = table.rows == shape.queries && ranges.first == table.first && ranges.count == table.count;
  if (!earlier && same) return false;
  count(Stage::kScore);
  hold(trace_.scores_raw, shape, ranges, anew_ ? Known::kNothing : Known::kRanges);
  hold(trace_.scores_scaled, shape, ranges, anew_ ? Known::kNothing : Known::kRanges);
  return true;
}

/// Whether some row's query is the one that its known scores are of.
template <class Real>
bool Layer<Real>::any_known_row_stays(int rows) const {
  const LayerShape& shape = trace_.shape;
  for (int group = 0; group < shape.batch * shape.heads; ++group) {
    const auto from = q_changed_.begin() + static_cast<std::ptrdiff_t>(query_flag(group, 0));
    if (std::find(from, from + rows, std::uint8_t{0}) != from + rows) return true;
  }
  return false;
}

template <class Real>
void Layer<Real>::clear_changes() {
  const LayerShape& shape = trace_.shape;
  const auto groups = static_cast<std::size_t>(shape.batch) * shape.heads;
  q_changed_.assign(groups * shape.queries, 0);
  k_changed_.assign(groups * shape.keys, 0);
  v_changed_.assign(groups * shape.keys, 0);
}

/// scores_scaled = scores_raw / √D, or the same with the scale off.
template <class Real>
bool Layer<Real>::plan_scale(bool earlier, bool divide) {
  rescale_ = trace_.scaled != divide;
  if (!earlier && !rescale_) return false;
  count(Stage::kScale);
  trace_.scaled = divide;
  return true;
}

/// scores_masked: the kept range of scores_scaled, struck keys inside it at -infinity; or, with strike by zero, every
/// key, struck ones at 0. The shares have the same ranges. Marks the rows to which anything happened.
template <class Real>
bool Layer<Real>::plan_mask(bool earlier, KeyRanges wanted, bool strike_zero) {
  const LayerShape& shape = trace_.shape;
  const KeyRanges before = std::exchange(trace_.keep, std::move(wanted));  // also where only the rule's words changed
  const KeyRanges& keep = trace_.keep;
  const bool same_keys = before.keys == keep.keys || (before.key_mask.empty() && keep.key_mask.empty());
  const bool same_rule =
      same_keys && before.key_mask == keep.key_mask && trace_.strike_zero == strike_zero && !rescale_ && !anew_;
  const bool same = before.keys == keep.keys && before.first == keep.first && before.count == keep.count &&
                    before.key_mask == keep.key_mask && trace_.strike_zero == strike_zero;
  attend_rows_.clear();
  if (!earlier && same) return false;
  count(Stage::kMask);
  count(Stage::kShares);
  count(Stage::kBlend);
  count(Stage::kMerge);
  trace_.strike_zero = strike_zero;

  const int old_rows = same_rule ? std::min(before.queries, shape.queries) : 0;
  const auto groups = static_cast<std::int64_t>(shape.batch) * shape.heads;
  const RowRanges ranges = strike_zero ? every_key(shape) : kept_keys(keep);
  attend_rows_.assign(static_cast<std::size_t>(groups) * shape.queries, 1);
  for (int group = 0; group < groups && old_rows > 0; ++group) {
    find_changes(group);
    for (int i = 0; i < old_rows; ++i) {
      const int first = ranges.first[i], last = first + ranges.count[i] - 1;
      const bool range_stays = before.first[i] == keep.first[i] && before.count[i] == keep.count[i] &&
                               trace_.shares.first[i] == first && trace_.shares.count[i] == ranges.count[i];
      const bool key_changed = last >= first && std::max(changed_before_[last], value_before_[last]) >= first;
      attend_rows_[query_flag(group, i)] = !range_stays || key_changed || q_changed_[query_flag(group, i)] != 0;
    }
  }
  const Known known = old_rows == 0 ? Known::kNothing : Known::kSameRows;
  hold(trace_.scores_masked, shape, ranges, known);
  hold(trace_.shares, shape, ranges, known);
  const int room = room_for(shape.queries, trace_.row_room, old_rows == 0);
  if (old_rows == 0) trace_.row_room = room;  // there may be other groups: nothing is to be moved
  move_rows(trace_.row_peak, groups, trace_.row_room, room, 1);
  move_rows(trace_.row_total, groups, trace_.row_room, room, 1);
  move_rows(trace_.head_out, groups, trace_.row_room, room, shape.head_width);
  trace_.row_room = room;
  fit(trace_.merged, static_cast<std::int64_t>(shape.batch) * shape.queries * shape.merged_width());
  return true;
}

/// output (B, Tq, E) = merged (B, Tq, C) · w_o (C, E) + b_o (E), where there is a w_o: the rows whose merged changed.
template <class Real>
void Layer<Real>::plan_output(bool earlier, const Tensors<Real>& tensors) {
  output_rows_.clear();
  if (tensors.w_o.empty()) {
    output_inputs_.reset();
    drop(trace_.output);
    return;
  }
  const LayerShape& shape = trace_.shape;
  const OutputInputs inputs{tracked(tensors.w_o_revision), shape.embed_width, shape.merged_width(),
                            !tensors.b_o.empty()};
  const bool same = output_inputs_ == inputs;
  if (!earlier && same) return;
  output_inputs_ = inputs;
  count(Stage::kOutput);
  if (!same) w_o_.take(shape.merged_width(), shape.embed_width);
  fit(trace_.output, static_cast<std::int64_t>(shape.batch) * shape.queries * shape.embed_width);
  output_rows_.assign(static_cast<std::size_t>(shape.batch) * shape.queries, same ? 0 : 1);
  for (int b = 0; b < shape.batch && same; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      for (int i = 0; i < shape.queries; ++i) {
        output_rows_[static_cast<std::size_t>(b) * shape.queries + i] |=
            attend_rows_[query_flag(b * shape.heads + h, i)];
      }
    }
  }
}

// ---- The slices ----------------------------------------------------------------------------------

template <class Real>
bool Layer<Real>::step(std::int64_t& work) {
  while (phase_ != Phase::kDone) {
    switch (phase_) {
      case Phase::kProject:
        work -= multiply_slice(w_qkv_, trace_.x.data(), trace_.qkv.data(), project_rows_, work_.rows_projected, work);
        break;
      case Phase::kHeads:
        work -= head_slice();
        break;
      case Phase::kOutput:
        work -= multiply_slice(w_o_, trace_.merged.data(), trace_.output.data(), output_rows_, work_.rows_output, work);
        break;
      case Phase::kDone:
        break;
    }
    skip_idle_phases();
    if (work <= 0) break;
  }
  return done();
}

/// Goes on to the next phase where this one has nothing left.
template <class Real>
void Layer<Real>::skip_idle_phases() {
  const int groups = trace_.shape.batch * trace_.shape.heads;
  if (phase_ == Phase::kProject && (project_rows_.empty() || chunk_ == static_cast<int>(w_qkv_.chunks.size()))) {
    phase_ = Phase::kHeads;
    chunk_ = row_ = 0;
  }
  if (phase_ == Phase::kHeads && (attend_rows_.empty() || chunk_ == groups)) {
    phase_ = Phase::kOutput;
    chunk_ = row_ = 0;
  }
  if (phase_ == Phase::kOutput && (output_rows_.empty() || chunk_ == static_cast<int>(w_o_.chunks.size()))) {
    phase_ = Phase::kDone;
  }
}

template <class Real>
void Layer<Real>::Weights::take(int depth, int wide) {
  rows = depth;
  columns = wide;
  chunks.resize(static_cast<std::size_t>((wide + kChunkColumns - 1) / kChunkColumns));
  packed.assign(chunks.size(), 0);
}

/// The next run of marked rows, times the chunk of columns that is at hand.
template <class Real>
std::int64_t Layer<Real>::multiply_slice(Weights& weights, const Real* a, Real* out, const Flags& rows,
                                         std::int64_t& rows_done, std::int64_t work) {
  const auto end = static_cast<int>(rows.size());
  const auto next = std::find(rows.begin() + row_, rows.end(), std::uint8_t{1});
  const auto from = static_cast<int>(next - rows.begin());
  if (from == end) {
    ++chunk_;
    row_ = 0;
    return 0;
  }
  const int column = chunk_ * kChunkColumns, wide = std::min(kChunkColumns, weights.columns - column);
  const std::int64_t row_cost = static_cast<std::int64_t>(weights.rows) * wide;
  const auto chunk = static_cast<std::size_t>(chunk_);
  std::int64_t cost = 0;
  if (weights.packed[chunk] == 0) {
    weights.chunks[chunk].pack(weights.w.data() + column, weights.columns, weights.rows, wide,
                               weights.bias.empty() ? nullptr : weights.bias.data() + column);
    weights.packed[chunk] = 1;
    cost += kPackedCost * row_cost;
  }
  const auto most = static_cast<int>(std::clamp<std::int64_t>(work / row_cost, kFewestRows, end));
  const auto to =
      static_cast<int>(std::find(next, rows.begin() + std::min(end, from + most), std::uint8_t{0}) - rows.begin());
  multiply(a + static_cast<std::ptrdiff_t>(from) * weights.rows, weights.rows, weights.chunks[chunk],
           out + static_cast<std::ptrdiff_t>(from) * weights.columns + column, weights.columns, to - from);
  row_ = to;
  if (chunk_ == 0) rows_done += to - from;
  return cost + (to - from) * row_cost;
}

/// A revision of 0 never equals another.
template <class Real>
std::uint64_t Layer<Real>::tracked(std::uint64_t revision) {
  return revision != 0 ? revision : (std::uint64_t{1} << 63) | ++untracked_;
}

template class Layer<float>;
template class Layer<double>;

}  // namespace bandscope::engine
