#include "view/depth/reach.h"

#include "view/models.h"

namespace bandscope::view {

void update_reach(ReachModel& /*model*/, const ModelInput& /*input*/) {}

}  // namespace bandscope::view
