// Where a lesson's controls stand.
#pragma once

#include "view/layout.h"

namespace bandscope::view {

void lay_lesson(Layout& layout, const LayoutInput& input);

}  // namespace bandscope::view
