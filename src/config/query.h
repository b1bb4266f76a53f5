// Query text <-> Config, by the one field table. Links are for ever: see tests/config/frozen_links.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"

namespace bandscope::config {

inline constexpr int kLinkCharacters = 2'000;
inline constexpr int kNoticeCharacters = 90;
inline constexpr int kMaxNotices = 8;

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
/// The order of the keys does not matter; of a repeated key the last counts, so a key added to a link's end wins.
/// Notices are plain sentences of at most kNoticeCharacters characters, none of them a control character, and at most
/// kMaxNotices of them: the last then counts the rest.
Checked parse(std::string_view query);

/// Applies a query of changes (`set()` of the page) on top of `base`; clamps as `parse` does. A change of
/// `text` or `example` starts from the defaults of that source, keeping view, theme, seed and show. From one text to
/// another all is kept, and T follows: all of the old text's tokens become all of the new one's.
Checked change(const Config& base, std::string_view query);

/// "v=1" and every field that is not at the default of its source. A text over 2,000 characters is left out: the link
/// is then that of as_random(config).
std::string to_query(const Config& config);

/// Whether the text is too long for to_query (over kLinkCharacters), so that the page can say so.
bool link_leaves_text_out(const Config& config);

/// "Random numbers of this size": leaves the text or example, keeps T, H, D, W and the switches.
Config as_random(const Config& config);

/// Every field with its value, defaults included, as `get()` gives it: the same keys, percent-encoded.
std::string to_full_query(const Config& config);

/// Makes every field legal: ranges, divisors of C for an example, nolan's fixed settings, head < H, pick < T.
/// What a size holds back is kept as asked and not said here: W over T, built weights below D = 8, strike by zero above
/// T = 256 (see the `effective_` and `_held` functions of limits.h); parse() and change() say the latter two.
Checked clamp(const Config& config);

}  // namespace bandscope::config
