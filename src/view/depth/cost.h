// What a stack costs, and the rolling cache.
#pragma once

namespace bandscope::view {

struct ModelInput;

struct CostModel {};
void update_cost(CostModel& model, const ModelInput& input);

}  // namespace bandscope::view
