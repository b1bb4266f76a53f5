// The two sweeps that a reader asks for: the needle by real shares over W and L, and the engine's time over T.
#include <algorithm>
#include <string>
#include <utility>

#include "app/depth.h"
#include "config/limits.h"
#include "engine/stack/rollout.h"
#include "view/depth/cost.h"
#include "view/depth/needle_grid.h"

namespace bandscope::app {
namespace {

using config::Config;

constexpr int kShortestMeasured = 32;  // tokens
constexpr int kLongestMeasured = 4096;
constexpr double kLongestRun = 300;                   // ms: a longer one ends the sweep
constexpr std::int64_t kMeasuredBytes = 128LL << 20;  // of the largest layer

/// The config without what a map over W and L does not depend on.
Config without_point(Config config) {
  config.window = 1;
  config.layers = 1;
  config.layer.reset();
  config.pick.reset();
  config.head = 0;
  config.view = config::View::kNeedle;
  config.show = {};
  config.theme = {};
  config.axis = {};
  config.epsilon = 0.01;
  config.strike = {};
  return config;
}

std::int64_t measured_bytes(const Config& config, const engine::LayerShape& shape, int tokens) {
  engine::LayerSettings settings = layer_settings(config, shape);
  settings.shape.queries = settings.shape.keys = tokens;
  settings.window = std::min(config.window, tokens);
  return engine::estimate_bytes(settings, false, true);
}

std::vector<int> measured_tokens(const Config& config, const engine::LayerShape& shape) {
  std::vector<int> list;
  for (int tokens = kShortestMeasured; tokens <= kLongestMeasured; tokens *= 2) {
    if (measured_bytes(config, shape, tokens) <= kMeasuredBytes) list.push_back(tokens);
  }
  return list;
}

/// Why nothing can be measured; empty where something can.
std::string why_not_measured(const Config& config, const engine::LayerShape& shape) {
  const std::int64_t bytes = measured_bytes(config, shape, kShortestMeasured);
  if (bytes <= kMeasuredBytes) return {};
  return "It cannot be measured here: of " + std::to_string(kShortestMeasured) + " tokens, the fewest measured, it " +
         "would take " + view::human_bytes(static_cast<engine::Count>(bytes)) + ", and at most " +
         view::human_bytes(static_cast<engine::Count>(kMeasuredBytes)) + " are used.";
}

/// One layer of this size with random inputs.
engine::InputSpec measured_spec(const Config& config, int tokens) {
  engine::InputSpec spec;
  spec.seed = config.seed;
  spec.tokens = tokens;
  spec.heads = config.heads;
  spec.head_width = config.head_width;
  return spec;
}

engine::LayerSettings measured_settings(const Config& config, const engine::InputSpec& spec) {
  engine::LayerSettings settings = layer_settings(config, engine::shape_of(spec));
  settings.window = std::min(config.window, spec.tokens);
  settings.kept_only = true;
  return settings;
}

}  // namespace

bool Depth::advance_needle(view::UiState& ui, std::int64_t& work) {
  view::NeedleSweep& sweep = shown_.needle;
  const Config asked = without_point(config_);
  const int layers = view::needle_layers(config_.layers);
  bool changed = false;
  if (sweep.current && (needle_config_ != asked || sweep.layers < layers)) {
    sweep.current = false;
    changed = true;
  }
  const bool run = ui.needle_sweep && plan_.no_stack.empty() && config_.view == config::View::kNeedle;
  if (run && !sweep.running) {
    needle_config_ = asked;
    sweep = {.windows = view::needle_windows(config::key_count(config_)),
             .layers = layers,
             .share = {},
             .done = 0,
             .running = true,
             .current = true,
             .revision = sweep.revision};
    sweep.share.resize(sweep.windows.size());
    changed = true;
  } else if (sweep.running && (!run || !sweep.current)) {
    sweep.running = ui.needle_sweep = false;
    changed = true;
  }
  if (sweep.running && there_) {
    needle_weights_.set(plan_.spec, plan_.shared);
    while (work > 0 && sweep.done < static_cast<int>(sweep.windows.size())) {
      const auto line = static_cast<std::size_t>(sweep.done);
      engine::StackSettings settings = plan_.stack;
      settings.window = sweep.windows[line];
      settings.layers = sweep.layers;
      // h[0] of the shown stack is the input, whatever W is.
      if (needle_stack_.begin(settings, stack_.h(0), stack_x_revision_)) break;
      if (!needle_stack_.step(needle_weights_, work) || !needle_stack_.finished()) continue;
      const auto flow = engine::rollout_columns(needle_stack_, config::effective_needle(config_));
      for (int layer = 1; layer <= sweep.layers; ++layer) {
        sweep.share[line].push_back(flow[static_cast<std::size_t>(layer)].at(config_.tokens - 1));
      }
      ++sweep.done;
      changed = true;
    }
    if (sweep.done == static_cast<int>(sweep.windows.size())) {
      sweep.running = ui.needle_sweep = false;
      needle_stack_ = {};
    } else {
      busy_ = true;
    }
  }
  if (changed) ++sweep.revision;
  return changed;
}

bool Depth::advance_cost(view::UiState& ui, std::int64_t& work) {
  view::CostSweep& sweep = shown_.cost;
  Config asked = without_point(config_);
  asked.window = config_.window;
  asked.tokens = 1;
  asked.needle.reset();
  bool changed = false;
  if (sweep.current && cost_config_ != asked) {
    sweep.current = false;
    changed = true;
  }
  const bool shows = config_.view == config::View::kCost;
  std::string off = shows ? why_not_measured(config_, plan_.shape) : "";
  if (sweep.off != off) {
    sweep.off = std::move(off);
    changed = true;
  }
  if (!sweep.off.empty()) ui.cost_sweep = false;
  const bool run = ui.cost_sweep && shows;
  if (run && !sweep.running) {
    cost_config_ = asked;
    timing_ = false;
    const int steps = static_cast<int>(measured_tokens(config_, plan_.shape).size());
    sweep = {.points = {}, .steps = steps, .off = {}, .running = true, .current = true, .revision = sweep.revision};
    changed = true;
  } else if (sweep.running && (!run || !sweep.current)) {
    sweep.running = ui.cost_sweep = false;
    clock_ = {};
    changed = true;
  } else if (sweep.running) {
    changed = time_sizes(work) || changed;
    if (!sweep.running) ui.cost_sweep = false;
  }
  busy_ = busy_ || sweep.running;
  if (changed) ++sweep.revision;
  return changed;
}

/// Times one size after the other, at most one a frame; returns whether one was done.
bool Depth::time_sizes(std::int64_t& work) {
  view::CostSweep& sweep = shown_.cost;
  const std::vector<int> tokens = measured_tokens(config_, plan_.shape);
  const int next = tokens[sweep.points.size()];
  if (!timing_) {
    const engine::InputSpec spec = measured_spec(config_, next);
    clock_.start(spec, measured_settings(config_, spec));
    timing_ = true;
  }
  if (!clock_.advance(work)) return false;
  timing_ = false;
  sweep.points.push_back({next, clock_.least()});
  if (clock_.least() > kLongestRun || sweep.points.size() == tokens.size()) {
    sweep.running = false;
    clock_ = {};
  }
  return true;
}

}  // namespace bandscope::app
