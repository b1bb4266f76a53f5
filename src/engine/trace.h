// Everything that a layer computed, kept. Each declaration carries its shape.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/shapes.h"

namespace bandscope::engine {

/// The stages in the order of the data; each runs again only if what it read has changed.
enum class Stage { kProject, kSplit, kScore, kScale, kMask, kShares, kBlend, kMerge, kOutput };
inline constexpr int kStageCount = 9;
/// How often each stage has run.
using StageRuns = std::array<std::uint32_t, kStageCount>;

/// The keys that each query may read: first..first+count-1 of its row, less those that the key mask strikes.
/// `window` and `causal` are the rule behind them, so that a struck pair can say why.
struct KeyRanges {
  std::vector<int> first;              // (Tq)
  std::vector<int> count;              // (Tq), 0 where a row reads nothing
  std::vector<std::uint8_t> key_mask;  // (B, Tk), 0 strikes; empty: none
  int queries = 0;                     // Tq
  int keys = 0;                        // Tk
  int window = 0;                      // as asked
  bool causal = true;
  bool keeps(int b, int i, int j) const {
    return j >= first[i] && j < first[i] + count[i] &&
           (key_mask.empty() || key_mask[static_cast<std::size_t>(b) * keys + j] != 0);
  }
  /// How many keys row i of sequence b really reads.
  int kept(int b, int i) const {
    if (key_mask.empty()) return count[i];
    int sum = 0;
    for (int j = first[i]; j < first[i] + count[i]; ++j) sum += keeps(b, i, j) ? 1 : 0;
    return sum;
  }
};

/// A score or share table: row i has count[i] slots, slot s is key first[i] + s. Dense is first 0, count Tk. There may
/// be room for more rows and slots than there are, so that a table grows without moving.
template <class Real>
struct KeyTable {
  int batch = 0, heads = 0, rows = 0, slots = 0;
  int row_room = 0, slot_room = 0;
  std::vector<int> first;    // (Tq)
  std::vector<int> count;    // (Tq)
  std::vector<Real> values;  // (B, H, row_room, slot_room)
  const Real* row(int b, int h, int i) const {
    return values.data() + ((static_cast<std::size_t>(b) * heads + h) * row_room + i) * slot_room;
  }
  Real* row(int b, int h, int i) { return const_cast<Real*>(std::as_const(*this).row(b, h, i)); }
  bool holds(int i, int j) const { return j >= first[i] && j < first[i] + count[i]; }
  Real at(int b, int h, int i, int j, Real otherwise) const {
    return holds(i, j) ? row(b, h, i)[j - first[i]] : otherwise;
  }
};

/// The arrays of a Trace.
template <class Real>
struct TraceArrays {
  LayerShape shape;
  std::vector<Real> x;           // (B, Tq, E); empty where Q, K, V are given
  std::vector<Real> qkv;         // (B, Tq, 3C); empty where given
  std::vector<Real> q_given;     // (B, Tq, C); empty unless given
  std::vector<Real> k_given;     // (B, Tk, C); empty unless given
  std::vector<Real> v_given;     // (B, Tk, C); empty unless given
  HeadView<Real> q;              // (B, H, Tq, D) of qkv or q_given
  HeadView<Real> k;              // (B, H, Tk, D) of qkv or k_given; q's own memory where K is tied to Q
  HeadView<Real> v;              // (B, H, Tk, D) of qkv or v_given
  KeyTable<Real> scores_raw;     // (B, H, Tq, Tk) up to 256 tokens, above a band
  KeyTable<Real> scores_scaled;  // the same
  KeyTable<Real> scores_masked;  // (B, H, Tq, slots) of the kept range, -infinity where the key mask strikes; with
                                 // strike by zero every key, 0 where struck
  KeyRanges keep;                // the mask
  KeyTable<Real> shares;         // (B, H, Tq, slots); with strike by zero every key has a slot
  int row_room = 0;              // rows of the next three, Tq or more: see row_index()
  std::vector<Real> row_peak;    // (B, H, row_room) largest score of the row's softmax; -infinity where none
  std::vector<Real> row_total;   // (B, H, row_room) sum of e^(score - peak); 0 where none
  std::vector<Real> head_out;    // (B, H, row_room, D)
  std::vector<Real> merged;      // (B, Tq, C)
  std::vector<Real> output;      // (B, Tq, E); empty without w_o
  StageRuns runs{};              // a stage's arrays change only when its count rises
  bool strike_zero = false;
  bool scaled = true;  // divided by sqrt(D)
  bool tied = false;   // K is Q
};

/// Every intermediate of one layer run. A copy stands alone: its views point at its own memory.
template <class Real>
struct Trace : TraceArrays<Real> {
  Trace() = default;
  Trace(const Trace& other) : TraceArrays<Real>(other) {
    for (HeadView<Real>* view : {&this->q, &this->k, &this->v}) {
      move_view(*view, other.qkv, this->qkv) || move_view(*view, other.q_given, this->q_given) ||
          move_view(*view, other.k_given, this->k_given) || move_view(*view, other.v_given, this->v_given);
    }
  }
  Trace(Trace&&) noexcept = default;  // a moved vector keeps its memory
  Trace& operator=(const Trace& other) { return *this = Trace(other); }
  Trace& operator=(Trace&&) noexcept = default;
  ~Trace() = default;

  /// Index of (b, h, i) in row_peak and row_total; times D, in head_out.
  std::size_t row_index(int b, int h, int i) const {
    return (static_cast<std::size_t>(b) * this->shape.heads + h) * this->row_room + i;
  }

 private:
  static bool move_view(HeadView<Real>& view, const std::vector<Real>& from, const std::vector<Real>& to) {
    if (from.empty() || view.data < from.data() || view.data >= from.data() + from.size()) return false;
    view.data = to.data() + (view.data - from.data());
    return true;
  }
};

}  // namespace bandscope::engine
