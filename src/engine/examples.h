// The articles' worked examples: Q, K and V as printed.
#pragma once

#include <span>

#include "engine/inputs.h"

namespace bandscope::engine {

struct WorkedExample {
  int queries = 0;           // rows of q
  int keys = 0;              // rows of k and v
  int width = 0;             // C
  std::span<const float> q;  // (queries, C)
  std::span<const float> k;  // (keys, C)
  std::span<const float> v;  // (keys, C)
};

/// Null for the kinds that are none.
const WorkedExample* worked_example(InputKind kind);

}  // namespace bandscope::engine
