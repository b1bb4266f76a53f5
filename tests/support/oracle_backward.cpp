#include "support/oracle_backward.h"

#include <cmath>
#include <cstddef>

namespace bandscope::oracle {

namespace {

/// A (rows, columns) view of an array, by index.
std::size_t at(int row, int columns, int column) { return static_cast<std::size_t>(row) * columns + column; }

/// out = in · w + bias, backwards; each pointer may be null.
void affine_backward(const Array& in, const Array& w, const Array& d_out, int rows, int inner, int columns, Array* d_in,
                     Array* d_w, Array* d_bias) {
  if (d_in != nullptr) d_in->assign(static_cast<std::size_t>(rows) * inner, 0);
  if (d_w != nullptr) d_w->assign(static_cast<std::size_t>(inner) * columns, 0);
  if (d_bias != nullptr) d_bias->assign(static_cast<std::size_t>(columns), 0);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const double upstream = d_out[at(r, columns, c)];
      if (d_bias != nullptr) (*d_bias)[static_cast<std::size_t>(c)] += upstream;
      for (int n = 0; n < inner; ++n) {
        if (d_in != nullptr) (*d_in)[at(r, inner, n)] += upstream * w[at(n, columns, c)];
        if (d_w != nullptr) (*d_w)[at(n, columns, c)] += in[at(r, inner, n)] * upstream;
      }
    }
  }
}

}  // namespace

Gradient differentiate(const Problem& p, const Array& upstream) {
  const Answer a = attend(p);
  const int heads = p.heads, depth = p.head_width, merged = heads * depth, rows = p.batch * p.queries;
  Gradient g;
  Array d_merged = upstream;
  if (!p.w_o.empty()) {
    affine_backward(a.merged, p.w_o, upstream, rows, merged, p.embed_width, &d_merged, &g.w_o,
                    p.b_o.empty() ? nullptr : &g.b_o);
  }
  g.q.assign(static_cast<std::size_t>(rows) * merged, 0);
  g.k.assign(static_cast<std::size_t>(p.batch) * p.keys * merged, 0);
  g.v = g.k;
  for (int b = 0; b < p.batch; ++b) {
    for (int h = 0; h < heads; ++h) {
      const int head = b * heads + h;
      for (int i = 0; i < p.queries; ++i) {
        const double* share = a.shares.data() + at(head * p.queries + i, p.keys, 0);
        // Of Σ_d d_merged · Σ_j share_j value_j.
        Array d_share(static_cast<std::size_t>(p.keys));
        for (int j = 0; j < p.keys; ++j) {
          if (share[j] == 0) continue;
          for (int d = 0; d < depth; ++d) {
            const double d_out = d_merged[at(b * p.queries + i, merged, h * depth + d)];
            d_share[j] += d_out * a.v[at(head * p.keys + j, depth, d)];
            g.v[at(b * p.keys + j, merged, h * depth + d)] += d_out * share[j];
          }
        }
        for (int j = 0; j < p.keys; ++j) {
          if (!keeps(p, b, i, j)) continue;  // a struck score is a constant
          double d_score = 0;
          for (int m = 0; m < p.keys; ++m) d_score += d_share[m] * share[m] * ((m == j ? 1.0 : 0.0) - share[j]);
          if (p.scale) d_score /= std::sqrt(static_cast<double>(depth));
          for (int d = 0; d < depth; ++d) {
            g.q[at(b * p.queries + i, merged, h * depth + d)] += d_score * a.k[at(head * p.keys + j, depth, d)];
            g.k[at(b * p.keys + j, merged, h * depth + d)] += d_score * a.q[at(head * p.queries + i, depth, d)];
          }
        }
      }
    }
  }
  if (p.tie) {
    for (std::size_t n = 0; n < g.q.size(); ++n) g.q[n] += g.k[n];
    g.k.clear();
  }
  if (!p.x.empty()) {
    Array d_qkv;
    for (int r = 0; r < rows; ++r) {
      for (const Array* part : {&g.q, &g.k, &g.v}) {
        for (int c = 0; c < merged; ++c) d_qkv.push_back(part->empty() ? 0.0 : (*part)[at(r, merged, c)]);
      }
    }
    affine_backward(p.x, p.w_qkv, d_qkv, rows, p.embed_width, 3 * merged, &g.x, &g.w_qkv,
                    p.b_qkv.empty() ? nullptr : &g.b_qkv);
  }
  return g;
}

double weighted_output(const Problem& p, const Array& upstream) {
  const Answer a = attend(p);
  const Array& out = p.w_o.empty() ? a.merged : a.output;
  double sum = 0;
  for (std::size_t n = 0; n < out.size(); ++n) sum += upstream[n] * out[n];
  return sum;
}

}  // namespace bandscope::oracle
