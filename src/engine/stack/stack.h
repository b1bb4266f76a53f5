// L layers, each reading what the one before wrote.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/layer.h"
#include "engine/stack/rule.h"

namespace bandscope::engine {

enum class Norm { kNone, kRms };
/// x / sqrt(mean x² + epsilon), Zhang and Sennrich, "Root mean square layer normalization" (2019), without gain.
inline constexpr double kRmsEpsilon = 1e-6;
/// What a number of a normalised row costs, in multiply-adds.
inline constexpr std::int64_t kNormWork = 8;
/// Weights of the deeper layers that are kept; the others are drawn again when they are needed.
inline constexpr std::int64_t kMostWeightBytes = 64LL * 1024 * 1024;

/// h[l] = alpha h[l-1] + (1 - alpha) layer_l(norm(h[l-1])), l = 1..L. Struck scores become minus infinity.
struct StackSettings {
  LayerShape shape;  // of every layer; batch 1, queries = keys
  int window = kNoWindow;
  bool causal = true;
  bool scale = true;
  bool tie = false;
  int layers = 1;             // L, 1..64
  std::string pattern = "L";  // see StackRule
  double alpha = 0;           // of the residual, 0..1
  Norm norm = Norm::kNone;
  bool operator==(const StackSettings&) const = default;

  StackRule rule() const { return {shape.queries, window, layers, pattern, causal}; }
  /// What layer 1..L runs with; a Stack itself scores kept pairs only.
  LayerSettings layer_settings(int layer) const;
};

/// Weights of one layer. Valid until the next call of the same source.
template <class Real>
struct LayerWeights {
  std::span<const Real> w_qkv;  // (E, 3C)
  std::span<const Real> w_o;    // (C, E)
  std::uint64_t revision = 0;   // of this layer's weights: equal means the same numbers; 0 is never equal
};

/// Who has the weights of layers 1..L. One Stack reads from one source: revisions are its own.
template <class Real>
class WeightSource {
 public:
  virtual ~WeightSource() = default;
  virtual LayerWeights<Real> weights(int layer) = 0;
  /// Works towards weights(layer) for a source that makes them: takes what it did (multiply-adds) off `work`, and says
  /// whether they are there.
  virtual bool make(int /*layer*/, std::int64_t& /*work*/) { return true; }
  /// That of weights(layer), for a source that can tell without making them.
  virtual std::uint64_t revision(int layer) { return weights(layer).revision; }
};

/// norm(h) for `rows` rows of `width` numbers; out may be h. The mean of squares is taken in double.
template <class Real>
void normalize(Norm norm, const Real* h, int rows, int width, Real* out);

/// Runs layer by layer, so that a page can stop between two; what did not change is kept. Each h and the head-mean
/// shares are held; all other intermediates go (a Layer of its own makes the one that is shown).
template <class Real>
class Stack {
 public:
  /// Takes the settings and the input; layers whose inputs did not change stay done. The error names the shape. `x` is
  /// copied. An x_revision of 0 is taken as changed. On an error all stays as it was.
  [[nodiscard]] std::optional<ShapeError> begin(const StackSettings& settings, std::span<const Real> x,
                                                std::uint64_t x_revision);
  /// Layers that are in step with the settings and x, 0..L.
  int done() const { return done_; }
  /// Whether all are done, and with the weights that a step() after the last begin() saw.
  bool finished() const { return weights_seen_ && done_ == settings_.layers; }
  /// Takes back the layers whose weights have changed since they were made, once after a begin(); step() does it too.
  void see_weights(WeightSource<Real>& weights);
  /// The first after a begin() takes back the layers whose weights changed since; then each runs the next layer, if
  /// there is one. The weights must have the shapes that the settings say.
  void step(WeightSource<Real>& weights);
  /// The same in slices: works on the next layer for about `work` multiply-adds and takes them off; true when that
  /// layer is done, or all are. A begin() keeps what is begun where its inputs stay the same.
  bool step(WeightSource<Real>& weights, std::int64_t& work);

  const StackSettings& settings() const { return settings_; }
  /// (T, E) of h[0..done()].
  std::span<const Real> h(int layer) const { return h_[static_cast<std::size_t>(layer)]; }
  /// The mean of layer 1..done()'s heads' shares: batch 1, heads 1, (T, slots).
  const KeyTable<Real>& mean_shares(int layer) const { return mean_shares_[static_cast<std::size_t>(layer) - 1]; }
  /// Of all layers that are done, the first being layer 1's.
  std::span<const KeyTable<Real>> mean_shares() const {
    return std::span<const KeyTable<Real>>(mean_shares_).first(static_cast<std::size_t>(done_));
  }
  /// Rises whenever any h or share changed, or is no longer done.
  std::uint64_t revision() const { return revision_; }

 private:
  void take_back(int done);
  bool start_layer(WeightSource<Real>& weights, std::int64_t& work);
  bool run_layer(std::int64_t& work);
  bool take_rows(std::int64_t& work);
  void blend_residual(int from, int to);
  void take_mean_shares(int from, int to);
  Layer<Real>& maker();

  StackSettings settings_;
  int done_ = 0;
  bool weights_seen_ = false;
  std::uint64_t revision_ = 0;
  std::uint64_t x_revision_ = 0;
  std::vector<std::vector<Real>> h_;
  std::vector<KeyTable<Real>> mean_shares_;
  std::vector<std::uint64_t> weights_used_;  // revisions
  std::vector<Real> normed_;                 // what the layer reads, where there is a norm
  // Where the layer after done_ is.
  enum class Part { kStart, kRun, kRows };
  Part part_ = Part::kStart;
  int row_ = 0;
  const Real* run_weights_ = nullptr;  // that the maker reads
  // Make one layer after the other: those with a window and those without, whose tables are of other sizes, so that a
  // mixed pattern does not allocate anew in every step.
  Layer<Real> windowed_, whole_;
};

extern template class Stack<float>;
extern template class Stack<double>;

/// Bytes that a Stack would hold: every h, the head-mean shares, one Trace (of a mixed pattern two), and the kept
/// weights. Saturates.
std::int64_t estimate_stack_bytes(const StackSettings& settings);

}  // namespace bandscope::engine
