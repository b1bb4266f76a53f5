// Softmax shown the wrong ways: without its peak, with struck scores that count, over the wrong axis.
#pragma once

#include <span>
#include <vector>

namespace bandscope::engine {

/// A row of n scores, step by step, in float32.
struct PlainRow {
  std::vector<float> exps;    // (n) e^score, or e^(score - peak)
  float total = 0;            // their sum
  std::vector<float> shares;  // (n) exps / total
};

/// As the formula says, with no peak subtracted: above 88.7 e^score is infinite, and then its share is inf / inf, not
/// a number, and that of every finite one 0. A row of nothing but -infinity is 0 / 0, not a number.
PlainRow softmax_plain(std::span<const float> scores);

/// With the row's peak subtracted, which changes no share but keeps every exponential at most 1. -infinity gives 0; a
/// row of nothing but -infinity has total 0 and shares 0. Never NaN, but for a score that is NaN or +infinity.
PlainRow softmax_guarded(std::span<const float> scores);

/// (n) shares x (n, width) values, row-major -> (width). Plain: a share of 0 is multiplied too, so NaN travels. The
/// caller keeps `values` n · width long.
std::vector<float> blend(std::span<const float> shares, std::span<const float> values, int width);

/// (rows, columns) scores, row-major -> shares of the same shape, by which each row (column) sums to 1: over keys as
/// attention has it, and over queries as it has not. Guarded; -infinity is struck, and a row (column) that keeps
/// nothing is 0.
std::vector<double> softmax_rows(std::span<const double> scores, int rows, int columns);
std::vector<double> softmax_columns(std::span<const double> scores, int rows, int columns);

/// How fast a share moves with its own score: ds/dscore = s (1 - s), at most 1/4, and 0 where softmax is saturated.
double share_slope(double share);

}  // namespace bandscope::engine
