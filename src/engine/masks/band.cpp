#include "engine/masks/band.h"

#include <algorithm>
#include <cstdint>

namespace bandscope::engine {

// In 64 bits: "no window" is the largest int.

KeyRange band_hull(const MaskRule& rule, int query) {
  const std::int64_t self = std::int64_t{query} + rule.keys - rule.queries;
  const std::int64_t back = std::int64_t{rule.window} - 1;
  const std::int64_t first = std::max<std::int64_t>(self - back, 0);
  const std::int64_t last = std::min<std::int64_t>(rule.causal ? self : self + back, rule.keys - 1);
  if (last < first) return {};
  return {static_cast<int>(first), static_cast<int>(last)};
}

Struck band_strikes(const MaskRule& rule, int, int query, int key) {
  const std::int64_t self = std::int64_t{query} + rule.keys - rule.queries;
  const std::int64_t back = std::int64_t{rule.window} - 1;
  if (rule.causal && key > self) return Struck::kFuture;
  if (rule.causal && key < self - back) return Struck::kTooOld;
  if (key < self - back || key > self + back) return Struck::kTooFar;
  return Struck::kNo;
}

}  // namespace bandscope::engine
