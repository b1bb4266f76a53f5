// Query text <-> Config, by the one field table. Links are for ever: see tests/config/frozen_links.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"

namespace bandscope::config {

/// A Config made legal, and what had to be changed for it, one plain sentence each.
struct Checked {
  Config config;
  std::vector<std::string> notices;
};

/// The state behind an empty address: the project's own sentence, built weights, W 6.
Config opening();

/// The defaults of a source: T is the text's own token count (at most 256) or the example's rows.
/// `example` and `text` choose the source, as in Config::source().
Config defaults(Example example, std::string_view text);

/// Reads a query ("t=16&w=4", with or without a leading '?'). Unknown keys, wrong types, numbers out of range,
/// repeated keys and broken percent-encoding are clamped or ignored, and said in `notices`. Never fails.
Checked parse(std::string_view query);

/// Applies a query of changes (`set()` of the page) on top of `base`; clamps as `parse` does. A change of
/// `text` or `example` starts from the defaults of that source, keeping view, theme, seed and show.
Checked change(const Config& base, std::string_view query);

/// "v=1" and every field that is not at the default of its source; a text over 2,000 characters is left out.
std::string to_query(const Config& config);

/// Every field with its value, defaults included, as `get()` gives it: the same keys, percent-encoded.
std::string to_full_query(const Config& config);

/// Makes every field legal: ranges, divisors of C for an example, nolan's fixed settings, head < H, pick < T.
/// The window is kept as asked (see effective_window).
Checked clamp(const Config& config);

}  // namespace bandscope::config
