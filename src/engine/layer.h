// The staged layer: project, split, score, scale, mask, shares, blend, merge, output.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/kernels/multiply.h"
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
/// of both is only the first rows of the other. Where a revision of x or of q, k and v differs, the rows that are the
/// same byte by byte count as unchanged; of weights all do as changed. 0 is "not tracked": it always differs.
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

/// The keys of a table's rows.
struct RowRanges {
  std::vector<int> first, count;
  int slots = 0;  // the most of a row
};

/// What a run had to compute; the rest was known.
struct LayerWork {
  std::int64_t rows_projected = 0;  // of qkv
  std::int64_t cells_scored = 0;    // pairs (b, h, i, j)
  std::int64_t rows_attended = 0;   // (b, h, i): softmax and blend
  std::int64_t rows_output = 0;     // of output
  bool operator==(const LayerWork&) const = default;
};

/// Runs the stages whose inputs changed since the last run, and in them the rows whose inputs did; keeps every
/// intermediate.
///
/// The order of operations of a number depends only on its row's own key range and D: so, within one binary, a run
/// after others equals a fresh one, more tokens keep the first rows, and W >= T equals causal, bit for bit.
template <class Real>
class Layer {
 public:
  Layer();
  Layer(Layer&&) noexcept;
  Layer& operator=(Layer&&) noexcept;
  ~Layer();

  /// begin() and every step(). On a ShapeError the trace is left as it was.
  [[nodiscard]] std::optional<ShapeError> run(const Tensors<Real>& tensors, const LayerSettings& settings);

  /// The same in slices, so that a page can answer between two: takes what to work on, whose numbers must stay where
  /// they are until done(). A begin() before done() starts anew from what is known. On a ShapeError all stays as it
  /// was.
  [[nodiscard]] std::optional<ShapeError> begin(const Tensors<Real>& tensors, const LayerSettings& settings);
  /// Works off about `work` multiply-adds, at least one slice, and takes them off; returns done().
  bool step(std::int64_t& work);
  /// Whether the trace is whole and in step with the last begin(). Until then nobody may read it.
  bool done() const { return phase_ == Phase::kDone; }

  const Trace<Real>& trace() const { return trace_; }
  /// What the last run computed.
  const LayerWork& work() const { return work_; }

 private:
  // What the stages were computed from, where the Trace itself does not say it.
  struct ProjectInputs {
    std::uint64_t x = 0, w_qkv = 0;
    int batch = 0, tokens = 0, embed_width = 0, merged_width = 0;
    bool biased = false;
    bool operator==(const ProjectInputs&) const = default;
  };
  struct SplitInputs {
    bool given = false;
    int batch = 0, heads = 0, head_width = 0;
    bool tie = false;
    bool operator==(const SplitInputs&) const = default;
  };
  struct OutputInputs {
    std::uint64_t w_o = 0;
    int embed_width = 0, merged_width = 0;
    bool biased = false;
    bool operator==(const OutputInputs&) const = default;
  };
  // Weights, packed once, a chunk of columns when its first product comes.
  struct Weights {
    std::span<const Real> w, bias;
    int rows = 0, columns = 0;
    std::vector<kernels::PackedMatrix<Real>> chunks;
    std::vector<std::uint8_t> packed;
    void take(int depth, int wide);
  };
  struct KeyRun {
    int first = 0, end = 0;
  };
  enum class Phase { kProject, kHeads, kOutput, kDone };
  using Flags = std::vector<std::uint8_t>;

  // begin(): each takes its stage's inputs, makes room and marks the rows that must be computed; it says whether there
  // is anything new, given whether there was before it.
  bool plan_project(const Tensors<Real>& tensors, const LayerSettings& settings);
  bool plan_split(bool earlier, const Tensors<Real>& tensors, const LayerSettings& settings, const LayerShape& before);
  bool plan_score(bool earlier, const KeyRanges& wanted, bool dense);
  bool plan_scale(bool earlier, bool divide);
  bool plan_mask(bool earlier, KeyRanges wanted, bool strike_zero);
  void plan_output(bool earlier, const Tensors<Real>& tensors);
  bool take_given(const Tensors<Real>& tensors, bool anew);
  bool any_known_row_stays(int rows) const;
  void clear_changes();
  void find_changes(int group);
  void interrupt();

  // step(): each does one slice, and says what it cost. A group is a head of a sequence, of (B, H).
  std::int64_t multiply_slice(Weights& weights, const Real* a, Real* out, const Flags& rows, std::int64_t& rows_done,
                              std::int64_t work);
  std::int64_t head_slice();
  std::int64_t pack_keys(int group);
  std::int64_t pack_values(int group);
  KeyRun unknown_keys(int group, int i) const;
  std::int64_t score_tile(int group, int from, int rows);
  std::int64_t attend_tile(int group, int from, int rows);
  Real score_factor() const;
  void skip_idle_phases();

  std::uint64_t tracked(std::uint64_t revision);
  void count(Stage stage) { ++trace_.runs[static_cast<std::size_t>(stage)]; }
  std::size_t query_flag(int group, int i) const {
    return static_cast<std::size_t>(group) * static_cast<std::size_t>(trace_.shape.queries) + i;
  }

  Trace<Real> trace_;
  LayerWork work_;
  std::uint64_t untracked_ = 0;
  std::optional<ProjectInputs> project_inputs_;
  std::optional<SplitInputs> split_inputs_;
  std::uint64_t given_revision_ = 0;
  std::optional<OutputInputs> output_inputs_;
  Weights w_qkv_, w_o_;

  // What is to be done: a flag a row, of (B, T), or by head of (B, H, T).
  Phase phase_ = Phase::kDone;
  Flags project_rows_, output_rows_;
  Flags q_changed_, k_changed_, v_changed_;
  Flags attend_rows_;
  bool anew_ = false;     // no score or share is known
  RowRanges known_;       // the scores that are known of rows whose query did not change
  bool rescale_ = false;  // all scores are scaled anew
  // Where it is: a chunk and a row of a product, or a group and a query.
  int chunk_ = 0, row_ = 0;
  bool scored_ = false;                                             // this group's scores are whole
  std::vector<int> changed_before_, changed_after_, value_before_;  // see find_changes()

  struct HeadRoom;  // a head packed, and a tile; out of sight, since vectors are as wide as this file's flags say
  std::unique_ptr<HeadRoom> head_;
};

extern template class Layer<float>;
extern template class Layer<double>;

/// Bytes of 4 per number of weights (and their biases) and of every Trace array that a fresh run with these settings
/// would hold (a band that was wider before may be kept). Never overflows: saturates at the largest int64.
std::int64_t estimate_bytes(const LayerSettings& settings, bool given_qkv, bool with_output, bool with_biases = false);
/// The same without weights.
std::int64_t estimate_trace_bytes(const LayerSettings& settings, bool given_qkv, bool with_output);

}  // namespace bandscope::engine
