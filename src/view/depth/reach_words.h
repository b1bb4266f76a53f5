// What the view of reach says: its title, what ink means, and where the closed forms hold.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "view/depth/followed.h"
#include "view/rich_text.h"

namespace bandscope::view {

/// Where the ink comes from; kWaits: too much for a preview.
enum class Ink { kReal, kRealLate, kEqual, kEqualLate, kNone, kWaits };

/// "5 layers of window 3 reach 10 tokens back". For a node of the input: what it is.
std::vector<Run> reach_title(const engine::StackRule& rule, Node node);

/// Several wordings, the fullest first: the first that fits its line is shown.
std::vector<std::vector<Run>> reach_subtitles(const engine::StackRule& rule, Node node, Ink ink);

/// "hard reach L · (W − 1) = 5 · 2 = 10", and shorter ones after it.
std::vector<std::vector<Run>> hard_reach_words(const engine::StackRule& rule, Node node);
/// "L · (W − 1) = 5 · 2 = 10 back" for the bench, in the same way.
std::vector<std::vector<Run>> short_reach_words(const engine::StackRule& rule, Node node);

/// Paragraphs: what a published model says, layers of two kinds, and closed forms beside exact numbers.
std::vector<std::vector<Run>> reach_notes(const config::Config& config, const engine::StackRule& rule, Node node);

/// "0.41 %"; below 0.005 % as "1.2e−5 %".
std::string share_text(double share);

}  // namespace bandscope::view
