#pragma once

#include "panels/panel.h"

namespace bandscope::panels {

/// Draws any lesson's scene, and does what its acts say.
void draw_lesson(const PanelInput& in, Wishes& wishes);

}  // namespace bandscope::panels
