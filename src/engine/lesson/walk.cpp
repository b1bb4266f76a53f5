#include "engine/lesson/walk.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bandscope::engine {

std::vector<WalkStep> walk(double weight, int rewrites) {
  std::vector<WalkStep> steps(1);
  steps.reserve(static_cast<std::size_t>(std::max(rewrites, 0)) + 1);
  for (int n = 0; n < rewrites; ++n) {
    WalkStep step = steps.back();
    step.h = std::tanh(weight * step.h);
    step.gradient *= std::abs(weight) * (1 - step.h * step.h);
    steps.push_back(step);
  }
  return steps;
}

}  // namespace bandscope::engine
