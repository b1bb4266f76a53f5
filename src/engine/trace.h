// Everything that a layer computed, kept. Each declaration carries its shape.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/shapes.h"

namespace bandscope::engine {

/// The stages in the order of the data; each runs again only if what it read has changed.
enum class Stage { kProject, kSplit, kScore, kScale, kMask, kShares, kBlend, kMerge, kOutput };
inline constexpr int kStageCount = 9;
/// How often each stage has run.
using StageRuns = std::array<std::uint32_t, kStageCount>;

/// The keys that each query may read: first..first+count-1 of its row, less those that the key mask strikes.
struct KeyRanges {
  std::vector<int> first;  // (Tq)
  std::vector<int> count;  // (Tq), 0 where a row reads nothing
  std::vector<std::uint8_t> key_mask;  // (B, Tk), 0 strikes; empty: none
  int keys = 0;                        // Tk
  bool keeps(int b, int i, int j) const {
    return j >= first[i] && j < first[i] + count[i] &&
           (key_mask.empty() || key_mask[static_cast<std::size_t>(b) * keys + j] != 0);
  }
};

/// A score or share table: row i has count[i] slots, slot s is key first[i] + s. Dense is first 0, count Tk.
template <class Real>
struct KeyTable {
  int batch = 0, heads = 0, rows = 0, slots = 0;
  std::vector<int> first;    // (Tq)
  std::vector<int> count;    // (Tq)
  std::vector<Real> values;  // (B, H, Tq, slots)
  const Real* row(int b, int h, int i) const {
    return values.data() + ((static_cast<std::size_t>(b) * heads + h) * rows + i) * slots;
  }
  bool holds(int i, int j) const { return j >= first[i] && j < first[i] + count[i]; }
  Real at(int b, int h, int i, int j, Real otherwise) const {
    return holds(i, j) ? row(b, h, i)[j - first[i]] : otherwise;
  }
};

/// Every intermediate of one layer run.
template <class Real>
struct Trace {
  LayerShape shape;
  std::vector<Real> x;            // (B, Tq, E); empty where Q, K, V are given
  std::vector<Real> qkv;          // (B, Tq, 3C); empty where given
  HeadView<Real> q;               // (B, H, Tq, D)
  HeadView<Real> k;               // (B, H, Tk, D)
  HeadView<Real> v;               // (B, H, Tk, D)
  KeyTable<Real> scores_raw;      // (B, H, Tq, Tk) up to 256 tokens, above a band
  KeyTable<Real> scores_scaled;   // the same
  KeyTable<Real> scores_masked;   // (B, H, Tq, slots) of the kept range; -infinity where the key mask strikes
  KeyRanges keep;                 // the mask
  KeyTable<Real> shares;          // (B, H, Tq, slots); with strike by zero every key has a slot
  std::vector<Real> row_peak;     // (B, H, Tq) largest score of the row's softmax; -infinity where none
  std::vector<Real> row_total;    // (B, H, Tq) sum of e^(score - peak); 0 where none
  std::vector<Real> head_out;     // (B, H, Tq, D)
  std::vector<Real> merged;       // (B, Tq, C)
  std::vector<Real> output;       // (B, Tq, E); empty without w_o
  StageRuns runs{};               // a stage's arrays change only when its count rises
  bool strike_zero = false;
  bool scaled = true;             // divided by sqrt(D)
};

}  // namespace bandscope::engine
