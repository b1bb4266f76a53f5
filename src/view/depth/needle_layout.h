// How the view of the needle divides its picture.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

float needle_height(float width);

}  // namespace bandscope::view
