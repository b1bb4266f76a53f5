// The lattice, and how much of each input is left.
#pragma once

namespace bandscope::view {

struct ModelInput;

struct ReachModel {};
void update_reach(ReachModel& model, const ModelInput& input);

}  // namespace bandscope::view
