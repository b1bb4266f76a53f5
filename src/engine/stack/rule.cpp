#include "engine/stack/rule.h"

#include <algorithm>
#include <cassert>

namespace bandscope::engine {

namespace {

/// How far a row of this layer reads to a side. The sequence bounds it, so that no position overflows.
std::int64_t side(const StackRule& rule, int layer) {
  return (is_global(rule.pattern, layer) ? rule.tokens : std::min(rule.window, rule.tokens)) - 1;
}

}  // namespace

bool is_pattern(std::string_view pattern) {
  return !pattern.empty() && pattern.size() <= kMostLayers &&
         std::ranges::all_of(pattern, [](char letter) { return letter == 'L' || letter == 'G'; });
}

bool is_global(std::string_view pattern, int layer) {
  assert(layer >= 1 && is_pattern(pattern));
  return pattern[static_cast<std::size_t>(layer - 1) % pattern.size()] == 'G';
}

Span layer_keys(const StackRule& rule, int layer, std::int64_t i) {
  assert(rule.window >= 1 && i >= 0 && i < rule.tokens);
  const std::int64_t back = side(rule, layer);
  return {std::max<std::int64_t>(i - back, 0), rule.causal ? i : std::min(i + back, rule.tokens - 1)};
}

Span layer_readers(const StackRule& rule, int layer, std::int64_t j) {
  assert(rule.window >= 1 && j >= 0 && j < rule.tokens);
  const std::int64_t ahead = side(rule, layer);
  return {rule.causal ? j : std::max<std::int64_t>(j - ahead, 0), std::min(j + ahead, rule.tokens - 1)};
}

}  // namespace bandscope::engine
