// Soft reach through uniform shares: how much of a token is left after it has been blended and blended again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/stack/rule.h"

namespace bandscope::engine {

/// The longest list of shares that is made.
inline constexpr std::int64_t kMostShares = 1'000'000;
/// The relay needs no stack, so it may be deeper than one.
inline constexpr int kMostRelayLayers = 1000;

/// Far from the start, causal, windowed: h' = alpha h + (1 - alpha) mean of the window.
struct UniformRelay {
  std::vector<double> share;  // (L(W-1) + 1) of the token d back; empty over kMostShares
  double mean = 0;            // L (1 - alpha) (W - 1) / 2
  double sigma = 0;           // the spread, exact
  /// The smallest d with share(0) + ... + share(d) >= 0.99 - 1e-12; also where the list is too long to be made.
  std::int64_t radius99 = 0;
};
/// 1 <= window <= kNoWindow, 1 <= layers <= kMostRelayLayers, 0 <= alpha <= 1. The list by convolution, layer by layer,
/// O(L² W); each share to 1e-12 of itself, the smallest too (unless it is below the least normal double). The rest in
/// closed form, O(L² log(L W)).
UniformRelay uniform_relay(std::int64_t window, int layers, double alpha);

/// The spread of uniform_relay, exact: sqrt(L (1 - alpha) (W - 1) ((W + 1) / 12 + alpha (W - 1) / 4)).
double uniform_spread(std::int64_t window, int layers, double alpha);
/// The smallest d with all but `epsilon` within d back (to 1e-12), 0 < epsilon < 1. O(L² log(L W)).
std::int64_t uniform_radius(std::int64_t window, int layers, double alpha, double epsilon);

/// How much came from further than d back: share(d+1) + share(d+2) + ... to 1e-12 of itself. O(L²).
double uniform_beyond(std::int64_t window, int layers, double alpha, std::int64_t d);

/// How much of the token d back is left after 1..L layers: result[l - 1], each share(d) of uniform_relay to 1e-12 of
/// itself, however long the list would be. O(L²).
std::vector<double> uniform_shares_at(std::int64_t window, int layers, double alpha, std::int64_t d);

/// The closed forms that are quoted. Without a residual the spread is about 0.29 W sqrt(L) (the factor is
/// 1 / sqrt(12); the exact one is sqrt(L (W² - 1) / 12)).
double quoted_spread(std::int64_t window, int layers);
/// With one, all but epsilon within W ln(epsilon) / ln(1 - alpha), which knows no L; only for 0 < alpha < 1 and
/// 0 < epsilon < 1.
std::optional<double> quoted_radius(std::int64_t window, double alpha, double epsilon);

/// Numbers of one row of tokens over a run of positions; 0 outside of it.
struct Flow {
  std::int64_t first = 0;
  std::vector<double> values;
  std::int64_t last() const { return first + static_cast<std::int64_t>(values.size()) - 1; }
  double at(std::int64_t i) const {
    return i < first || i > last() ? 0.0 : values[static_cast<std::size_t>(i - first)];
  }
};

/// What a row's flow through h[layer] is in h[layer - 1]: see uniform_rows, of which this is a step.
Flow uniform_below(const StackRule& rule, double alpha, int layer, const Flow& flow);

/// How much of row i of h[from] comes through each row of h[l]: result[l], l = 0..from, each over reach(rule, i, from,
/// l) and of sum 1. Uniform shares over the kept keys, clipped rows and global layers exact:
/// flow[l-1][j] = alpha flow[l][j] + (1 - alpha) Σ over rows that keep j of flow[l][row] / kept(row).
/// O(cone) in time and memory: the caller sees to it that the cone, the sum of the reaches, is one to hold.
std::vector<Flow> uniform_rows(const StackRule& rule, double alpha, std::int64_t i, int from);

/// How much of input `needle` is left in each row of h[l]: result[l], l = 0..L, each over the rows that it can matter
/// to. The transposed walk of uniform_rows, at the same cost.
std::vector<Flow> uniform_columns(const StackRule& rule, double alpha, std::int64_t needle);

}  // namespace bandscope::engine
