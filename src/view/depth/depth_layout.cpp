#include "view/depth/cost_layout.h"
#include "view/depth/needle_layout.h"

namespace bandscope::view {

float needle_height(float /*width*/) { return 520; }
float cost_height(float /*width*/) { return 620; }

}  // namespace bandscope::view
