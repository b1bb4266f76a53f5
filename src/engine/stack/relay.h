// Soft reach through uniform shares: how much of a token is left after it has been blended and blended again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/stack/rule.h"

namespace bandscope::engine {

/// The longest list of shares that is made.
inline constexpr std::int64_t kMostShares = 1'000'000;

/// Far from the start, causal, windowed: h' = alpha h + (1 - alpha) mean of the window.
struct UniformRelay {
  std::vector<double> share;  // (L(W-1) + 1) of the token d back; empty over kMostShares
  double mean = 0;            // L (1 - alpha) (W - 1) / 2
  double sigma = 0;           // the spread, exact
  /// The smallest d with share(0) + ... + share(d) >= 0.99 - 1e-12.
  std::optional<std::int64_t> radius99;
};
/// By convolution, layer by layer. window >= 1, 1 <= layers <= 64, 0 <= alpha <= 1.
UniformRelay uniform_relay(std::int64_t window, int layers, double alpha);

/// The closed forms that are quoted: 0.29 W sqrt(L), more exactly sqrt(L (W² - 1) / 12) at alpha 0, and
/// W ln(epsilon) / ln(1 - alpha), which knows no L; the second only for 0 < alpha < 1 and 0 < epsilon < 1.
double quoted_spread(std::int64_t window, int layers);
std::optional<double> quoted_radius(std::int64_t window, double alpha, double epsilon);

/// Numbers of one row of tokens over a run of positions; 0 outside of it.
struct Flow {
  std::int64_t first = 0;
  std::vector<double> values;
  double at(std::int64_t i) const {
    return i < first || i - first >= static_cast<std::int64_t>(values.size())
               ? 0.0
               : values[static_cast<std::size_t>(i - first)];
  }
};

/// How much of row i of h[from] comes through each row of h[l]: result[l], l = 0..from, each over reach(rule, i, from,
/// l) and of sum 1. Uniform shares over the kept keys, clipped rows and global layers exact:
/// flow[l-1][j] = alpha flow[l][j] + (1 - alpha) Σ over rows that keep j of flow[l][row] / kept(row). O(cone).
std::vector<Flow> uniform_rows(const StackRule& rule, double alpha, std::int64_t i, int from);

/// How much of input `needle` is left in each row of h[l]: result[l], l = 0..L. The transposed walk of uniform_rows.
std::vector<Flow> uniform_columns(const StackRule& rule, double alpha, std::int64_t needle);

}  // namespace bandscope::engine
