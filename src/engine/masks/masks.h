// Which pairs a layer keeps: a registry of mask kinds. A kind is one file in this folder and one row in masks.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/trace.h"

namespace bandscope::engine {

/// Why a pair is struck; the first test that strikes it.
enum class Struck { kNo, kFuture, kTooOld, kTooFar, kKeyMask };

/// What the kinds read.
struct MaskRule {
  int queries = 0;  // Tq
  int keys = 0;     // Tk
  int window = 0;   // W, itself included
  bool causal = true;
  std::span<const std::uint8_t> key_mask;  // (B, Tk), 0 strikes; empty: none
};

/// Keys first..last of one query; empty where last < first.
struct KeyRange {
  int first = 0;
  int last = -1;
};

/// A kind strikes pairs; a pair is kept when every kind keeps it.
struct MaskKind {
  std::string_view name;
  /// The smallest range that holds every key that this kind keeps for a query, in closed form.
  KeyRange (*hull)(const MaskRule& rule, int query);
  /// Whether and why this kind strikes the pair.
  Struck (*strikes)(const MaskRule& rule, int sequence, int query, int key);
};
std::span<const MaskKind> mask_kinds();

/// The key range of each query: what all kinds together leave.
KeyRanges key_ranges(const MaskRule& rule);
/// Why (b, i, j) is struck, in the order of the registry.
Struck why_struck(const KeyRanges& keep, int sequence, int query, int key);

/// The most keys that a row can keep: min(W, Tk) causal, min(2W - 1, Tk) two-sided.
std::int64_t most_slots(int window, bool causal, int keys);

}  // namespace bandscope::engine
