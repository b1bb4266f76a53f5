#include "engine/stack/stack.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "engine/check.h"
#include "engine/masks/masks.h"
#include "engine/saturate.h"

namespace bandscope::engine {

namespace {

std::optional<ShapeError> check_stack(const StackSettings& settings, std::size_t x_numbers) {
  const LayerShape& shape = settings.shape;
  LayerSettings sizes;
  sizes.shape = shape;
  sizes.window = settings.window;
  if (auto error = check_sizes(sizes, false)) return error;
  if (shape.batch != 1) {
    return ShapeError{fill_in("batch (B) is %, but a stack has one sequence", {shape.batch})};
  }
  if (shape.queries != shape.keys) {
    return ShapeError{
        fill_in("a stack's tokens are queries and keys alike, but Tq = % and Tk = %", {shape.queries, shape.keys})};
  }
  if (settings.layers < 1 || settings.layers > kMostLayers) {
    return ShapeError{fill_in("layers (L) is %, but must be 1 to %", {settings.layers, kMostLayers})};
  }
  if (!is_pattern(settings.pattern)) {
    return ShapeError{"pattern is \"" + settings.pattern + "\", but must be 1 to 64 letters, each L or G"};
  }
  const bool alpha_fits = settings.alpha >= 0 && settings.alpha <= 1;  // a NaN does not
  if (!alpha_fits) {
    // Not the number itself: printing one brings 8 KB of C library into the module.
    return ShapeError{"alpha must be a number from 0 to 1"};
  }
  if (estimate_stack_bytes(settings) > kMostBytes) {
    return ShapeError{
        fill_in("a stack of L = % layers of (H, T, T) = (%, %, %) with D = % would hold more than % MB",
                {settings.layers, shape.heads, shape.queries, shape.keys, shape.head_width, kMostBytes / 1'000'000})};
  }
  return mismatch("x", x_numbers, shape.queries, fill_in("E = %", {shape.embed_width}),
                  {shape.queries, shape.embed_width});
}

/// The window that layer l really has: none where it is as long as the sequence.
int window_of(const StackSettings& settings, int layer) {
  const int window = settings.layer_settings(layer).window;
  return window >= settings.shape.keys ? kNoWindow : window;
}

bool has_window(const StackSettings& settings, int layer) { return window_of(settings, layer) != kNoWindow; }

/// Of the first `done` layers, those that both settings make alike of the same input and weights.
int layers_alike(const StackSettings& before, const StackSettings& now, int done) {
  StackSettings same = before;  // all that every layer has in common must be equal
  same.layers = now.layers;
  same.window = now.window;
  same.pattern = now.pattern;
  if (same != now) return 0;
  const int most = std::min(done, now.layers);
  int alike = 0;
  while (alike < most && window_of(before, alike + 1) == window_of(now, alike + 1)) ++alike;
  return alike;
}

}  // namespace

LayerSettings StackSettings::layer_settings(int layer) const {
  LayerSettings settings;
  settings.shape = shape;
  settings.window = is_global(pattern, layer) ? kNoWindow : window;
  settings.causal = causal;
  settings.scale = scale;
  settings.tie = tie;
  return settings;
}

template <class Real>
void normalize(Norm norm, const Real* h, int rows, int width, Real* out) {
  for (int row = 0; row < rows; ++row, h += width, out += width) {
    if (norm == Norm::kNone) {
      std::copy(h, h + width, out);
      continue;
    }
    double squares = 0;
    for (int e = 0; e < width; ++e) squares += static_cast<double>(h[e]) * static_cast<double>(h[e]);
    const double divisor = std::sqrt(squares / width + kRmsEpsilon);
    for (int e = 0; e < width; ++e) out[e] = static_cast<Real>(static_cast<double>(h[e]) / divisor);
  }
}

template <class Real>
std::optional<ShapeError> Stack<Real>::begin(const StackSettings& settings, std::span<const Real> x,
                                             std::uint64_t x_revision) {
  if (auto error = check_stack(settings, x.size())) return error;
  const bool same_x = x_revision != 0 && x_revision == x_revision_;
  const int alike = same_x ? layers_alike(settings_, settings, done_ + 1) : 0;
  if (alike <= done_) part_ = Part::kStart;
  take_back(std::min(alike, done_));
  settings_ = settings;
  const auto layers = static_cast<std::size_t>(settings.layers);
  h_.resize(layers + 1);
  mean_shares_.resize(layers);
  weights_used_.resize(layers);
  if (!same_x || h_[0].size() != x.size()) {
    h_[0].assign(x.begin(), x.end());
    x_revision_ = x_revision;
    ++revision_;
  }
  weights_seen_ = false;
  // What no layer uses any more gives its memory back.
  bool windowed = false, whole = false;
  for (int layer = 1; layer <= settings.layers; ++layer) (has_window(settings, layer) ? windowed : whole) = true;
  if (!windowed) windowed_ = {};
  if (!whole) whole_ = {};
  return std::nullopt;
}

template <class Real>
void Stack<Real>::take_back(int done) {
  if (done == done_) return;
  done_ = done;
  part_ = Part::kStart;
  ++revision_;
}

template <class Real>
void Stack<Real>::see_weights(WeightSource<Real>& weights) {
  if (weights_seen_) return;
  weights_seen_ = true;
  const int begun = done_ + (part_ == Part::kStart ? 0 : 1);
  for (int layer = 1; layer <= begun; ++layer) {
    const std::uint64_t used = weights_used_[static_cast<std::size_t>(layer) - 1];
    if (used != 0 && used == weights.revision(layer)) continue;
    part_ = Part::kStart;
    return take_back(layer - 1);
  }
}

template <class Real>
void Stack<Real>::step(WeightSource<Real>& weights) {
  for (std::int64_t work = std::numeric_limits<std::int64_t>::max(); !step(weights, work);) {
  }
}

template <class Real>
bool Stack<Real>::step(WeightSource<Real>& weights, std::int64_t& work) {
  see_weights(weights);
  if (finished()) return true;
  if (part_ == Part::kRun) {
    // The source may have given this layer's memory to another one meanwhile.
    if (!weights.make(done_ + 1, work)) return false;
    if (weights.weights(done_ + 1).w_qkv.data() != run_weights_) part_ = Part::kStart;
  }
  if (part_ == Part::kStart && !start_layer(weights, work)) return false;
  if (part_ == Part::kRun && !run_layer(work)) return false;
  if (!take_rows(work)) return false;
  part_ = Part::kStart;
  ++done_;
  ++revision_;
  return true;
}

template <class Real>
Layer<Real>& Stack<Real>::maker() {
  return has_window(settings_, done_ + 1) ? windowed_ : whole_;
}

template <class Real>
bool Stack<Real>::start_layer(WeightSource<Real>& weights, std::int64_t& work) {
  const int layer = done_ + 1;
  if (!weights.make(layer, work)) return false;
  const LayerShape& shape = settings_.shape;
  const std::vector<Real>& below = h_[static_cast<std::size_t>(done_)];
  const LayerWeights<Real> made = weights.weights(layer);
  weights_used_[static_cast<std::size_t>(layer) - 1] = made.revision;
  run_weights_ = made.w_qkv.data();
  Tensors<Real> tensors;
  tensors.x = below;
  if (settings_.norm != Norm::kNone) {
    normed_.resize(below.size());
    normalize(settings_.norm, below.data(), shape.queries, shape.embed_width, normed_.data());
    work -= static_cast<std::int64_t>(below.size()) * kNormWork;
    tensors.x = normed_;
  }
  tensors.w_qkv = made.w_qkv;
  tensors.w_o = made.w_o;
  LayerSettings settings = settings_.layer_settings(layer);
  settings.kept_only = true;
  [[maybe_unused]] const auto error = maker().begin(tensors, settings);
  assert(!error);  // begin() checked all but the weights
  part_ = Part::kRun;
  return true;
}

template <class Real>
bool Stack<Real>::run_layer(std::int64_t& work) {
  if (work <= 0) return false;
  if (!maker().step(work)) return false;
  assert(!maker().trace().output.empty());
  part_ = Part::kRows;
  row_ = 0;
  KeyTable<Real>& mean = mean_shares_[static_cast<std::size_t>(done_)];
  const KeyTable<Real>& shares = maker().trace().shares;
  mean.batch = mean.heads = 1;
  mean.rows = mean.row_room = shares.rows;
  mean.slots = mean.slot_room = shares.slots;
  mean.first = shares.first;
  mean.count = shares.count;
  mean.values.resize(static_cast<std::size_t>(shares.rows) * static_cast<std::size_t>(shares.slots));
  h_[static_cast<std::size_t>(done_) + 1].resize(h_[0].size());
  return true;
}

/// What is kept of the layer, row by row.
template <class Real>
bool Stack<Real>::take_rows(std::int64_t& work) {
  constexpr int kRowsAtOnce = 8;
  const int rows = settings_.shape.queries;
  const KeyTable<Real>& shares = maker().trace().shares;
  const std::int64_t each = std::int64_t{shares.heads} * shares.slots + settings_.shape.embed_width;
  while (row_ < rows) {
    if (work <= 0) return false;
    const int end = std::min(row_ + kRowsAtOnce, rows);
    blend_residual(row_, end);
    take_mean_shares(row_, end);
    work -= (end - row_) * each;
    row_ = end;
  }
  return true;
}

/// h[l] = alpha h[l-1] + (1 - alpha) output. A part of weight 0 is left out: what is not finite in it must not leak.
template <class Real>
void Stack<Real>::blend_residual(int from, int to) {
  const auto width = static_cast<std::size_t>(settings_.shape.embed_width);
  const auto begin = static_cast<std::size_t>(from) * width, end = static_cast<std::size_t>(to) * width;
  const Real* const output = maker().trace().output.data();
  const Real* const below = h_[static_cast<std::size_t>(done_)].data();
  Real* const h = h_[static_cast<std::size_t>(done_) + 1].data();
  if (settings_.alpha == 0 || settings_.alpha == 1) {
    const Real* const all = settings_.alpha == 0 ? output : below;
    std::copy(all + begin, all + end, h + begin);
    return;
  }
  const auto stay = static_cast<Real>(settings_.alpha), move = static_cast<Real>(1 - settings_.alpha);
  for (std::size_t n = begin; n < end; ++n) h[n] = stay * below[n] + move * output[n];
}

template <class Real>
void Stack<Real>::take_mean_shares(int first, int end) {
  const KeyTable<Real>& shares = maker().trace().shares;
  KeyTable<Real>& mean = mean_shares_[static_cast<std::size_t>(done_)];
  const auto heads = static_cast<Real>(shares.heads);
  for (int i = first; i < end; ++i) {
    Real* row = mean.row(0, 0, i);
    std::fill_n(row, shares.slots, Real{0});
    for (int head = 0; head < shares.heads; ++head) {
      const Real* from = shares.row(0, head, i);
      for (int s = 0; s < shares.count[i]; ++s) row[s] += from[s];
    }
    for (int s = 0; s < shares.count[i]; ++s) row[s] /= heads;
  }
}

std::int64_t estimate_stack_bytes(const StackSettings& settings) {
  using saturate::plus;
  using saturate::times;
  const std::int64_t tokens = settings.shape.queries, embed = settings.shape.embed_width;
  const std::int64_t layers = settings.layers;
  const std::int64_t merged = times({settings.shape.heads, settings.shape.head_width});
  std::int64_t shares = 0, windowed = 0, whole = 0;
  for (int layer = 1; layer <= settings.layers; ++layer) {
    LayerSettings one = settings.layer_settings(layer);
    one.kept_only = true;
    const std::int64_t slots = most_slots(one.window, one.causal, one.shape.keys);
    shares = plus({shares, times({tokens, slots}), times({2, tokens})});
    (has_window(settings, layer) ? windowed : whole) = estimate_trace_bytes(one, false, true);
  }
  const std::int64_t h = times({layers + 1, tokens, embed});
  const std::int64_t normed = settings.norm == Norm::kNone ? 0 : times({tokens, embed});
  const std::int64_t weights = times({4, 4, embed, merged});
  const std::int64_t held = std::max(weights, std::min(times({layers, weights}), kMostWeightBytes));
  return plus({times({4, plus({h, shares, normed})}), windowed, whole, held});
}

template void normalize(Norm, const float*, int, int, float*);
template void normalize(Norm, const double*, int, int, double*);
template class Stack<float>;
template class Stack<double>;

}  // namespace bandscope::engine
