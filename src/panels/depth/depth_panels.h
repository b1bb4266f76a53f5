// The views of depth. One function a panel; see the registry.
#pragma once

#include "panels/panel.h"

namespace bandscope::panels {

/// Tabs of the views, title, sliders' companions: alpha, pattern, norm, preset.
void draw_depth_controls(const PanelInput& in, Wishes& wishes);
void draw_reach(const PanelInput& in, Wishes& wishes);
void draw_needle(const PanelInput& in, Wishes& wishes);
void draw_cost(const PanelInput& in, Wishes& wishes);
/// The bench's small lattice.
void draw_reach_card(const PanelInput& in, Wishes& wishes);

}  // namespace bandscope::panels
