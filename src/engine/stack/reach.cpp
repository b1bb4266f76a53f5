#include "engine/stack/reach.h"

#include <cassert>

namespace bandscope::engine {

Span reach(const StackRule& rule, std::int64_t i, int from, int to) {
  return around(rule, i, reach_side(rule, from, to));
}

std::int64_t reach_side(const StackRule& rule, int from, int to) {
  assert(0 <= to && to <= from && from <= rule.layers);
  std::int64_t side = 0;
  for (int layer = from; layer > to; --layer) side += layer_side(rule, layer);
  return side;
}

std::optional<std::int64_t> reach_back(const StackRule& rule, int layers) {
  assert(0 <= layers && layers <= rule.layers);
  if (layers > 0 && rule.window == kNoWindow) return std::nullopt;
  for (int layer = 1; layer <= layers; ++layer) {
    if (is_global(rule.pattern, layer)) return std::nullopt;
  }
  return layers * (rule.window - 1);
}

}  // namespace bandscope::engine
