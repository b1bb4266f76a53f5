// The articles' worked examples: Q, K and V as printed.
#pragma once

#include <span>
#include <vector>

#include "engine/inputs.h"

namespace bandscope::engine {

struct WorkedExample {
  int queries = 0;           // rows of q
  int keys = 0;              // rows of k and v
  int width = 0;             // C
  std::span<const float> q;  // (queries, C)
  std::span<const float> k;  // (keys, C)
  std::span<const float> v;  // (keys, C)
};

/// Null for the kinds that are none.
const WorkedExample* worked_example(InputKind kind);

/// One row through a table of weights, as an article does it: out[c] = sum over r of in[r] * table[r][c].
struct Pour {
  std::vector<double> in;     // (rows)
  std::vector<double> table;  // (rows, columns), row-major
  std::vector<double> out;    // (columns)
};
/// [5, 3] through its first column [2, 1], or with `nolan` the row of "nolan" through its grid of wants.
Pour article_pour(bool nolan);

}  // namespace bandscope::engine
