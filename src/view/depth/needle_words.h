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
  bool real = false;           // by this stack's shares, else by uniform ones
  std::optional<double> left;  // at the last token after all layers; nothing: not known
  bool reaches = false;        // whether anything can

  // What the map shows.
  int map_layers = 0;        // its highest row
  int map_window = 0;        // of the column that is told of
  bool map_whole = true;     // every cell of it is known; asked of real shares only
  bool every_window = true;  // no window between two columns
  bool no_stack = false;     // there never are real shares
};
/// "0.41 % of token 12 is left after 3 layers", or "Token 12 cannot arrive: 3 layers reach 6 back".
std::vector<Run> needle_title(const NeedleResult& result);
/// "At the last token, 22, by uniform shares: less than the threshold of 1.00 %."
std::vector<Run> needle_subtitle(const NeedleResult& result);
/// "By uniform shares at least 1.00 % arrives for W = 4 to 9 with 5 layers, and at no L up to 12 with a window of 3."
/// Says nothing of what lies beyond the map.
std::vector<Run> needle_arrival(const NeedleResult& result, const Arrival& window, const Arrival& layers);

}  // namespace bandscope::view
