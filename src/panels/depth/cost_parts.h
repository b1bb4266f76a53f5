// Parts of the view of cost and cache.
#pragma once

#include "panels/panel.h"

namespace bandscope::panels {

/// The slots of a rolling cache, moved by keys, buttons or by itself.
void draw_cache_picture(const PanelInput& in, Wishes& wishes);
/// Cost against T, with its key, words and the button that measures.
void draw_cost_chart(const PanelInput& in, Wishes& wishes);

}  // namespace bandscope::panels
