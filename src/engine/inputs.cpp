#include "engine/inputs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "engine/built_weights.h"
#include "engine/drawn_weights.h"
#include "engine/examples.h"
#include "engine/generator.h"
#include "engine/positions.h"

namespace bandscope::engine {

namespace {

/// Sizes a vector, and gives memory back where an earlier, far larger state left it.
template <class Real>
void fit(std::vector<Real>& values, std::int64_t size) {
  const auto wanted = static_cast<std::size_t>(size);
  if (values.capacity() / 2 > wanted + 4096) {
    std::vector<Real> smaller(values.begin(),
                              values.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, values.size())));
    values.swap(smaller);
  }
  values.resize(wanted);
}

/// A row of x that is not built: the word's or the token's own numbers, with the position's marks added in double
/// (`rates`: position_rate() of each dimension).
void fill_plain_row(const InputSpec& spec, int token, const std::vector<double>& rates, int width, float* row) {
  const RowId id = spec.kind == InputKind::kWords ? word_row_id(spec.words[static_cast<std::size_t>(token)])
                                                  : row_id(TensorId::kX, 0, static_cast<std::uint32_t>(token));
  fill_normal(spec.seed, id, 1.0, row, width);
  if (!spec.positions) return;
  for (int e = 0; e < width; ++e) {
    row[e] = static_cast<float>(row[e] + position_mark_at(token, e, rates[static_cast<std::size_t>(e)]));
  }
}

}  // namespace

LayerShape shape_of(const InputSpec& spec) {
  LayerShape shape;
  shape.heads = spec.heads;
  if (const WorkedExample* example = worked_example(spec.kind)) {
    shape.queries = std::min(spec.tokens, example->queries);
    shape.keys = std::min(spec.tokens, example->keys);
    shape.head_width = spec.heads > 0 ? example->width / spec.heads : 0;
    return shape;
  }
  shape.head_width = spec.head_width;
  shape.queries = spec.tokens;
  if (spec.kind == InputKind::kWords) shape.queries = std::min(spec.tokens, static_cast<int>(spec.words.size()));
  shape.keys = shape.queries;
  shape.embed_width = uses_built(spec) ? built_embed_width(spec.head_width) : shape.merged_width();
  return shape;
}

template <class Real>
const Tensors<Real>& BasicInputSource<Real>::make(const InputSpec& spec) {
  shape_ = shape_of(spec);
  if (worked_example(spec.kind) != nullptr) {
    make_example(spec);
  } else {
    make_x(spec);
    make_weights(spec);
    tensors_.q = tensors_.k = tensors_.v = {};
  }
  return tensors_;
}

template <class Real>
void BasicInputSource<Real>::make_x(const InputSpec& spec) {
  const int width = shape_.embed_width;
  XInputs inputs{spec.kind, spec.seed, width, uses_built(spec), spec.positions, spec.words};
  if (x_inputs_ != inputs) {
    x_inputs_ = std::move(inputs);
    x_rows_ = 0;
    tensors_.x_revision = ++changes_;
  }
  // A row depends on nothing but itself: more tokens keep the rows that there are, and their revision.
  const bool far_fewer = x_rows_ / 4 > shape_.queries;
  if (x_rows_ < shape_.queries || far_fewer) {
    fit(x_, std::int64_t{shape_.queries} * width);
    std::vector<double> rates;
    for (int e = 0; spec.positions && e < width; ++e) rates.push_back(position_rate(e, width));
    fill_rows(std::min(x_rows_, shape_.queries), shape_.queries, width, x_.data(), [&](int token, float* row) {
      uses_built(spec) ? fill_built_row(spec, token, row) : fill_plain_row(spec, token, rates, width, row);
    });
    x_rows_ = shape_.queries;
  }
  tensors_.x = std::span<const Real>(x_).first(static_cast<std::size_t>(shape_.queries) * width);
}

template <class Real>
void BasicInputSource<Real>::make_weights(const InputSpec& spec) {
  const int width = shape_.embed_width, merged = shape_.merged_width();
  const WeightInputs w_qkv_inputs{spec.seed, width, merged, uses_built(spec) ? spec.heads : 0};
  if (w_qkv_inputs_ != w_qkv_inputs) {
    w_qkv_inputs_ = w_qkv_inputs;
    tensors_.w_qkv_revision = ++changes_;
    fit(w_qkv_, std::int64_t{width} * 3 * merged);
    draw_w_qkv(spec, 1, w_qkv_.data());
  }
  const WeightInputs w_o_inputs{spec.seed, width, merged, 0};
  if (w_o_inputs_ != w_o_inputs) {
    w_o_inputs_ = w_o_inputs;
    tensors_.w_o_revision = ++changes_;
    fit(w_o_, std::int64_t{merged} * width);
    draw_w_o(spec, 1, w_o_.data());
  }
  tensors_.w_qkv = w_qkv_;
  tensors_.w_o = w_o_;
}

template <class Real>
void BasicInputSource<Real>::make_example(const InputSpec& spec) {
  const WorkedExample& example = *worked_example(spec.kind);
  if (example_ != spec.kind) {
    example_ = spec.kind;
    tensors_.qkv_revision = ++changes_;
    q_.assign(example.q.begin(), example.q.end());
    k_.assign(example.k.begin(), example.k.end());
    v_.assign(example.v.begin(), example.v.end());
  }
  const auto rows = [&](const std::vector<Real>& values, int count) {
    return std::span<const Real>(values).first(static_cast<std::size_t>(count) * example.width);
  };
  tensors_.q = rows(q_, shape_.queries);
  tensors_.k = rows(k_, shape_.keys);
  tensors_.v = rows(v_, shape_.keys);
  tensors_.x = tensors_.w_qkv = tensors_.w_o = {};
}

template class BasicInputSource<float>;
template class BasicInputSource<double>;

}  // namespace bandscope::engine
