// The two sweeps that a reader asks for: the needle by real shares over W and L, and the engine's time over T.
#include <algorithm>
#include <chrono>
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

/// One layer of this size from its input to its output, nothing kept from before: the least of two runs.
double measure(const Config& config, int tokens) {
  engine::InputSpec spec;
  spec.seed = config.seed;
  spec.tokens = tokens;
  spec.heads = config.heads;
  spec.head_width = config.head_width;
  engine::InputSource inputs;
  const engine::Tensors<float>& tensors = inputs.make(spec);
  engine::LayerSettings settings = layer_settings(config, inputs.shape());
  settings.window = std::min(config.window, tokens);
  settings.kept_only = true;
  double least = -1;
  for (int run = 0; run < 2; ++run) {
    engine::Layer<float> layer;
    const auto start = std::chrono::steady_clock::now();
    if (layer.run(tensors, settings)) break;
    const double took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (least < 0 || took < least) least = took;
    if (took > kLongestRun / 4) break;
  }
  return least;
}

}  // namespace

bool Depth::advance_needle(view::UiState& ui, std::int64_t work) {
  view::NeedleSweep& sweep = shown_.needle;
  const Config asked = without_point(config_);
  const int layers = view::needle_layers(config_.layers);
  bool changed = false;
  if (sweep.current && (needle_config_ != asked || sweep.layers < layers)) {
    sweep.current = false;
    changed = true;
  }
  const bool run = ui.needle_sweep && !off_ && config_.view == config::View::kNeedle;
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
  if (sweep.running) {
    needle_weights_.set(spec_, config_.shared);
    while (work > 0 && sweep.done < static_cast<int>(sweep.windows.size())) {
      const auto line = static_cast<std::size_t>(sweep.done);
      engine::StackSettings settings = stack_settings(config_, shape_);
      settings.window = sweep.windows[line];
      settings.layers = sweep.layers;
      // h[0] of the shown stack is the input, whatever W is.
      if (needle_stack_.begin(settings, stack_.h(0), stack_x_revision_)) break;
      needle_stack_.step(needle_weights_);
      engine::StackSettings one = settings;
      one.layers = 1;
      work -= stack_work(one);
      if (!needle_stack_.finished()) continue;
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

bool Depth::advance_cost(view::UiState& ui) {
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
  std::string off = shows ? why_not_measured(config_, shape_) : "";
  if (sweep.off != off) {
    sweep.off = std::move(off);
    changed = true;
  }
  if (!sweep.off.empty()) ui.cost_sweep = false;
  const bool run = ui.cost_sweep && shows;
  if (run && !sweep.running) {
    cost_config_ = asked;
    const int steps = static_cast<int>(measured_tokens(config_, shape_).size());
    sweep = {.points = {}, .steps = steps, .off = {}, .running = true, .current = true, .revision = sweep.revision};
    changed = true;
  } else if (sweep.running && (!run || !sweep.current)) {
    sweep.running = ui.cost_sweep = false;
    changed = true;
  } else if (sweep.running) {
    // One size a frame, so that the page can be used meanwhile.
    const std::vector<int> tokens = measured_tokens(config_, shape_);
    const std::size_t next = sweep.points.size();
    const double took = next < tokens.size() ? measure(config_, tokens[next]) : -1;
    if (took >= 0) sweep.points.push_back({tokens[next], took});
    if (took < 0 || took > kLongestRun || sweep.points.size() == tokens.size()) sweep.running = ui.cost_sweep = false;
    changed = true;
  }
  busy_ = busy_ || sweep.running;
  if (changed) ++sweep.revision;
  return changed;
}

}  // namespace bandscope::app
