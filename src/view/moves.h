// The strip of moves with the shape at each seam.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

struct MovesModel {};

}  // namespace bandscope::view
