#include "app/plan.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "config/limits.h"
#include "config/numbers.h"
#include "engine/stack/cost.h"
#include "view/input_kind.h"

namespace bandscope::app {
namespace {

using config::Config;

std::int64_t saturated(engine::Count count) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return count > static_cast<engine::Count>(kMost) ? kMost : static_cast<std::int64_t>(count);
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  return b > std::numeric_limits<std::int64_t>::max() - a ? std::numeric_limits<std::int64_t>::max() : a + b;
}

/// Everything of the spec but the words.
engine::InputSpec spec_of(const Config& c) {
  engine::InputSpec spec;
  spec.kind = view::input_kind(c);
  spec.seed = c.seed;
  spec.tokens = c.tokens;
  spec.heads = c.heads;
  spec.head_width = c.head_width;
  spec.built = config::effective_weights(c) == config::Weights::kBuilt;
  spec.positions = c.positions;
  return spec;
}

bool is_drawn(const engine::InputSpec& spec) {
  return spec.kind == engine::InputKind::kRandom || spec.kind == engine::InputKind::kWords;
}

}  // namespace

engine::LayerSettings layer_settings(const Config& c, const engine::LayerShape& shape) {
  engine::LayerSettings s;
  s.shape = shape;
  // The window that is in force: one wider than T is the same as T, and runs nothing again.
  s.window = std::min(config::panel_window(c), config::key_count(c));
  s.causal = c.causal;
  s.scale = c.scale;
  s.strike_zero = config::effective_strike(c) == config::Strike::kZero;
  s.tie = c.tie;
  return s;
}

engine::StackSettings stack_settings(const Config& c, const engine::LayerShape& shape) {
  engine::StackSettings s;
  s.shape = shape;
  s.window = config::effective_window(c);
  s.causal = c.causal;
  s.scale = c.scale;
  s.tie = c.tie;
  s.layers = c.layers;
  s.pattern = c.pattern;
  s.alpha = c.alpha;
  s.norm = c.norm == config::Norm::kRms ? engine::Norm::kRms : engine::Norm::kNone;
  return s;
}

std::int64_t stack_work(const engine::StackSettings& s) {
  const engine::Cost cost = engine::cost({s.rule(), s.shape.heads, s.shape.head_width});
  return saturated(cost.project + cost.score + cost.blend + cost.output);
}

std::int64_t needed_bytes(const Config& c) {
  const engine::InputSpec spec = spec_of(c);
  const bool given = !is_drawn(spec);
  const engine::LayerShape shape = engine::shape_of(spec);
  const std::int64_t layer = engine::estimate_bytes(layer_settings(c, shape), given, !given);
  if (given || config::panel_layer(c) == 1) return layer;
  return plus(layer, engine::estimate_stack_bytes(stack_settings(c, shape)));
}

std::int64_t panel_work(const Config& c, int layers) {
  const engine::InputSpec spec = spec_of(c);
  if (!is_drawn(spec)) return 0;
  engine::StackSettings settings = stack_settings(c, engine::shape_of(spec));
  settings.shape.queries = settings.shape.keys = c.tokens;
  settings.layers = layers;
  return stack_work(settings);
}

Plan plan_of(const Config& c, const std::vector<std::string>& words, std::int64_t memory_limit) {
  Plan plan;
  plan.spec = spec_of(c);
  if (plan.spec.kind == engine::InputKind::kWords) plan.spec.words = words;
  plan.shape = engine::shape_of(plan.spec);
  plan.panel_layer = config::panel_layer(c);
  plan.layer = layer_settings(c, plan.shape);
  plan.stack = stack_settings(c, plan.shape);
  plan.shared = c.shared;

  std::optional<std::string> off = config::stack_off_reason(c);
  const std::int64_t bytes = needed_bytes(c), work = panel_work(c, 1);
  if (work > kLayerWork) {
    off = "A layer is " + config::millions_in_words(work) + " multiply-adds, too many to follow live: counted, not run";
  }
  if (bytes > memory_limit) off = "As tensors this would need " + config::size_in_words(bytes) + ": counted, not run";
  const bool depth = config::is_depth(c.view);
  plan.makes_inputs = !off || !depth || (bytes <= memory_limit && work <= kLayerWork);
  if (plan.makes_inputs && !off) {
    const std::int64_t all = engine::estimate_stack_bytes(plan.stack);
    if (all > memory_limit) off = "The whole stack would need " + config::size_in_words(all) + ": counted, not run";
  }
  // Nobody sees the panels in a view of depth; programs may ask for their numbers where they cost next to nothing.
  plan.runs_layer = plan.makes_inputs && (!depth || panel_work(c, plan.panel_layer) <= kFrameWork);
  plan.no_stack = std::move(off).value_or("");
  return plan;
}

std::int64_t work_of(const Plan& plan) {
  if (!plan.makes_inputs || !is_drawn(plan.spec)) return 0;
  const std::int64_t embed = plan.shape.embed_width, merged = plan.shape.merged_width();
  const std::int64_t drawn = engine::kDrawWork * embed * (plan.shape.queries + 4 * merged);
  if (!plan.runs_layer) return drawn;
  engine::StackSettings settings = plan.stack;
  settings.layers = plan.panel_layer;
  return plus(drawn, stack_work(settings));
}

}  // namespace bandscope::app
