// The tabs at the right end of a heat panel's title line: raw, scaled, masked; and the heads.
#pragma once

#include <string>
#include <string_view>

#include "panels/heat_sheet.h"

namespace bandscope::panels {

/// Draws the tabs of the scores and writes a click into the wishes.
void draw_show_tabs(const PanelInput& input, const view::PanelBoxes& boxes, Wishes& wishes);

/// Draws the heads: a tab each up to six, else a stepper; and `all`. `all_off` says why all of them have no room.
void draw_head_tabs(const PanelInput& input, const view::PanelBoxes& boxes, std::string_view all_off, Wishes& wishes);

}  // namespace bandscope::panels
