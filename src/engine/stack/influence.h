// Soft reach through the real numbers: how much x[j] moves row i of the stack's output.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/stack/kept_layer.h"
#include "engine/stack/rule.h"
#include "engine/stack/stack.h"
#include "engine/uncleared.h"

namespace bandscope::engine {

/// Influence of h[0][j] on h[from][i]: the Frobenius norm of the (E, E) block ∂h[from][i] / ∂h[0][j], by a backward
/// pass through all layers (residual, norm, projection, scores, softmax, blend, merge, w_o).
///
/// Exact after E passes (a unit vector each); before, k seeded Gaussian probes u estimate it: ‖J‖² ≈ mean ‖Jᵀu‖²
/// (Hutchinson, 1989). Only rows inside the hard reach are touched. kPassesAtOnce passes go through the layers side by
/// side and cost as much as one, so they are best asked for in its multiples; how they are asked for changes no bit.
template <class Real>
class Influence {
 public:
  static constexpr int kPassesAtOnce = 8;

  /// Begins anew for this row of this stack, whose layers 1..from are done, 0 <= from <= done(). Runs their scores and
  /// shares once more and keeps what the passes need of them (bytes(): the caller asks first).
  void begin(const Stack<Real>& stack, WeightSource<Real>& weights, int i, int from, std::uint32_t seed);
  /// The next `passes` probes; or, with `exact`, the next unit vectors, as many as are left. Both are kept apart.
  void step_probes(WeightSource<Real>& weights, int passes);
  void step_exact(WeightSource<Real>& weights, int passes);

  // The same in parts, for a page that must draw in between.

  /// begin() is start() and then prepare() until it says true: each works for about `work` multiply-adds and takes them
  /// off. The stack stays as it is meanwhile.
  void start(const Stack<Real>& stack, int i, int from, std::uint32_t seed);
  bool prepare(const Stack<Real>& stack, WeightSource<Real>& weights, std::int64_t& work);
  /// A step is ask_*() and then run() until it says true: all that was asked for is done. Each call does about so many
  /// multiply-adds, 1 at the least; work() of them is kPassesAtOnce passes through all layers.
  void ask_probes(int passes);
  void ask_exact(int passes);
  bool run(WeightSource<Real>& weights, std::int64_t multiply_adds);
  std::int64_t work() const;

  int passes_needed() const { return embed_; }      // E
  int exact_passes() const { return exact_.done; }  // done so far
  int probes() const { return probes_.done; }       // done so far
  bool exact() const { return embed_ > 0 && exact_passes() == passes_needed(); }
  /// (T): exact where it is, else the estimate; all 0 before the first pass. 0 outside the hard reach.
  std::vector<double> norms() const;
  /// Of the estimate: in at least 95 of 100 seeds every value of the row at once is within this part of the true one,
  /// whatever the stack. Near 3 / √probes for a few hundred values; most stacks stay within 2 / √probes. 0 where
  /// exact, 1 where unknown.
  double relative_error() const;

  /// What begin() will hold at the most, for any row and `from`. Saturates.
  static std::int64_t bytes(const StackSettings& settings);

 private:
  /// Probes, or unit vectors.
  struct Passes {
    int asked = 0;
    int done = 0;
    std::vector<double> squares;  // (reach of h[0]): Σ over passes of ‖Jᵀu‖²
  };
  enum class Running { kNothing, kExact, kProbes };
  enum class Part { kOutput, kAttention, kProject };

  int layers() const { return static_cast<int>(kept_.size()); }  // from
  bool attends() const { return settings_.alpha != 1; }
  Passes& running() { return running_ == Running::kExact ? exact_ : probes_; }
  bool clear_room(std::int64_t& work);
  void seed_passes();
  void enter_layer(int layer);
  std::int64_t run_rows(const LayerWeights<Real>& weights);
  std::int64_t work_of(const KeptLayer<Real>& kept, Part part, std::int64_t from, std::int64_t to) const;
  void output_rows(const LayerWeights<Real>& weights, std::int64_t from, std::int64_t to);
  void attention_rows(const KeptLayer<Real>& kept, std::int64_t from, std::int64_t to);
  void project_rows(const KeptLayer<Real>& kept, const LayerWeights<Real>& weights, std::int64_t from, std::int64_t to);
  void norm_row(const KeptLayer<Real>& kept, std::int64_t row, Real* d);
  void take_squares();

  StackSettings settings_;
  std::uint32_t seed_ = 0;
  int embed_ = 0, merged_ = 0;
  Span inputs_;                        // the reach in h[0]
  std::vector<KeptLayer<Real>> kept_;  // of layer 1..from
  int prepared_ = 0;
  std::int64_t cleared_ = 0;  // rows of d_qkv_
  KeptSoFar kept_so_far_;     // of the layer after it
  Passes exact_, probes_;

  // Where run() is: which passes, in which layer (from..1), in which part and at which of its rows.
  Running running_ = Running::kNothing;
  int together_ = 0;  // how many
  int layer_ = 0;
  Part part_ = Part::kOutput;
  std::int64_t row_ = 0;
  // Gradients of kPassesAtOnce passes, innermost; a row is one of a span of rows.
  UnclearedVector<Real> d_above_;   // (rows, E) of h[l]
  UnclearedVector<Real> d_below_;   // (keys, E) of h[l-1]
  UnclearedVector<Real> d_merged_;  // (rows, C)
  UnclearedVector<Real> d_qkv_;     // (keys, 3C)
  UnclearedVector<Real> scratch_;   // (slots)
};

extern template class Influence<float>;
extern template class Influence<double>;

}  // namespace bandscope::engine
