// The staged layer: project, split, score, scale, mask, shares, blend, merge, output.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/shapes.h"
#include "engine/trace.h"

namespace bandscope::engine {

/// No window: every key that the causal rule leaves.
inline constexpr int kNoWindow = std::numeric_limits<int>::max();
/// Up to this many tokens the score stage computes every pair, unless a band is asked for.
inline constexpr int kDenseTokens = 256;
/// A layer that would hold more is refused, so that an absurd size is an error and not a crash.
inline constexpr std::int64_t kMostBytes = 1'000'000'000;

/// What a layer reads. Either x with w_qkv (and w_o or not), or q, k, v (and w_o or not); each weight with its bias or
/// not. All row-major.
/// A revision says when numbers changed: for one layer, equal revisions of a tensor mean equal numbers, also where one
/// of both is only the first rows of the other. 0 is "not tracked": taken as changed in every run.
template <class Real>
struct Tensors {
  std::span<const Real> x;           // (B, T, E)
  std::span<const Real> w_qkv;       // (E, 3C)
  std::span<const Real> w_o;         // (C, E); empty: no output projection
  std::span<const Real> q;           // (B, Tq, C)
  std::span<const Real> k;           // (B, Tk, C)
  std::span<const Real> v;           // (B, Tk, C)
  std::span<const Real> b_qkv = {};  // (3C), added to each row of x · w_qkv; empty: none
  std::span<const Real> b_o = {};    // (E), added to each row of merged · w_o; empty: none
  std::uint64_t x_revision = 0;
  std::uint64_t w_qkv_revision = 0;  // of w_qkv and b_qkv
  std::uint64_t w_o_revision = 0;    // of w_o and b_o
  std::uint64_t qkv_revision = 0;    // of q, k and v together
};

/// How the layer is set. The rule: query i keeps key j when j <= i + o (causal) and j >= i + o - window + 1,
/// o = Tk - Tq; two-sided |i + o - j| <= window - 1.
struct LayerSettings {
  LayerShape shape;
  int window = kNoWindow;
  bool causal = true;
  bool scale = true;
  bool strike_zero = false;                 // struck scores become 0 and count (ignored where scores are a band)
  bool tie = false;                         // K is Q
  std::vector<std::uint8_t> key_mask = {};  // (B, Tk), 0 strikes; empty: none
  // The score stage makes a band at any number of tokens, and strike_zero is ignored: for who needs no raw score of a
  // struck pair. Every kept number has the same bits.
  bool kept_only = false;
  bool operator==(const LayerSettings&) const = default;
};

/// Runs the stages whose inputs changed since the last run, and keeps every intermediate.
///
/// The order of operations of a number depends only on its row's own key range and D: so, within one binary, a run
/// after others equals a fresh one, more tokens keep the first rows, and W >= T equals causal, bit for bit.
template <class Real>
class Layer {
 public:
  /// begin() and every step(). On a ShapeError the trace is left as it was.
  [[nodiscard]] std::optional<ShapeError> run(const Tensors<Real>& tensors, const LayerSettings& settings);

  /// The same in slices, so that a page can answer between two: takes what to work on, whose numbers must stay where
  /// they are until done(). A begin() before done() starts anew from what is known. On a ShapeError all stays as it
  /// was.
  [[nodiscard]] std::optional<ShapeError> begin(const Tensors<Real>& tensors, const LayerSettings& settings);
  /// Works off about `work` multiply-adds, at least one slice; returns done().
  bool step(std::int64_t work);
  /// Whether the trace is whole and in step with the last begin(). Until then nobody may read it.
  bool done() const { return done_; }

  const Trace<Real>& trace() const { return trace_; }
  /// Pairs scored by the last run: what a widening costs.
  std::int64_t cells_scored() const { return cells_scored_; }

 private:
  // What the first two stages were computed from; the later ones compare with what the Trace itself holds.
  struct ProjectInputs {
    std::uint64_t x = 0, w_qkv = 0;
    int batch = 0, tokens = 0, embed_width = 0, merged_width = 0;
    bool biased = false;
    bool operator==(const ProjectInputs&) const = default;
  };
  struct SplitInputs {
    std::uint64_t given = 0;  // 0: cut out of qkv
    LayerShape shape;
    bool tie = false;
    bool operator==(const SplitInputs&) const = default;
  };
  struct OutputInputs {
    std::uint64_t w_o = 0;
    int embed_width = 0;
    bool biased = false;
    bool operator==(const OutputInputs&) const = default;
  };

  // Each runs its stage where `earlier` (a stage before it ran) or its own inputs changed, and says whether it did.
  bool project(const Tensors<Real>& tensors, const LayerSettings& settings);
  bool split(bool earlier, const Tensors<Real>& tensors, const LayerSettings& settings);
  bool score(bool earlier, const KeyRanges& wanted, bool dense);
  bool scale(bool earlier, bool divide);
  bool mask(bool earlier, KeyRanges wanted, bool strike_zero);
  void shares();
  void blend();
  void merge();
  void output(bool earlier, const Tensors<Real>& tensors);

  void score_dense();
  void score_band(const KeyRanges& wanted, const KeyTable<Real>* known);
  std::uint64_t tracked(std::uint64_t revision);
  void count(Stage stage) { ++trace_.runs[static_cast<std::size_t>(stage)]; }

  Trace<Real> trace_;
  Tensors<Real> tensors_;
  LayerSettings settings_;
  bool done_ = true;
  std::int64_t cells_scored_ = 0;
  std::uint64_t untracked_ = 0;
  std::optional<ProjectInputs> project_inputs_;
  std::optional<SplitInputs> split_inputs_;
  std::optional<OutputInputs> output_inputs_;
};

extern template class Layer<float>;
extern template class Layer<double>;

/// Bytes of 4 per number of weights (and their biases) and of every Trace array that a fresh run with these settings
/// would hold (a band that was wider before may be kept). Never overflows: saturates at the largest int64.
std::int64_t estimate_bytes(const LayerSettings& settings, bool given_qkv, bool with_output, bool with_biases = false);
/// The same without weights.
std::int64_t estimate_trace_bytes(const LayerSettings& settings, bool given_qkv, bool with_output);

}  // namespace bandscope::engine
