#include "engine/backward.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "engine/kernels/attend_backward.h"
#include "engine/kernels/multiply.h"

namespace bandscope::engine {

namespace {

/// A row-major (rows, columns).
template <class Real>
struct Matrix {
  const Real* data = nullptr;
  int rows = 0;
  int columns = 0;
  const Real* row(int r) const { return data + static_cast<std::ptrdiff_t>(r) * columns; }
  std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

/// aᵀ; the rows of `a` that `leave_out(row)` names become 0.
template <class Real, class LeaveOut>
std::vector<Real> transposed(const Matrix<Real>& a, const LeaveOut& leave_out) {
  using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<Real> out(a.size());
  Eigen::Map<Rows> turned(out.data(), a.columns, a.rows);
  turned = Eigen::Map<const Rows>(a.data, a.rows, a.columns).transpose();
  for (int r = 0; r < a.rows; ++r) {
    if (leave_out(r)) turned.col(r).setZero();
  }
  return out;
}

/// d_in (rows, in) = d_out (rows, out) · wᵀ, of out = in · w with w (in, out).
template <class Real>
std::vector<Real> input_gradient(const Matrix<Real>& d_out, const Matrix<Real>& w) {
  const std::vector<Real> flipped = transposed(w, [](int) { return false; });
  std::vector<Real> d_in(static_cast<std::size_t>(d_out.rows) * w.rows);
  kernels::multiply(d_out.data, d_out.columns, flipped.data(), w.rows, d_in.data(), w.rows, d_out.rows, d_out.columns,
                    w.rows);
  return d_in;
}

/// inᵀ · d_out. A row whose d_out is all 0 is left out: a NaN in what it read must not leak.
template <class Real>
std::vector<Real> weight_gradient(const Matrix<Real>& in, const Matrix<Real>& d_out) {
  const std::vector<Real> flipped = transposed(in, [&](int r) {
    return std::all_of(d_out.row(r), d_out.row(r) + d_out.columns, [](Real number) { return number == 0; });
  });
  std::vector<Real> d_weight(static_cast<std::size_t>(in.columns) * d_out.columns);
  kernels::multiply(flipped.data(), in.rows, d_out.data, d_out.columns, d_weight.data(), d_out.columns, in.columns,
                    in.rows, d_out.columns);
  return d_weight;
}

template <class Real>
std::vector<Real> bias_gradient(const Matrix<Real>& d_out) {
  std::vector<Real> d_bias(static_cast<std::size_t>(d_out.columns));
  for (int r = 0; r < d_out.rows; ++r) {
    for (int c = 0; c < d_out.columns; ++c) d_bias[static_cast<std::size_t>(c)] += d_out.row(r)[c];
  }
  return d_bias;
}

/// Fills q, k and v: d_merged (B, Tq, C) through blend, softmax and scores, head by head.
template <class Real>
void attention_gradient(const Trace<Real>& trace, const Real* d_merged, LayerGradient<Real>& gradient) {
  const LayerShape& shape = trace.shape;
  const std::int64_t merged = shape.merged_width();
  const auto numbers = [&](int tokens) { return static_cast<std::size_t>(shape.batch * tokens * merged); };
  gradient.q.assign(numbers(shape.queries), 0);
  if (!trace.tied) gradient.k.assign(numbers(shape.keys), 0);
  gradient.v.assign(numbers(shape.keys), 0);
  std::vector<Real> scratch(static_cast<std::size_t>(trace.shares.slots));

  kernels::AttendedHead<Real> head;
  head.q_stride = trace.q.strides[2];
  head.k_stride = trace.k.strides[2];
  head.v_stride = trace.v.strides[2];
  head.slots = trace.shares.slot_room;
  head.first = trace.shares.first.data();
  head.count = trace.shares.count.data();
  head.scored_first = trace.keep.first.data();
  head.scored_count = trace.keep.count.data();
  head.rows = shape.queries;
  head.depth = shape.head_width;
  head.divisor = trace.scaled ? std::sqrt(static_cast<Real>(shape.head_width)) : Real{1};
  for (int b = 0; b < shape.batch; ++b) {
    if (!trace.keep.key_mask.empty()) {
      head.key_mask = trace.keep.key_mask.data() + static_cast<std::ptrdiff_t>(b) * shape.keys;
      head.share_mask = trace.strike_zero ? nullptr : head.key_mask;
    }
    for (int h = 0; h < shape.heads; ++h) {
      head.q = trace.q.row(b, h, 0);
      head.k = trace.k.row(b, h, 0);
      head.v = trace.v.row(b, h, 0);
      head.shares = trace.shares.row(b, h, 0);
      const std::int64_t column = std::int64_t{h} * shape.head_width;
      const std::int64_t query = b * shape.queries * merged + column, key = b * shape.keys * merged + column;
      kernels::attend_backward<1>(head,
                                  {.d_out = d_merged + query,
                                   .d_out_stride = merged,
                                   .d_q = gradient.q.data() + query,
                                   .d_k = (trace.tied ? gradient.q : gradient.k).data() + key,
                                   .d_v = gradient.v.data() + key,
                                   .d_q_stride = merged,
                                   .d_k_stride = merged,
                                   .d_v_stride = merged},
                                  scratch.data());
    }
  }
}

/// (B, T, 3C) of q, k and v; k 0 where it is tied to Q.
template <class Real>
std::vector<Real> joined(const LayerGradient<Real>& gradient, int rows, int merged) {
  std::vector<Real> out(static_cast<std::size_t>(rows) * 3 * merged);
  int part = 0;
  for (const std::vector<Real>* from : {&gradient.q, &gradient.k, &gradient.v}) {
    for (int r = 0; r < rows && !from->empty(); ++r) {
      std::copy_n(from->data() + static_cast<std::ptrdiff_t>(r) * merged, merged,
                  out.data() + (static_cast<std::ptrdiff_t>(r) * 3 + part) * merged);
    }
    ++part;
  }
  return out;
}

}  // namespace

template <class Real>
LayerGradient<Real> layer_backward(const Trace<Real>& trace, const Tensors<Real>& tensors,
                                   std::span<const Real> upstream) {
  const LayerShape& shape = trace.shape;
  const int rows = shape.batch * shape.queries, embed = shape.embed_width, merged = shape.merged_width();
  LayerGradient<Real> gradient;
  std::vector<Real> d_merged;
  if (tensors.w_o.empty()) {
    assert(upstream.size() == trace.merged.size());
    d_merged.assign(upstream.begin(), upstream.end());
  } else {
    assert(upstream.size() == trace.output.size());
    const Matrix<Real> d_output{upstream.data(), rows, embed};
    gradient.w_o = weight_gradient({trace.merged.data(), rows, merged}, d_output);
    if (!tensors.b_o.empty()) gradient.b_o = bias_gradient(d_output);
    d_merged = input_gradient(d_output, {tensors.w_o.data(), merged, embed});
  }
  attention_gradient(trace, d_merged.data(), gradient);
  if (tensors.x.empty()) return gradient;

  const std::vector<Real> qkv = joined(gradient, rows, merged);
  const Matrix<Real> d_qkv{qkv.data(), rows, 3 * merged};
  gradient.w_qkv = weight_gradient({trace.x.data(), rows, embed}, d_qkv);
  if (!tensors.b_qkv.empty()) gradient.b_qkv = bias_gradient(d_qkv);
  gradient.x = input_gradient(d_qkv, {tensors.w_qkv.data(), embed, 3 * merged});
  return gradient;
}

template LayerGradient<float> layer_backward(const Trace<float>&, const Tensors<float>&, std::span<const float>);
template LayerGradient<double> layer_backward(const Trace<double>&, const Tensors<double>&, std::span<const double>);

}  // namespace bandscope::engine
