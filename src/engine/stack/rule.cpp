#include "engine/stack/rule.h"

#include <algorithm>
#include <cassert>

namespace bandscope::engine {

bool is_pattern(std::string_view pattern) {
  return !pattern.empty() && pattern.size() <= kMostLayers &&
         std::ranges::all_of(pattern, [](char letter) { return letter == 'L' || letter == 'G'; });
}

bool is_global(std::string_view pattern, int layer) {
  assert(layer >= 1 && is_pattern(pattern));
  return pattern[static_cast<std::size_t>(layer - 1) % pattern.size()] == 'G';
}

Span around(const StackRule& rule, std::int64_t i, std::int64_t side) {
  assert(i >= 0 && i < rule.tokens && side >= 0);
  return {std::max<std::int64_t>(i - side, 0), rule.causal ? i : std::min(i + side, rule.tokens - 1)};
}

std::int64_t layer_side(const StackRule& rule, int layer) {
  assert(rule.tokens >= 1 && rule.window >= 1);
  return (is_global(rule.pattern, layer) ? rule.tokens : std::min(rule.window, rule.tokens)) - 1;
}

Span layer_keys(const StackRule& rule, int layer, std::int64_t i) { return around(rule, i, layer_side(rule, layer)); }

Span layer_readers(const StackRule& rule, int layer, std::int64_t j) {
  const std::int64_t side = layer_side(rule, layer);
  return {rule.causal ? j : std::max<std::int64_t>(j - side, 0), std::min(j + side, rule.tokens - 1)};
}

}  // namespace bandscope::engine
