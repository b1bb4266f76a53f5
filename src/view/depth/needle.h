// One token followed through the layers.
#pragma once

namespace bandscope::view {

struct ModelInput;

struct NeedleModel {};
void update_needle(NeedleModel& model, const ModelInput& input);

}  // namespace bandscope::view
