// What the engine calls a config's source.
#pragma once

#include "config/config.h"
#include "engine/inputs.h"

namespace bandscope::view {

inline engine::InputKind input_kind(const config::Config& config) {
  switch (config.example) {
    case config::Example::kShapes:
      return engine::InputKind::kShapes;
    case config::Example::kSlidingWindow:
      return engine::InputKind::kSlidingWindow;
    case config::Example::kNolan:
      return engine::InputKind::kNolan;
    case config::Example::kNone:
      break;
  }
  return config.source() == config::Source::kText ? engine::InputKind::kWords : engine::InputKind::kRandom;
}

}  // namespace bandscope::view
