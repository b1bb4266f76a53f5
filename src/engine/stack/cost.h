// What a stack costs, counted exactly. 128-bit integers: nothing wraps round at T = 1e9, L = 64, C = 16,384.
#pragma once

#include <cstdint>
#include <string>

#include "engine/stack/rule.h"

namespace bandscope::engine {

// __extension__: ISO C++ has no integer this wide, and -Wpedantic says so.
__extension__ using Count = unsigned __int128;

/// In decimal digits.
std::string decimal(Count count);

/// H·D up to 2^31 - 1, as T.
struct CostRule {
  StackRule stack;
  int heads = 1;       // H
  int head_width = 1;  // D; E = C = H·D
};

/// Pairs are of one head, summed over the layers; multiply-adds and bytes are of all heads and layers.
struct Cost {
  Count pairs_full = 0;    // L·T²
  Count pairs_causal = 0;  // L·T(T+1)/2
  /// Windowed W·T - W(W-1)/2 a layer, two-sided 2(W·T - W(W-1)/2) - T, W at most T; a global layer T(T+1)/2, two-sided
  /// T².
  Count pairs_kept = 0;
  Count project = 0;           // T·E·3C a layer
  Count score = 0;             // kept·C
  Count blend = 0;             // kept·C
  Count output = 0;            // T·C·E a layer
  Count score_bytes_band = 0;  // float32: T·min(W, T) slots a head (two-sided min(2W-1, T)); a global layer T·T
  Count score_bytes_full = 0;  // T·T
  // Keys and values of every layer that decoding the next token needs: a windowed layer keeps min(W, T) tokens in a
  // rolling buffer, a global one T. A token is 2·C numbers.
  Count cache_tokens = 0;
  Count cache_bytes32 = 0;
  Count cache_bytes16 = 0;
  Count cache_tokens_full = 0;  // without a rolling buffer: L·T
  Count cache_bytes32_full = 0;
  Count cache_bytes16_full = 0;
};
Cost cost(const CostRule& rule);

/// The slot of a rolling buffer that token i is written to: i mod W.
std::int64_t cache_slot(std::int64_t i, std::int64_t window);

}  // namespace bandscope::engine
