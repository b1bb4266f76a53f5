#include "app/depth.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "config/limits.h"
#include "engine/stack/rollout.h"

namespace bandscope::app {
namespace {

using config::Config;

/// Revisions of what the panels read through the stack, apart from those of the inputs themselves.
constexpr std::uint64_t kThroughStack = std::uint64_t{1} << 62;

}  // namespace

void Depth::follow(const Config& config, const Plan& plan) {
  config_ = config;
  there_ = there_ && plan == plan_;
  plan_ = plan;
  shown_.influence.current = false;
  busy_ = true;
  shown_.no_stack = plan_.no_stack;
  if (!plan_.no_stack.empty()) {
    stack_ = {};
    influence_key_.reset();
    shown_.stack = nullptr;
    shown_.stack_current = false;
    return;
  }
  shown_.stack = &stack_;
  shown_.stack_current = there_ && stack_.finished();
}

void Depth::begin(const Plan& plan, const engine::Tensors<float>& inputs) {
  if (!plan.no_stack.empty()) return;
  weights_.set(plan.spec, plan.shared);
  stack_x_revision_ = inputs.x_revision;
  // A legal config has a legal shape.
  [[maybe_unused]] const auto error = stack_.begin(plan.stack, inputs.x, inputs.x_revision);
  assert(!error);
  stack_.see_weights(weights_);
  there_ = plan == plan_;
  if (there_) shown_.stack_current = stack_.finished();
}

bool Depth::advance_panel(const Plan& plan, std::int64_t& work) {
  const int layer = plan.panel_layer;
  if (!plan.no_stack.empty()) return true;
  while (stack_.done() < layer - 1) {
    if (work <= 0) return false;
    stack_.step(weights_, work);
  }
  return layer == 1 || weights_.make(layer, work);
}

engine::Tensors<float> Depth::panel_tensors(const Plan& plan, const engine::Tensors<float>& inputs) {
  const int layer = plan.panel_layer;
  if (!plan.no_stack.empty() || (layer == 1 && plan.stack.norm == engine::Norm::kNone)) return inputs;
  const std::span<const float> h = stack_.h(layer - 1);
  std::vector<float> read(h.size());
  engine::normalize(plan.stack.norm, h.data(), plan.shape.queries, plan.shape.embed_width, read.data());
  if (read != panel_x_) {
    panel_x_ = std::move(read);
    ++panel_revision_;
  }
  engine::Tensors<float> tensors = inputs;
  tensors.x = panel_x_;
  tensors.x_revision = kThroughStack | panel_revision_;
  if (layer > 1) {
    const engine::LayerWeights<float> weights = weights_.weights(layer);
    tensors.w_qkv = weights.w_qkv;
    tensors.w_o = weights.w_o;
    tensors.w_qkv_revision = tensors.w_o_revision = kThroughStack | weights.revision;
  }
  return tensors;
}

std::int64_t Depth::layer_work() const {
  engine::StackSettings one = plan_.stack;
  one.layers = 1;
  one.pattern = engine::is_global(one.pattern, std::min(stack_.done() + 1, config_.layers)) ? "G" : "L";
  return stack_work(one);
}

bool Depth::wants_stack() const {
  using config::View;
  return there_ && (config_.view == View::kBench || config_.view == View::kReach || config_.view == View::kNeedle);
}

bool Depth::advance(view::UiState& ui, bool idle, std::int64_t& work) {
  busy_ = false;
  bool changed = false;
  if (wants_stack()) {
    changed = advance_stack(work, idle);
    if (config_.view == config::View::kReach && stack_.finished()) changed = advance_influence(work, idle) || changed;
  }
  changed = advance_needle(ui, work) || changed;
  return advance_cost(ui, work) || changed;
}

bool Depth::advance_stack(std::int64_t& work, bool idle) {
  while (!stack_.finished()) {
    // A layer that is more than a frame's work waits until nothing moves.
    if (work <= 0 || (!idle && layer_work() > work)) {
      busy_ = true;
      break;
    }
    stack_.step(weights_, work);
  }
  const bool changed = stack_shown_ != stack_.revision() || shown_.stack_current != stack_.finished();
  stack_shown_ = stack_.revision();
  shown_.stack_current = stack_.finished();
  return changed;
}

bool Depth::advance_influence(std::int64_t& work, bool idle) {
  const engine::StackSettings& settings = stack_.settings();
  view::InfluenceInput& shown = shown_.influence;
  const int row = config::effective_pick(config_).query, layer = config::reach_layer(config_);
  const std::int64_t bytes = engine::Influence<float>::bytes(settings);
  if (bytes > kInfluenceBytes) {
    const std::string off = "Following the numbers back would need " + std::to_string((bytes >> 20) + 1) + " MB";
    if (shown.off == off) return false;
    const std::uint64_t revision = shown.revision + 1;
    shown = {};
    shown.off = off;
    shown.revision = revision;
    influence_key_.reset();
    return true;
  }
  const InfluenceKey key{stack_.revision(), row, layer};
  const std::int64_t all = stack_work(settings);
  // A row that has no result yet is finished first, or a steady hand would never see one.
  const bool begun = influence_key_ && influence_prepared_ && influence_.probes() + influence_.exact_passes() == 0;
  if (influence_key_ != key && !begun) {
    // More than a frame's work is not begun while something moves.
    if (all > kFrameWork && !idle) {
      busy_ = true;
      return false;
    }
    influence_key_ = key;
    influence_prepared_ = influence_asked_ = false;
    influence_.start(stack_, row, layer, config_.seed);
  }
  shown.off.clear();
  if (!influence_prepared_) influence_prepared_ = influence_.prepare(stack_, weights_, work);
  bool changed = false;
  while (influence_prepared_ && work > 0 && !influence_.exact()) {
    if (!influence_asked_) {
      ask_passes();
      influence_asked_ = true;
    }
    const std::int64_t slice = std::min(work, kFrameWork / 4);
    work -= slice;
    if (!influence_.run(weights_, slice)) continue;
    influence_asked_ = false;
    changed = true;
  }
  busy_ = busy_ || !influence_.exact() || influence_key_ != key;
  const bool current = influence_key_ == key;
  if (!changed && shown.current == (current && has_influence())) return false;
  show_influence();
  shown.current = current && has_influence();
  return true;
}

/// Exact at once where that is soon done; else a few probes first, more of them, and then exact while nothing moves.
void Depth::ask_passes() {
  constexpr int kBatch = engine::Influence<float>::kPassesAtOnce;
  constexpr int kMostProbes = 4 * kBatch;
  const int needed = influence_.passes_needed();
  const std::int64_t exact_work = influence_.work() * ((needed + kBatch - 1) / kBatch);
  const int probes = exact_work <= kFrameWork   ? 0
                     : exact_work <= kExactWork ? kBatch
                                                : std::min(kMostProbes, needed / 2);
  if (influence_.probes() < probes) {
    influence_.ask_probes(kBatch);
  } else {
    influence_.ask_exact(kBatch);
  }
}

void Depth::show_influence() {
  view::InfluenceInput& shown = shown_.influence;
  if (has_influence()) {
    shown.norms = influence_.norms();
    shown.row = influence_key_->row;
    shown.layer = influence_key_->layer;
  }
  shown.exact = influence_.exact();
  shown.passes_done = influence_.exact_passes();
  shown.passes_needed = influence_.passes_needed();
  shown.probes = influence_.probes();
  shown.relative_error = influence_.relative_error();
  ++shown.revision;
}

}  // namespace bandscope::app
