// Header, source, sliders, switches and notices.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

struct ControlsModel {};

}  // namespace bandscope::view
