// How the view of cost and cache divides its picture.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

float cost_height(float width);

}  // namespace bandscope::view
