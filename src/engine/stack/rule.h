// A stack of layers as far as which token may read which: all that reach, relay, cost and cache need. No tensors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/layer.h"

namespace bandscope::engine {

inline constexpr int kMostLayers = 64;

/// Layers are counted from 1, as on screen; layer l reads h[l-1] and writes h[l], and h[0] is the input.
/// Tokens and window up to 2^31 - 1, layers up to kMostLayers: then nothing in reach, relay and cost overflows.
struct StackRule {
  std::int64_t tokens = 0;          // T
  std::int64_t window = kNoWindow;  // W, 1 or more
  int layers = 1;                   // L, 1..64
  std::string pattern = "L";        // one letter a layer, repeated: L has the window, G reads everything
  bool causal = true;
  bool operator==(const StackRule&) const = default;
};

/// Whether the pattern is one: 1 to 64 letters, each L or G.
bool is_pattern(std::string_view pattern);
/// Whether layer 1..L reads everything.
bool is_global(std::string_view pattern, int layer);

/// Positions first..last of a row of tokens; empty where last < first.
struct Span {
  std::int64_t first = 0;
  std::int64_t last = -1;
  std::int64_t size() const { return last - first + 1; }
  bool operator==(const Span&) const = default;
};

/// The positions up to `side` before position i of 0..T-1, itself, and with causal off up to `side` after; clipped to
/// the sequence.
Span around(const StackRule& rule, std::int64_t i, std::int64_t side);
/// How far one layer reads to a side: W - 1, a global layer T - 1; at most T - 1.
std::int64_t layer_side(const StackRule& rule, int layer);

/// The keys that row i, 0 <= i < T, of one layer reads, clipped to the sequence. A global layer has no window: j <= i,
/// or with causal off everything. Never empty: a row reads itself. Both ends rise with i.
Span layer_keys(const StackRule& rule, int layer, std::int64_t i);
/// The rows of one layer that read key j, 0 <= j < T: layer_keys transposed. Never empty; both ends rise with j.
Span layer_readers(const StackRule& rule, int layer, std::int64_t j);

}  // namespace bandscope::engine
