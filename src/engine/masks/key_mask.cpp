#include "engine/masks/key_mask.h"

#include <cstddef>

namespace bandscope::engine {

// All keys: a range serves every sequence of the batch, and each has a mask of its own.
KeyRange key_mask_hull(const MaskRule& rule, int) { return {0, rule.keys - 1}; }

Struck key_mask_strikes(const MaskRule& rule, int sequence, int, int key) {
  if (rule.key_mask.empty()) return Struck::kNo;
  const bool kept = rule.key_mask[static_cast<std::size_t>(sequence) * rule.keys + key] != 0;
  return kept ? Struck::kNo : Struck::kKeyMask;
}

}  // namespace bandscope::engine
