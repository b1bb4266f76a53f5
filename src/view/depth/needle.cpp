#include "view/depth/needle.h"

#include "view/models.h"

namespace bandscope::view {

void update_needle(NeedleModel& /*model*/, const ModelInput& /*input*/) {}

}  // namespace bandscope::view
