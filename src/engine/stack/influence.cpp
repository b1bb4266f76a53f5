#include "engine/stack/influence.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "engine/generator.h"
#include "engine/kernels/attend_backward.h"
#include "engine/kernels/lanes.h"
#include "engine/saturate.h"
#include "engine/stack/reach.h"

namespace bandscope::engine {

namespace {

/// So many rows are done between two looks at how much work is left.
constexpr std::int64_t kRowsAtOnce = 4;

/// The z that a standard normal number exceeds with probability p <= 0.5, to 5e-4. Abramowitz and Stegun, 26.2.23.
double normal_quantile(double p) {
  const double t = std::sqrt(-2 * std::log(p));
  return t -
         (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
}

}  // namespace

template <class Real>
void Influence<Real>::begin(const Stack<Real>& stack, WeightSource<Real>& weights, int i, int from,
                            std::uint32_t seed) {
  start(stack, i, from, seed);
  for (std::int64_t work = std::numeric_limits<std::int64_t>::max(); !prepare(stack, weights, work);) {
  }
}

template <class Real>
void Influence<Real>::start(const Stack<Real>& stack, int i, int from, std::uint32_t seed) {
  settings_ = stack.settings();
  assert(0 <= i && i < settings_.shape.queries && 0 <= from && from <= stack.done());
  seed_ = seed;
  embed_ = settings_.shape.embed_width;
  merged_ = settings_.shape.merged_width();
  const StackRule rule = settings_.rule();
  inputs_ = reach(rule, i, from);
  kept_.resize(static_cast<std::size_t>(from));
  for (int layer = 1; layer <= from; ++layer) {
    kept_[static_cast<std::size_t>(layer) - 1].rows = reach(rule, i, from, layer);
    kept_[static_cast<std::size_t>(layer) - 1].keys = reach(rule, i, from, layer - 1);
  }
  prepared_ = 0;
  cleared_ = 0;
  kept_so_far_ = {};
  running_ = Running::kNothing;
  for (Passes* passes : {&exact_, &probes_}) {
    passes->asked = passes->done = 0;
    passes->squares.assign(static_cast<std::size_t>(inputs_.size()), 0);
  }
}

template <class Real>
bool Influence<Real>::prepare(const Stack<Real>& stack, WeightSource<Real>& weights, std::int64_t& work) {
  for (; attends() && prepared_ < layers(); ++prepared_, kept_so_far_ = {}) {
    if (work <= 0 || !weights.make(prepared_ + 1, work)) return false;
    KeptLayer<Real>& kept = kept_[static_cast<std::size_t>(prepared_)];
    const Real* const h = stack.h(prepared_).data() + kept.keys.first * embed_;
    if (!keep_layer(settings_, prepared_ + 1, weights.weights(prepared_ + 1), h, kept, kept_so_far_, work)) {
      return false;
    }
  }
  return clear_room(work);
}

/// Room for the passes. Only d_qkv is added to: it is 0 before a pass, and each row again when it has been read.
template <class Real>
bool Influence<Real>::clear_room(std::int64_t& work) {
  const std::int64_t row = std::int64_t{embed_} * kPassesAtOnce, inputs = inputs_.size();
  make_room(d_above_, static_cast<std::size_t>(inputs * row));
  make_room(d_below_, static_cast<std::size_t>(inputs * row));
  if (kept_.empty() || !attends()) return true;
  int slots = 0;
  for (const KeptLayer<Real>& kept : kept_) slots = std::max(slots, kept.slots);
  const std::int64_t merged = std::int64_t{merged_} * kPassesAtOnce;
  make_room(d_merged_, static_cast<std::size_t>(kept_.front().rows.size() * merged));
  make_room(scratch_, static_cast<std::size_t>(slots) * kPassesAtOnce);
  make_room(d_qkv_, static_cast<std::size_t>(inputs * 3 * merged));
  for (; cleared_ < inputs; ++cleared_, work -= merged) {
    if (work <= 0) return false;
    std::fill_n(d_qkv_.begin() + cleared_ * 3 * merged, 3 * merged, Real{0});
  }
  return true;
}

template <class Real>
void Influence<Real>::step_probes(WeightSource<Real>& weights, int passes) {
  ask_probes(passes);
  run(weights, std::numeric_limits<std::int64_t>::max());
}

template <class Real>
void Influence<Real>::step_exact(WeightSource<Real>& weights, int passes) {
  ask_exact(passes);
  run(weights, std::numeric_limits<std::int64_t>::max());
}

template <class Real>
void Influence<Real>::ask_probes(int passes) {
  probes_.asked += passes;
}

template <class Real>
void Influence<Real>::ask_exact(int passes) {
  exact_.asked = std::min(exact_.asked + passes, embed_ - exact_.done);
}

template <class Real>
bool Influence<Real>::run(WeightSource<Real>& weights, std::int64_t multiply_adds) {
  LayerWeights<Real> held;
  int held_layer = 0;
  while (exact_.asked > 0 || probes_.asked > 0) {
    if (multiply_adds <= 0) return false;
    if (running_ == Running::kNothing) seed_passes();
    if (layer_ > 0) {
      if (held_layer != layer_ && attends()) {
        if (!weights.make(layer_, multiply_adds)) return false;
        held = weights.weights(layer_);
      }
      held_layer = layer_;
      multiply_adds -= run_rows(held);
    }
    if (layer_ == 0) {
      take_squares();
      multiply_adds -= inputs_.size() * embed_ * kPassesAtOnce;
    }
  }
  return true;
}

/// Up to kPassesAtOnce of the passes that are asked for, at row i of h[from].
template <class Real>
void Influence<Real>::seed_passes() {
  running_ = exact_.asked > 0 ? Running::kExact : Running::kProbes;
  std::fill_n(d_above_.begin(), embed_ * kPassesAtOnce, Real{0});
  together_ = std::min(running().asked, kPassesAtOnce);
  for (int pass = 0; pass < together_; ++pass) {
    const int number = running().done + pass;
    const RowId row = row_id(TensorId::kProbe, 0, static_cast<std::uint32_t>(number));
    for (int e = 0; e < embed_; ++e) {
      const double value =
          running_ == Running::kExact ? (e == number ? 1 : 0) : normal(seed_, row, static_cast<std::uint32_t>(e));
      d_above_[static_cast<std::size_t>(e) * kPassesAtOnce + pass] = static_cast<Real>(value);
    }
  }
  enter_layer(layers());
}

template <class Real>
void Influence<Real>::enter_layer(int layer) {
  layer_ = layer;
  row_ = 0;
  part_ = attends() ? Part::kOutput : Part::kProject;
}

/// Multiply-adds of these rows of a part.
template <class Real>
std::int64_t Influence<Real>::work_of(const KeptLayer<Real>& kept, Part part, std::int64_t from,
                                      std::int64_t to) const {
  const std::int64_t merged = merged_, embed = embed_;
  std::int64_t work = 0;
  switch (part) {
    case Part::kOutput:
      work = (to - from) * merged * embed;
      break;
    case Part::kAttention:
      for (std::int64_t row = from; row < to; ++row) work += 4 * merged * kept.count[static_cast<std::size_t>(row)];
      break;
    case Part::kProject:
      work = (to - from) * (attends() ? 3 * merged : 1) * embed;
      break;
  }
  return work * kPassesAtOnce;
}

template <class Real>
std::int64_t Influence<Real>::work() const {
  std::int64_t work = 0;
  for (const KeptLayer<Real>& kept : kept_) {
    work += work_of(kept, Part::kProject, 0, kept.keys.size());
    if (!attends()) continue;
    work += work_of(kept, Part::kOutput, 0, kept.rows.size());
    work += work_of(kept, Part::kAttention, 0, kept.rows.size());
  }
  return work;
}

/// The next few rows of where run() is; says how many multiply-adds they were.
template <class Real>
std::int64_t Influence<Real>::run_rows(const LayerWeights<Real>& weights) {
  const KeptLayer<Real>& kept = kept_[static_cast<std::size_t>(layer_) - 1];
  const std::int64_t rows = part_ == Part::kProject ? kept.keys.size() : kept.rows.size();
  const std::int64_t from = row_, to = std::min(row_ + kRowsAtOnce, rows);
  const std::int64_t work = work_of(kept, part_, from, to);
  const bool last = to == rows;
  row_ = last ? 0 : to;
  switch (part_) {
    case Part::kOutput:
      output_rows(weights, from, to);
      if (last) part_ = Part::kAttention;
      break;
    case Part::kAttention:
      attention_rows(kept, from, to);
      if (last) part_ = Part::kProject;
      break;
    case Part::kProject:
      project_rows(kept, weights, from, to);
      if (last) {
        std::swap(d_above_, d_below_);
        enter_layer(layer_ - 1);
      }
      break;
  }
  return work;
}

/// d_merged = d_above · w_oᵀ
template <class Real>
void Influence<Real>::output_rows(const LayerWeights<Real>& weights, std::int64_t from, std::int64_t to) {
  for (std::int64_t row = from; row < to; ++row) {
    kernels::combine<kPassesAtOnce>(weights.w_o.data(), embed_, 1, d_above_.data() + row * embed_ * kPassesAtOnce,
                                    merged_, embed_, d_merged_.data() + row * merged_ * kPassesAtOnce, false);
  }
}

/// d_qkv += d_merged through blend, softmax and scores.
template <class Real>
void Influence<Real>::attention_rows(const KeptLayer<Real>& kept, std::int64_t from, std::int64_t to) {
  const std::int64_t wide = std::int64_t{3} * merged_, depth = settings_.shape.head_width;
  const std::int64_t query = kept.rows.first - kept.keys.first + from;  // as a row of `keys`
  const std::int64_t k_column = settings_.tie ? 0 : merged_;
  kernels::AttendedHead<Real> head;
  head.q_stride = head.k_stride = head.v_stride = wide;
  head.slots = kept.slots;
  head.first = head.scored_first = kept.first.data() + from;
  head.count = head.scored_count = kept.count.data() + from;
  head.rows = static_cast<int>(to - from);
  head.depth = settings_.shape.head_width;
  head.divisor = kept.divisor;
  kernels::HeadGradient<Real> gradient;
  gradient.d_out_stride = merged_ * kPassesAtOnce;
  gradient.d_q_stride = gradient.d_k_stride = gradient.d_v_stride = wide * kPassesAtOnce;
  for (std::int64_t h = 0; h < settings_.shape.heads; ++h) {
    const std::int64_t q = query * wide + h * depth, k = k_column + h * depth,
                       v = std::int64_t{2} * merged_ + h * depth;
    head.q = kept.qkv.data() + q;
    head.k = kept.qkv.data() + k;
    head.v = kept.qkv.data() + v;
    head.shares = kept.shares.data() + (h * kept.rows.size() + from) * kept.slots;
    gradient.d_out = d_merged_.data() + (from * merged_ + h * depth) * kPassesAtOnce;
    gradient.d_q = d_qkv_.data() + q * kPassesAtOnce;
    gradient.d_k = d_qkv_.data() + k * kPassesAtOnce;
    gradient.d_v = d_qkv_.data() + v * kPassesAtOnce;
    kernels::attend_backward<kPassesAtOnce>(head, gradient, scratch_.data());
  }
}

/// d_below = alpha d_above + (1 - alpha) norm backwards of d_qkv · w_qkvᵀ. As in the stack, a part of weight 0 is left
/// out. Backwards through x / r, r = √(mean x² + epsilon): (d - y mean(y d)) / r with y = x / r.
template <class Real>
void Influence<Real>::project_rows(const KeptLayer<Real>& kept, const LayerWeights<Real>& weights, std::int64_t from,
                                   std::int64_t to) {
  const std::int64_t row_size = std::int64_t{embed_} * kPassesAtOnce;
  const int wide = 3 * merged_;
  for (std::int64_t row = from; row < to; ++row) {
    const std::int64_t query = kept.keys.first + row - kept.rows.first;
    const bool asks = 0 <= query && query < kept.rows.size();
    const Real* const above = asks && settings_.alpha != 0 ? d_above_.data() + query * row_size : nullptr;
    Real* const below = d_below_.data() + row * row_size;
    if (attends()) {
      const int columns = asks || settings_.tie ? 0 : merged_;  // a row that asks nothing has only k and v
      Real* const d_qkv = d_qkv_.data() + row * wide * kPassesAtOnce;
      kernels::combine<kPassesAtOnce>(weights.w_qkv.data() + columns, wide, 1, d_qkv + columns * kPassesAtOnce, embed_,
                                      wide - columns, below, false);
      std::fill_n(d_qkv, wide * kPassesAtOnce, Real{0});
      norm_row(kept, row, below);
    } else {
      std::fill_n(below, row_size, Real{0});
    }
    if (above == nullptr) continue;
    const auto stay = static_cast<Real>(settings_.alpha);
    for (std::int64_t n = 0; n < row_size; ++n) below[n] += stay * above[n];
  }
}

/// d (E) = (1 - alpha) norm backwards of d.
template <class Real>
void Influence<Real>::norm_row(const KeptLayer<Real>& kept, std::int64_t row, Real* d) {
  using kernels::load;
  const auto move = static_cast<Real>(1 - settings_.alpha);
  const std::int64_t row_size = std::int64_t{embed_} * kPassesAtOnce;
  if (kept.normed.empty()) {
    for (std::int64_t n = 0; n < row_size; ++n) d[n] *= move;
    return;
  }
  const Real* const y = kept.normed.data() + row * embed_;
  kernels::Lanes<Real, kPassesAtOnce> mean{};
  for (int e = 0; e < embed_; ++e) mean += y[e] * load<kPassesAtOnce>(d + e * kPassesAtOnce);
  mean /= static_cast<Real>(embed_);
  const Real scale = move * kept.norm_scale[static_cast<std::size_t>(row)];
  for (int e = 0; e < embed_; ++e) {
    Real* const at = d + e * kPassesAtOnce;
    kernels::store<kPassesAtOnce>((load<kPassesAtOnce>(at) - y[e] * mean) * scale, at);
  }
}

/// The passes have come down to h[0]. Each is added on its own, or the sums would depend on how many went side by side.
template <class Real>
void Influence<Real>::take_squares() {
  for (std::int64_t row = 0; row < inputs_.size(); ++row) {
    const Real* const d = d_above_.data() + row * embed_ * kPassesAtOnce;
    double& squares = running().squares[static_cast<std::size_t>(row)];
    for (int pass = 0; pass < together_; ++pass) {
      double sum = 0;
      for (int e = 0; e < embed_; ++e) {
        const double number = d[e * kPassesAtOnce + pass];
        sum += number * number;
      }
      squares += sum;
    }
  }
  running().done += together_;
  running().asked -= together_;
  running_ = Running::kNothing;
}

template <class Real>
std::vector<double> Influence<Real>::norms() const {
  std::vector<double> out(static_cast<std::size_t>(settings_.shape.queries), 0.0);
  if (!exact() && probes() == 0) return out;
  const Passes& known = exact() ? exact_ : probes_;
  const double parts = exact() ? 1.0 : probes();
  for (std::size_t row = 0; row < known.squares.size(); ++row) {
    out[static_cast<std::size_t>(inputs_.first) + row] = std::sqrt(known.squares[row] / parts);
  }
  return out;
}

template <class Real>
double Influence<Real>::relative_error() const {
  if (exact()) return 0;
  if (probes() == 0) return 1;
  // The estimate spreads most where the block is of rank one: then k · estimate² / ‖J‖² is chi-square of k degrees. A
  // value may fail in 2 of 100 seeds by the number of values, so that 95 of any 100 hold; half of that above, and
  // below, where the spread is less.
  const double k = probes();
  const double fails = 0.02 / 2 / static_cast<double>(inputs_.size());
  // Wilson and Hilferty (1931): the cube root of chi-square / k is near normal.
  const double variance = 2 / (9 * k);
  const double root = 1 - variance + normal_quantile(fails) * std::sqrt(variance);
  return std::sqrt(root * root * root) - 1;
}

template <class Real>
std::int64_t Influence<Real>::bytes(const StackSettings& settings) {
  using saturate::plus;
  using saturate::times;
  constexpr std::int64_t kReal = sizeof(Real);
  const std::int64_t tokens = settings.shape.keys, embed = settings.shape.embed_width;
  const std::int64_t merged = times({settings.shape.heads, settings.shape.head_width});
  const std::int64_t squares = times({2, tokens, sizeof(double)});
  const std::int64_t gradients = times({2, tokens, embed});
  if (settings.alpha == 1) return plus({squares, times({kReal, kPassesAtOnce, gradients})});
  std::int64_t kept = 0;
  for (int layer = 1; layer <= settings.layers; ++layer)
    kept = plus({kept, estimate_kept_bytes(settings, layer, kReal)});
  const std::int64_t room = plus({gradients, times({4, tokens, merged}), tokens});  // scratch: a key's slot each
  return plus({kept, squares, times({kReal, kPassesAtOnce, room})});
}

template class Influence<float>;
template class Influence<double>;

}  // namespace bandscope::engine
