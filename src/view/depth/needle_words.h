// The needle's result in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/stack/rule.h"
#include "view/depth/needle_map.h"
#include "view/rich_text.h"

namespace bandscope::view {

/// What is said of one needle.
struct NeedleResult {
  engine::StackRule rule;
  std::int64_t needle = 0;
  double epsilon = 0;
  std::optional<double> left;  // at the last token after all layers, by uniform shares; nothing: not computed
  bool reaches = false;        // whether anything can
};
/// "0.41 % of token 12 is left after 3 layers", or "Token 12 cannot arrive: 3 layers reach 6 back".
std::vector<Run> needle_title(const NeedleResult& result);
/// "At the last token, 22, by uniform shares: less than the threshold of 1.00 %."
std::vector<Run> needle_subtitle(const NeedleResult& result);
/// "At least 1.00 % arrives from W = 5 on at L = 3, and from L = 6 on at W = 4."
std::vector<Run> needle_arrival(const NeedleResult& result, const Arrival& window, const Arrival& layers);

}  // namespace bandscope::view
