// The cell card: the picked cell's arithmetic.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

struct CardModel {};

}  // namespace bandscope::view
