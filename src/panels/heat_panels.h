// The heat panels' rows for the registry.
#pragma once

#include <string_view>

#include "panels/panel.h"

namespace bandscope::panels {

inline constexpr std::string_view kBandTitle = "Mask band";
inline constexpr std::string_view kScoresTitle = "Scores";
inline constexpr std::string_view kSharesTitle = "Shares";
inline constexpr std::string_view kMergeTitle = "Head merge";

/// Lets the hover go: the panel under the pointer sets it again. Comes before every panel that hovers.
void draw_hover_reset(const PanelInput& input, Wishes& wishes);
void draw_mask_band(const PanelInput& input, Wishes& wishes);
void draw_scores(const PanelInput& input, Wishes& wishes);
void draw_shares(const PanelInput& input, Wishes& wishes);
void draw_head_merge(const PanelInput& input, Wishes& wishes);
/// The sentence of the pointed row and, in figures, the rule under it.
void draw_sentence(const PanelInput& input, Wishes& wishes);
/// The text with the kept words lit. Shows the lines round the picked word where there are too many.
void draw_words(const PanelInput& input, Wishes& wishes);

}  // namespace bandscope::panels
