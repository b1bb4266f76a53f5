#include "view/depth/needle.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "config/limits.h"
#include "engine/stack/reach.h"
#include "engine/stack/rollout.h"
#include "view/depth/followed.h"
#include "view/depth/needle_grid.h"
#include "view/depth/needle_strip.h"
#include "view/depth/needle_words.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr const char* kTooMany = "Hard reach only: too many tokens lie in the cone to follow each";

/// The stack whose shares are of this very config.
const engine::Stack<float>* current_stack(const ModelInput& input, const engine::StackRule& rule) {
  const engine::Stack<float>* stack = input.depth.stack;
  if (stack == nullptr || !input.depth.stack_current || stack->done() != rule.layers) return nullptr;
  return stack->settings().shape.keys == rule.tokens ? stack : nullptr;
}

std::string why_no_stack(const ModelInput& input) {
  if (!input.depth.no_stack.empty()) return input.depth.no_stack;
  return config::stack_off_reason(input.config).value_or("");
}

std::uint64_t hash_of(const std::vector<std::string>& words) {
  std::uint64_t hash = words.size();
  for (const std::string& word : words) hash = hash * 1099511628211ULL + std::hash<std::string>{}(word);
  return hash;
}

/// The numbers that the model is made of.
struct Shares {
  std::vector<engine::Flow> uniform, real;  // h[0..L]; empty: not to be had
  std::vector<double> left;                 // uniform, at the last token after 1..64, as far as it is known
};

Shares shares_of(const NeedleKey& key, const engine::Stack<float>* stack) {
  Shares s;
  if (needle_numbers(key.rule, key.needle) <= kMostNeedleNumbers) {
    s.uniform = engine::uniform_columns(key.rule, key.alpha, key.needle);
  }
  engine::StackRule deeper = key.rule;
  deeper.layers = config::kMaxLayers;
  std::int64_t budget = kMostNeedleNumbers;
  s.left = uniform_left(deeper, key.alpha, key.needle, budget);
  budget = kMostNeedleNumbers;
  if (static_cast<int>(s.left.size()) < key.rule.layers) {
    s.left = uniform_left(key.rule, key.alpha, key.needle, budget);
  }
  if (stack != nullptr) s.real = engine::rollout_columns(*stack, static_cast<int>(key.needle));
  return s;
}

void fill_rows(NeedleModel& model, const Shares& s, const NeedleKey& key) {
  model.rows.clear();
  for (int layer = 1; layer <= key.rule.layers; ++layer) {
    NeedleRow row;
    row.layer = layer;
    if (layer <= static_cast<int>(s.left.size())) {
      const double left = s.left[static_cast<std::size_t>(layer) - 1];
      row.uniform = small_per_cent(left);
      row.uniform_arrives = left >= key.epsilon;
    }
    if (!s.real.empty()) {
      const double left = s.real[static_cast<std::size_t>(layer)].at(model.last);
      row.real = small_per_cent(left);
      row.real_arrives = left >= key.epsilon;
    }
    model.rows.push_back(std::move(row));
  }
}

void fill_words(NeedleModel& model, const Shares& s, const NeedleKey& key) {
  NeedleResult result;
  result.rule = key.rule;
  result.needle = key.needle;
  result.epsilon = key.epsilon;
  result.reaches = engine::reach(key.rule, model.last, key.rule.layers).first <= key.needle;
  result.real = key.real;
  const auto layers_down = static_cast<std::size_t>(key.rule.layers);
  if (key.real) {
    if (!s.real.empty()) result.left = s.real[layers_down].at(model.last);
  } else if (layers_down <= s.left.size()) {
    result.left = s.left[layers_down - 1];
  }
  model.title = needle_title(result);
  model.subtitle = needle_subtitle(result);

  // The sentence is about the map that is shown, and no more of it.
  const WindowShares& shown = key.real ? model.swept : model.uniform;
  const auto column = static_cast<std::size_t>(model.map.column_of(static_cast<int>(key.rule.window)));
  result.map_layers = shown.rule.layers;
  result.map_window = key.real ? shown.windows[column] : static_cast<int>(key.rule.window);
  result.map_whole = !key.real || key.swept > 0;
  result.every_window = shown.windows.size() == static_cast<std::size_t>(key.rule.tokens);
  result.no_stack = key.no_stack;
  const Arrival window = key.real ? arrival_at_windows(shown, key.rule.layers, key.epsilon)
                                  : arrival_along_window(shown, key.rule.layers, key.epsilon);
  const Arrival layers = arrival_along_layers(key.real ? shown.share[column] : s.left, shown.rule.layers, key.epsilon);
  model.arrives = needle_arrival(result, window, layers);
}

}  // namespace

void update_needle(NeedleModel& model, const ModelInput& input) {
  const config::Config& c = input.config;
  NeedleKey key;
  key.rule = rule_of(c);
  key.rule.window = std::min(key.rule.window, key.rule.tokens);
  key.alpha = c.alpha;
  key.epsilon = c.epsilon;
  key.needle = config::effective_needle(c);
  const engine::Stack<float>* stack = current_stack(input, key.rule);
  key.stack_current = stack != nullptr;
  key.stack = stack != nullptr ? stack->revision() : 0;
  key.real = input.state.needle_real;
  key.picture = input.layout.depth.picture;
  key.dpr = input.dpr;
  key.inks = inks_of(input.palette);
  key.words = hash_of(input.words);

  model.boxes = needle_boxes(key.picture, c.layers, c.source() == config::Source::kText);
  const NeedleSweep& sweep = input.depth.needle;
  engine::StackRule deepest = key.rule;
  deepest.layers = needle_layers(key.rule.layers);
  update_uniform(model.uniform, deepest, key.alpha, key.needle);
  if (key.real) update_swept(model.swept, sweep, model.uniform);
  const bool swept = sweep.current && !sweep.windows.empty() && sweep.done == static_cast<int>(sweep.windows.size());
  if (key.real && swept) key.swept = model.swept.revision;
  model.no_stack = why_no_stack(input);
  key.no_stack = !model.no_stack.empty();
  const WindowShares& shown = key.real ? model.swept : model.uniform;
  update_needle_map(model.map, shown, {shown.revision, key.real, model.boxes.map, key.epsilon, key.dpr, key.inks},
                    input.palette, key.real && !swept ? model.uniform : shown);
  model.progress.clear();
  if (sweep.current && !swept && (sweep.running || sweep.done > 0)) {
    model.progress = (sweep.running ? "" : "stopped at ") + grouped(sweep.done) + " of " +
                     grouped(static_cast<std::int64_t>(sweep.windows.size()));
  }
  model.real_off = stack != nullptr ? "" : model.no_stack.empty() ? "Catching up" : model.no_stack;
  model.map_most = (model.map.over ? "≥ " : "") + small_per_cent(model.map.most);
  if (model.key == key && !model.rows.empty()) return;
  model.key = key;

  model.needle = key.needle;
  model.last = key.rule.tokens - 1;
  model.epsilon = small_per_cent(key.epsilon);
  const Shares s = shares_of(key, stack);
  model.uniform_off = s.uniform.empty() ? kTooMany : "";
  fill_rows(model, s, key);
  const std::vector<engine::Flow>& flows = key.real ? s.real : s.uniform;
  update_strip(model.strip,
               {key.rule, key.needle, model.boxes.strip, model.boxes.row, flows.empty() ? nullptr : &flows}, input);
  model.most = small_per_cent(model.strip.most);
  fill_words(model, s, key);
}

}  // namespace bandscope::view
