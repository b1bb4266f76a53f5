// A memory that is rewritten at every step, and how little of its beginning is left.
#pragma once

#include <vector>

namespace bandscope::engine {

struct WalkStep {
  double h = 1;
  double gradient = 1;  // |∂h / ∂h₁|
};

/// h₁ = 1 and h ← tanh(w h), so that by the chain rule the gradient is the product of w (1 - h²) over the new h's.
/// Element 0 is before any rewrite, element n after n of them; rewrites below 0 count as 0.
std::vector<WalkStep> walk(double weight, int rewrites);

}  // namespace bandscope::engine
