// Seeded numbers without state: each is a function of (seed, tensor, layer, row, column) alone, so that a link is for
// ever, any row can be made when needed, and the bits agree natively, as wasm, in NumPy and in JavaScript.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace bandscope::engine {

/// Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// The first word of the counter.
enum class TensorId : std::uint32_t { kX = 0, kWQkv = 1, kWO = 2, kWords = 3, kProbe = 4 };

/// The three words of the counter before the column: (tensor, layer, row), for words (3, hash low, hash high).
using RowId = std::array<std::uint32_t, 3>;
inline RowId row_id(TensorId tensor, std::uint32_t layer, std::uint32_t row) {
  return {static_cast<std::uint32_t>(tensor), layer, row};
}
RowId word_row_id(std::string_view word);

/// 64-bit FNV-1a of the bytes.
std::uint64_t fnv1a(std::string_view bytes);

/// A number of mean 0 and variance 1: the sum of twelve uniform 16-bit integers (all words of Philox with key
/// (seed, 0), words 0 and 1 with key (seed, 1), low halves first), less its mean 393,210, over 65,536. Exact in float.
double normal(std::uint32_t seed, const RowId& row, std::uint32_t column);

/// out[c] = normal(seed, row, c) / divisor, in double, then rounded to float. A weight's divisor is √rows, so that its
/// variance is 1 / rows.
void fill_normal(std::uint32_t seed, const RowId& row, double divisor, float* out, int columns);

}  // namespace bandscope::engine
