#include "support/oracle.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace bandscope::oracle {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// (rows, inner) · (inner, columns) + bias (columns), or none
Array affine(const Array& a, const Array& b, const Array& bias, int rows, int inner, int columns) {
  Array out;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      double sum = 0;
      for (int n = 0; n < inner; ++n) {
        sum += a[static_cast<std::size_t>(r) * inner + n] * b[static_cast<std::size_t>(n) * columns + c];
      }
      out.push_back(bias.empty() ? sum : sum + bias[static_cast<std::size_t>(c)]);
    }
  }
  return out;
}

/// (B, T, wide) from column `offset` on -> (B, H, T, D)
Array split(const Array& rows, int batch, int tokens, int wide, int offset, int heads, int depth) {
  Array out;
  for (int b = 0; b < batch; ++b) {
    for (int h = 0; h < heads; ++h) {
      for (int t = 0; t < tokens; ++t) {
        for (int d = 0; d < depth; ++d) {
          out.push_back(rows[(static_cast<std::size_t>(b) * tokens + t) * wide + offset + h * depth + d]);
        }
      }
    }
  }
  return out;
}

}  // namespace

bool keeps(const Problem& problem, int b, int i, int j) {
  const int at = i + problem.keys - problem.queries;  // aligned at the bottom right
  if (problem.causal && j > at) return false;
  if (problem.window) {
    const int back = at - j;
    if (back > *problem.window - 1) return false;
    if (!problem.causal && -back > *problem.window - 1) return false;
  }
  return problem.key_mask.empty() || problem.key_mask[static_cast<std::size_t>(b) * problem.keys + j] == 1;
}

Answer attend(const Problem& p) {
  const int heads = p.heads, depth = p.head_width, merged = heads * depth;
  Answer a;
  if (!p.x.empty()) {
    const Array qkv = affine(p.x, p.w_qkv, p.b_qkv, p.batch * p.queries, p.embed_width, 3 * merged);
    a.q = split(qkv, p.batch, p.queries, 3 * merged, 0, heads, depth);
    a.k = split(qkv, p.batch, p.keys, 3 * merged, merged, heads, depth);
    a.v = split(qkv, p.batch, p.keys, 3 * merged, 2 * merged, heads, depth);
  } else {
    a.q = split(p.q, p.batch, p.queries, merged, 0, heads, depth);
    a.k = split(p.k, p.batch, p.keys, merged, 0, heads, depth);
    a.v = split(p.v, p.batch, p.keys, merged, 0, heads, depth);
  }
  if (p.tie) a.k = a.q;

  for (int b = 0; b < p.batch; ++b) {
    for (int i = 0; i < p.queries; ++i) {
      for (int j = 0; j < p.keys; ++j) a.keep.push_back(keeps(p, b, i, j) ? 1 : 0);
    }
  }
  for (int b = 0; b < p.batch; ++b) {
    for (int h = 0; h < heads; ++h) {
      const double* q = a.q.data() + (static_cast<std::size_t>(b) * heads + h) * p.queries * depth;
      const double* k = a.k.data() + (static_cast<std::size_t>(b) * heads + h) * p.keys * depth;
      const double* v = a.v.data() + (static_cast<std::size_t>(b) * heads + h) * p.keys * depth;
      for (int i = 0; i < p.queries; ++i) {
        Array masked(static_cast<std::size_t>(p.keys));
        std::vector<bool> counts(static_cast<std::size_t>(p.keys));
        double peak = -kInfinity;
        for (int j = 0; j < p.keys; ++j) {
          double raw = 0;
          for (int d = 0; d < depth; ++d) raw += q[i * depth + d] * k[j * depth + d];
          const double scaled = p.scale ? raw / std::sqrt(static_cast<double>(depth)) : raw;
          const bool kept = keeps(p, b, i, j);
          masked[j] = kept ? scaled : p.strike_zero ? 0.0 : -kInfinity;
          counts[j] = kept || p.strike_zero;
          if (counts[j]) peak = std::fmax(peak, masked[j]);
          a.scores_raw.push_back(raw);
          a.scores_scaled.push_back(scaled);
          a.scores_masked.push_back(masked[j]);
        }
        double total = 0;
        for (int j = 0; j < p.keys; ++j) total += counts[j] ? std::exp(masked[j] - peak) : 0.0;
        Array row(static_cast<std::size_t>(depth), 0.0);
        for (int j = 0; j < p.keys; ++j) {
          const double share = counts[j] ? std::exp(masked[j] - peak) / total : 0.0;
          a.shares.push_back(share);
          if (!counts[j]) continue;
          for (int d = 0; d < depth; ++d) row[d] += share * v[j * depth + d];
        }
        a.head_out.insert(a.head_out.end(), row.begin(), row.end());
      }
    }
  }
  for (int b = 0; b < p.batch; ++b) {
    for (int i = 0; i < p.queries; ++i) {
      for (int h = 0; h < heads; ++h) {
        const std::size_t from = ((static_cast<std::size_t>(b) * heads + h) * p.queries + i) * depth;
        for (int d = 0; d < depth; ++d) a.merged.push_back(a.head_out[from + d]);
      }
    }
  }
  if (!p.w_o.empty()) a.output = affine(a.merged, p.w_o, p.b_o, p.batch * p.queries, merged, p.embed_width);
  return a;
}

}  // namespace bandscope::oracle
