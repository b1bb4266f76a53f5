// Makes the strip of layers and tokens.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/stack/relay.h"
#include "engine/stack/rule.h"
#include "view/geometry.h"

namespace bandscope::view {

struct ModelInput;
struct NeedleStrip;

struct StripSpec {
  engine::StackRule rule;
  std::int64_t needle = 0;
  Box room;
  float row = 0;
  const std::vector<engine::Flow>* flows = nullptr;  // of h[0..L]; null: no cells
};
void update_strip(NeedleStrip& strip, const StripSpec& spec, const ModelInput& input);

}  // namespace bandscope::view
