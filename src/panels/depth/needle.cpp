#include "panels/depth/depth_panels.h"

namespace bandscope::panels {

void draw_needle(const PanelInput& /*in*/, Wishes& /*wishes*/) {}

}  // namespace bandscope::panels
