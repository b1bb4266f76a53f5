// Soft reach through the real numbers: how much x[j] moves row i of the stack's output.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/stack/stack.h"

namespace bandscope::engine {

/// Influence of h[0][j] on h[from][i]: the Frobenius norm of the (E, E) block ∂h[from][i] / ∂h[0][j], by a backward
/// pass through all layers (residual, norm, projection, scores, softmax, blend, merge, w_o).
///
/// Exact after E passes (a unit vector each); before, k seeded Gaussian probes u estimate it: ‖J‖² ≈ mean ‖Jᵀu‖².
/// A pass is cheap enough to run a few in a frame; each step() runs a batch of them through all layers.
template <class Real>
class Influence {
 public:
  /// Begins anew for this row of this stack, whose layers 1..from are done. Runs the layers forward once more and keeps
  /// what the passes need of them (bytes(): at most about what the page may hold; the caller asks first).
  void begin(const Stack<Real>& stack, WeightSource<Real>& weights, int i, int from, std::uint32_t seed);
  /// The next `passes` probes; or, with `exact`, the next unit vectors. Both are kept apart.
  void step_probes(WeightSource<Real>& weights, int passes);
  void step_exact(WeightSource<Real>& weights, int passes);

  int passes_needed() const;   // E
  int exact_passes() const;    // done so far
  int probes() const;          // done so far
  bool exact() const { return exact_passes() == passes_needed(); }
  /// (T): exact where it is, else the estimate; all 0 before the first pass. 0 outside the hard reach.
  std::vector<double> norms() const;
  /// Of the estimate, each value: within ± this part of itself in 95 of 100 seeds; 0 where exact, 1 where unknown.
  double relative_error() const;

  static std::int64_t bytes(const StackSettings& settings);
};

}  // namespace bandscope::engine
