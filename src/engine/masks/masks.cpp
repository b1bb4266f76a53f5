#include "engine/masks/masks.h"

#include <algorithm>
#include <array>

#include "engine/masks/band.h"
#include "engine/masks/key_mask.h"

namespace bandscope::engine {

namespace {
constexpr std::array kKinds{
    MaskKind{"band", band_hull, band_strikes},
    MaskKind{"key_mask", key_mask_hull, key_mask_strikes},
};
}  // namespace

std::span<const MaskKind> mask_kinds() { return kKinds; }

KeyRanges key_ranges(const MaskRule& rule) {
  KeyRanges keep;
  keep.queries = rule.queries;
  keep.keys = rule.keys;
  keep.window = rule.window;
  keep.causal = rule.causal;
  keep.key_mask.assign(rule.key_mask.begin(), rule.key_mask.end());
  keep.first.resize(static_cast<std::size_t>(rule.queries));
  keep.count.resize(static_cast<std::size_t>(rule.queries));
  for (int i = 0; i < rule.queries; ++i) {
    KeyRange range{0, rule.keys - 1};
    for (const MaskKind& kind : kKinds) {
      const KeyRange hull = kind.hull(rule, i);
      range = {std::max(range.first, hull.first), std::min(range.last, hull.last)};
    }
    const bool empty = range.last < range.first;
    keep.first[i] = empty ? 0 : range.first;
    keep.count[i] = empty ? 0 : range.last - range.first + 1;
  }
  return keep;
}

Struck why_struck(const KeyRanges& keep, int sequence, int query, int key) {
  const MaskRule rule{keep.queries, keep.keys, keep.window, keep.causal, keep.key_mask};
  for (const MaskKind& kind : kKinds) {
    const Struck why = kind.strikes(rule, sequence, query, key);
    if (why != Struck::kNo) return why;
  }
  return Struck::kNo;
}

std::int64_t most_slots(int window, bool causal, int keys) {
  const std::int64_t wide = causal ? std::int64_t{window} : 2 * std::int64_t{window} - 1;
  return std::min(wide, std::int64_t{keys});
}

}  // namespace bandscope::engine
