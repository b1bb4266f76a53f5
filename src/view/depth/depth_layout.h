// Where the views of depth have their header, controls and picture.
#pragma once

#include "view/layout.h"

namespace bandscope::view {

/// From 768 px up.
void lay_depth(Layout& l, const LayoutInput& in);
/// In one column.
void lay_depth_narrow(Layout& l, const LayoutInput& in);

}  // namespace bandscope::view
