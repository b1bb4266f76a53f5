#include "view/depth/cost_layout.h"
#include "view/depth/needle_layout.h"
#include "view/depth/reach_layout.h"

namespace bandscope::view {

float reach_height(float /*width*/, int layers) { return 400 + 38.0F * static_cast<float>(layers < 10 ? layers : 10); }
float needle_height(float /*width*/) { return 520; }
float cost_height(float /*width*/) { return 620; }

}  // namespace bandscope::view
