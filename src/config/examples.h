// The size of each worked example; its numbers are the engine's.
#pragma once

#include <string_view>

#include "config/config.h"

namespace bandscope::config {

struct ExampleSize {
  int rows = 1;  // T; of nolan, Tk
  int heads = 1;
  int head_width = 1;
  int window = 1;
  bool masked = true;                                // nolan has one query, two keys and no mask
  int merged() const { return heads * head_width; }  // C
};

constexpr ExampleSize example_size(Example example) {
  switch (example) {
    case Example::kShapes:
      return {3, 2, 2, 2, true};
    case Example::kSlidingWindow:
      return {4, 2, 2, 2, true};
    case Example::kNolan:
      return {2, 1, 4, kAllKeys, false};
    case Example::kNone:
      break;
  }
  return {};
}

}  // namespace bandscope::config
