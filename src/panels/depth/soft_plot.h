// Draws the soft reach: the plot under the lattice, and the key that says what its curves are.
#pragma once

#include "panels/panel.h"

namespace bandscope::panels {

void draw_hard_reach(const PanelInput& in);
void draw_soft_plot(const PanelInput& in);
void draw_soft_key(const PanelInput& in, Wishes& wishes);

}  // namespace bandscope::panels
