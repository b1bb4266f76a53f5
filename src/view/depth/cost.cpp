#include "view/depth/cost.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "config/limits.h"
#include "config/presets.h"
#include "view/depth/cost_words.h"
#include "view/depth/followed.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

using engine::Cost;
using engine::Count;

std::string in_units(Count count, std::span<const std::string_view> units) {
  auto value = static_cast<double>(count);
  std::size_t unit = 0;
  // 999.6 would be written as 1,000.
  while (value >= 999.5 && unit < units.size()) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? three_digits(value) : three_digits(value) + " " + std::string(units[unit - 1]);
}

CostRow counted(std::string label, Count count, bool strong = false) {
  return {std::move(label), all_digits(count), human_count(count), strong};
}
CostRow in_bytes(std::string label, Count count, bool strong = false) {
  return {std::move(label), all_digits(count), human_bytes(count), strong};
}

void fill_tables(CostModel& model) {
  const Cost& c = model.cost;
  const bool one = model.rule.stack.layers == 1;
  const std::string layers = one ? "one layer" : grouped(std::int64_t{model.rule.stack.layers}) + " layers";
  const auto table = [&](CostGroup group) -> CostTable& { return model.tables[static_cast<std::size_t>(group)]; };
  table(CostGroup::kPairs) = {
      "Pairs",
      "one head, " + layers,
      {counted("full, T × T", c.pairs_full), counted("causal", c.pairs_causal), counted("kept", c.pairs_kept, true)}};
  table(CostGroup::kAdds) = {
      "Multiply-adds",
      "all heads, " + layers,
      {counted("project", c.project), counted("scores", c.score), counted("blend", c.blend),
       counted("output", c.output), counted("together", c.project + c.score + c.blend + c.output, true)}};
  table(CostGroup::kScores) = {
      "Score table, bytes",
      "float32, all heads, " + layers,
      {in_bytes("as a band", c.score_bytes_band, true), in_bytes("as T × T", c.score_bytes_full)}};
  table(CostGroup::kCache) = {
      "Key and value cache",
      "all heads, " + layers,
      {counted("rolling, entries", c.cache_tokens, true), in_bytes("rolling, float32", c.cache_bytes32),
       in_bytes("rolling, 16-bit", c.cache_bytes16), counted("whole, entries", c.cache_tokens_full),
       in_bytes("whole, float32", c.cache_bytes32_full), in_bytes("whole, 16-bit", c.cache_bytes16_full)}};
}

}  // namespace

engine::CostRule cost_rule(const config::Config& c) {
  engine::CostRule rule{rule_of(c), c.heads, c.head_width};
  rule.stack.window = std::min(rule.stack.window, rule.stack.tokens);
  return rule;
}

std::string all_digits(Count count) {
  std::string text = engine::decimal(count);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string three_digits(double value) {
  if (value >= 999.5) return grouped(static_cast<std::int64_t>(std::llround(value)));
  return fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

std::string human_count(Count count) {
  static constexpr std::string_view kWords[] = {"thousand",    "million",     "billion",    "trillion",
                                                "quadrillion", "quintillion", "sextillion", "septillion"};
  return count < 10'000 ? std::string() : in_units(count, kWords);
}

std::string human_bytes(Count count) {
  static constexpr std::string_view kUnits[] = {"kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"};
  return count < 1000 ? std::string() : in_units(count, kUnits);
}

void update_cost(CostModel& model, const ModelInput& input) {
  const config::Config& c = input.config;
  model.boxes = cost_boxes(input.layout.depth.picture);
  if (model.title.empty() || model.config != c) {
    model.config = c;
    model.rule = cost_rule(c);
    model.cost = engine::cost(model.rule);
    model.title = cost_title(model.rule, model.cost);
    model.subtitle = cost_saving(model.rule, model.cost);
    fill_tables(model);
    model.note = cache_note(model.rule, model.cost, c);
  }
  update_cache_picture(model.cache, model.rule.stack, input, model.boxes.slots);
  // Along T the window is the one that was asked for.
  update_cost_chart(model.chart, {rule_of(c), c.heads, c.head_width}, input, model.boxes.plot);
}

}  // namespace bandscope::view
