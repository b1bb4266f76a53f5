// Cost and cache in words.
#pragma once

#include <vector>

#include "config/config.h"
#include "engine/stack/cost.h"
#include "view/rich_text.h"

namespace bandscope::view {

/// "W = 1,024 keeps 2.04 % of the causal pairs"
std::vector<Run> cost_title(const engine::CostRule& rule, const engine::Cost& cost);
/// "A windowed layer saves 48.9 ×, about T / (2W) = 48.8, and not T / W = 97.7."
std::vector<Run> cost_saving(const engine::CostRule& rule, const engine::Cost& cost);
/// What a cached token is, and where a model shares key heads, what that makes of it.
std::vector<Run> cache_note(const engine::CostRule& rule, const engine::Cost& cost, const config::Config& config);

}  // namespace bandscope::view
