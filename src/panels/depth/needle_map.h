// Where the needle arrives: the map of W against L, and beside it its threshold, words and key.
#pragma once

#include "panels/panel.h"

namespace bandscope::panels {

void draw_needle_map(const PanelInput& in, Wishes& wishes);

}  // namespace bandscope::panels
