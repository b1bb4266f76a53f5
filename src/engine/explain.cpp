#include "engine/explain.h"

#include <cmath>
#include <limits>

namespace bandscope::engine {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Whether the row's softmax read this key.
bool counts(const Trace<float>& trace, int b, int i, int j) {
  return trace.shares.holds(i, j) && (trace.strike_zero || trace.keep.keeps(b, i, j));
}

double held(const KeyTable<float>& table, int b, int h, int i, int j, double otherwise) {
  return table.holds(i, j) ? static_cast<double>(table.at(b, h, i, j, 0)) : otherwise;
}

}  // namespace

ScoreCell explain_score(const Trace<float>& trace, int b, int h, int i, int j) {
  ScoreCell cell;
  const int depth = trace.shape.head_width;
  for (int d = 0; d < depth; ++d) {
    cell.q.push_back(trace.q.at(b, h, i, d));
    cell.k.push_back(trace.k.at(b, h, j, d));
    cell.products.push_back(cell.q.back() * cell.k.back());
  }
  cell.raw = held(trace.scores_raw, b, h, i, j, kNaN);
  cell.divisor = trace.scaled ? std::sqrt(static_cast<double>(depth)) : 1.0;
  cell.scaled = held(trace.scores_scaled, b, h, i, j, kNaN);
  cell.struck = why_struck(trace.keep, b, i, j);
  cell.masked = held(trace.scores_masked, b, h, i, j, -kInfinity);
  cell.peak = trace.row_peak[trace.row_index(b, h, i)];
  cell.total = trace.row_total[trace.row_index(b, h, i)];
  cell.exp = counts(trace, b, i, j) ? std::exp(cell.masked - cell.peak) : 0.0;
  cell.share = held(trace.shares, b, h, i, j, 0.0);
  return cell;
}

std::vector<ShareTerm> explain_row(const Trace<float>& trace, int b, int h, int i) {
  std::vector<ShareTerm> terms;
  const double peak = trace.row_peak[trace.row_index(b, h, i)];
  const int first = trace.shares.first[i];
  for (int j = first; j < first + trace.shares.count[i]; ++j) {
    if (!counts(trace, b, i, j)) continue;
    const double score = held(trace.scores_masked, b, h, i, j, -kInfinity);
    terms.push_back({j, score, std::exp(score - peak), held(trace.shares, b, h, i, j, 0.0), std::exp(score)});
  }
  return terms;
}

MergedCell explain_merged(const Trace<float>& trace, int b, int h, int i, int d) {
  MergedCell cell;
  const int first = trace.shares.first[i];
  for (int j = first; j < first + trace.shares.count[i]; ++j) {
    if (!counts(trace, b, i, j)) continue;
    cell.terms.push_back({j, held(trace.shares, b, h, i, j, 0.0), static_cast<double>(trace.v.at(b, h, j, d))});
  }
  cell.sum = trace.head_out[trace.row_index(b, h, i) * trace.shape.head_width + d];
  return cell;
}

}  // namespace bandscope::engine
