// Shapes and sentences whose letters have their colours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "view/rich_text.h"

namespace bandscope::view {

/// "(T, H, D) = (4, 2, 2)": letters in their colours; a letter that is none is ink.
std::vector<Run> shape_runs(std::string_view letters, const std::vector<std::int64_t>& sizes);
/// Text in which a letter of T H D W C standing alone has its colour: lessons' sentences.
std::vector<Run> sentence(std::string_view text);

}  // namespace bandscope::view
