// A cell's arithmetic, read from the Trace: the terms re-sum to the value shown.
#pragma once

#include <vector>

#include "engine/masks/masks.h"
#include "engine/trace.h"

namespace bandscope::engine {

/// How score and share (b, h, i, j) came about.
struct ScoreCell {
  std::vector<double> q, k, products;  // (D) each, products[d] = q[d] * k[d]
  double raw = 0;                      // sum of products; NaN where the pair was never scored
  double divisor = 1;                  // sqrt(D), or 1 with the scale off
  double scaled = 0;
  Struck struck = Struck::kNo;
  double masked = 0;  // what the softmax reads: scaled, -infinity, or 0 with strike by zero
  double peak = 0;    // of the row
  double exp = 0;     // e^(masked - peak)
  double total = 0;   // of the row
  double share = 0;
};
ScoreCell explain_score(const Trace<float>& trace, int b, int h, int i, int j);

/// One key's part in a row's softmax: exp / total = share.
struct ShareTerm {
  int key = 0;
  double score = 0;
  double exp = 0;
  double share = 0;
  double plain = 0;  // e^score, as written by hand: no peak is taken away
};
/// The row's terms in key order: every key that has a share slot and is not skipped.
std::vector<ShareTerm> explain_row(const Trace<float>& trace, int b, int h, int i);

/// head_out (b, h, i, d) = merged (b, i, h·D + d) as shares times values.
struct MergedTerm {
  int key = 0;
  double share = 0;
  double value = 0;
};
struct MergedCell {
  std::vector<MergedTerm> terms;  // in key order
  double sum = 0;                 // the value in the Trace
};
MergedCell explain_merged(const Trace<float>& trace, int b, int h, int i, int d);

}  // namespace bandscope::engine
