#include "engine/lesson/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace bandscope::engine {

namespace {

/// A line of a table: `count` numbers, `stride` apart.
struct Line {
  std::size_t at, count, stride;
};

void softmax_line(std::span<const double> scores, const Line& line, std::vector<double>& shares) {
  constexpr double kStruck = -std::numeric_limits<double>::infinity();
  double peak = kStruck, total = 0;
  for (std::size_t n = 0; n < line.count; ++n) peak = std::max(peak, scores[line.at + n * line.stride]);
  if (peak == kStruck) return;  // the shares are 0
  for (std::size_t n = 0; n < line.count; ++n) {
    const std::size_t at = line.at + n * line.stride;
    total += shares[at] = std::exp(scores[at] - peak);
  }
  for (std::size_t n = 0; n < line.count; ++n) shares[line.at + n * line.stride] /= total;
}

/// e^(score - peak) and the shares of it.
PlainRow row_below(std::span<const float> scores, float peak) {
  PlainRow row;
  row.exps.reserve(scores.size());
  row.shares.reserve(scores.size());
  for (const float score : scores) {
    row.exps.push_back(std::exp(score - peak));
    row.total += row.exps.back();
  }
  for (const float exp : row.exps) row.shares.push_back(exp / row.total);
  return row;
}

}  // namespace

PlainRow softmax_plain(std::span<const float> scores) { return row_below(scores, 0); }

PlainRow softmax_guarded(std::span<const float> scores) {
  constexpr float kStruck = -std::numeric_limits<float>::infinity();
  float peak = kStruck;
  for (const float score : scores) peak = std::max(peak, score);
  if (peak != kStruck) return row_below(scores, peak);
  // -infinity less -infinity would be no number.
  return {std::vector<float>(scores.size()), 0, std::vector<float>(scores.size())};
}

std::vector<float> blend(std::span<const float> shares, std::span<const float> values, int width) {
  const auto wide = static_cast<std::size_t>(std::max(width, 0));
  std::vector<float> out(wide);
  for (std::size_t j = 0; j < shares.size(); ++j) {
    for (std::size_t d = 0; d < wide; ++d) out[d] += shares[j] * values[j * wide + d];
  }
  return out;
}

std::vector<double> softmax_rows(std::span<const double> scores, int rows, int columns) {
  std::vector<double> shares(scores.size());
  const auto wide = static_cast<std::size_t>(columns);
  for (int i = 0; i < rows; ++i) softmax_line(scores, {static_cast<std::size_t>(i) * wide, wide, 1}, shares);
  return shares;
}

std::vector<double> softmax_columns(std::span<const double> scores, int rows, int columns) {
  std::vector<double> shares(scores.size());
  const auto high = static_cast<std::size_t>(rows), wide = static_cast<std::size_t>(columns);
  for (int j = 0; j < columns; ++j) softmax_line(scores, {static_cast<std::size_t>(j), high, wide}, shares);
  return shares;
}

double share_slope(double share) { return share * (1 - share); }

}  // namespace bandscope::engine
