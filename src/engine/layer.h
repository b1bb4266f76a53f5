// The staged layer: project, split, score, scale, mask, shares, blend, merge, output.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "engine/shapes.h"
#include "engine/trace.h"

namespace bandscope::engine {

/// No window: every key that the causal rule leaves.
inline constexpr int kNoWindow = std::numeric_limits<int>::max();
/// Up to this many tokens the score stage computes every pair.
inline constexpr int kDenseTokens = 256;

/// What a layer reads. Either x with w_qkv (and w_o or not), or q, k, v. All row-major.
/// `revision` says when the numbers behind a pointer changed: equal revisions mean equal numbers.
template <class Real>
struct Tensors {
  std::span<const Real> x;      // (B, T, E)
  std::span<const Real> w_qkv;  // (E, 3C)
  std::span<const Real> w_o;    // (C, E); empty: no output projection
  std::span<const Real> q;      // (B, Tq, C)
  std::span<const Real> k;      // (B, Tk, C)
  std::span<const Real> v;      // (B, Tk, C)
  std::uint64_t revision = 0;
};

/// How the layer is set. The rule: query i keeps key j when j <= i + o (causal) and j >= i + o - window + 1,
/// o = Tk - Tq; two-sided |i + o - j| <= window - 1.
struct LayerSettings {
  LayerShape shape;
  int window = kNoWindow;
  bool causal = true;
  bool scale = true;
  bool strike_zero = false;                 // struck scores become 0 and count (up to 256 tokens)
  bool tie = false;                         // K is Q
  std::vector<std::uint8_t> key_mask = {};  // (B, Tk), 0 strikes; empty: none
  bool operator==(const LayerSettings&) const = default;
};

/// Runs the stages whose inputs changed since the last run, and keeps every intermediate.
template <class Real>
class Layer {
 public:
  /// On a ShapeError the trace is left as it was.
  [[nodiscard]] std::optional<ShapeError> run(const Tensors<Real>& tensors, const LayerSettings& settings);
  const Trace<Real>& trace() const { return trace_; }
  /// Pairs scored by the last run: what a widening costs.
  std::int64_t cells_scored() const { return cells_scored_; }

 private:
  Trace<Real> trace_;
  std::int64_t cells_scored_ = 0;
  // the engine's author adds what each stage remembers
};

/// Bytes of 4 per number of weights and of every Trace array that a run with these settings would hold.
std::int64_t estimate_bytes(const LayerSettings& settings, bool given_qkv, bool with_output);

}  // namespace bandscope::engine
