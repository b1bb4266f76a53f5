// The head merge: H blocks of (T, D) and the merged row.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

struct MergeModel {};

}  // namespace bandscope::view
