#include "engine/inputs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "engine/built_weights.h"
#include "engine/drawn_weights.h"
#include "engine/examples.h"
#include "engine/generator.h"
#include "engine/positions.h"

namespace bandscope::engine {

namespace {

/// Gives memory back where an earlier, far larger state left it.
template <class Real>
void give_back(std::vector<Real>& values, std::size_t wanted) {
  if (values.capacity() / 2 <= wanted + 4096) return;
  std::vector<Real> smaller(values.begin(), values.end());
  values.swap(smaller);
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
  begin(spec);
  for (std::int64_t work = std::numeric_limits<std::int64_t>::max(); !step(work);) {
  }
  return tensors_;
}

template <class Real>
void BasicInputSource<Real>::begin(const InputSpec& spec) {
  spec_ = spec;
  shape_ = shape_of(spec_);
  done_ = false;
  if (worked_example(spec_.kind) != nullptr) {
    make_example();
    done_ = true;
    return;
  }
  begin_x();
  begin_weights();
  tensors_.q = tensors_.k = tensors_.v = {};
}

template <class Real>
bool BasicInputSource<Real>::step(std::int64_t& work) {
  if (done_) return true;
  if (!step_x(work) || !draw_w_qkv(spec_, 1, w_qkv_, work) || !draw_w_o(spec_, 1, w_o_, work)) return false;
  tensors_.x = std::span<const Real>(x_).first(numbers_of_x());
  tensors_.w_qkv = w_qkv_;
  tensors_.w_o = w_o_;
  done_ = true;
  return true;
}

template <class Real>
std::int64_t BasicInputSource<Real>::left() const {
  if (done_) return 0;
  const std::int64_t corner = std::int64_t{shape_.embed_width} * shape_.merged_width();
  const auto missing = [](std::int64_t all, const std::vector<Real>& there) {
    return std::max<std::int64_t>(0, all - static_cast<std::int64_t>(there.size()));
  };
  return (missing(static_cast<std::int64_t>(numbers_of_x()), x_) + missing(3 * corner, w_qkv_) +
          missing(corner, w_o_)) *
         kDrawWork;
}

template <class Real>
void BasicInputSource<Real>::begin_x() {
  XInputs inputs{spec_.kind, spec_.seed, shape_.embed_width, uses_built(spec_), spec_.positions, spec_.words};
  if (x_inputs_ != inputs) {
    x_inputs_ = std::move(inputs);
    x_.clear();
    tensors_.x_revision = ++changes_;
  }
  // A row depends on nothing but itself: more tokens keep the rows that there are, and their revision.
  if (x_.size() / 4 > numbers_of_x()) x_.resize(numbers_of_x());
  give_back(x_, numbers_of_x());
}

template <class Real>
bool BasicInputSource<Real>::step_x(std::int64_t& work) {
  const int width = shape_.embed_width;
  if (x_.size() >= numbers_of_x()) return true;
  std::vector<double> rates;
  for (int e = 0; spec_.positions && e < width; ++e) rates.push_back(position_rate(e, width));
  return add_rows(shape_.queries, width, x_, work, [&](int token, float* row) {
    uses_built(spec_) ? fill_built_row(spec_, token, row) : fill_plain_row(spec_, token, rates, width, row);
  });
}

template <class Real>
void BasicInputSource<Real>::begin_weights() {
  const int width = shape_.embed_width, merged = shape_.merged_width();
  const std::size_t corner = static_cast<std::size_t>(width) * static_cast<std::size_t>(merged);
  const WeightInputs w_qkv_inputs{spec_.seed, width, merged, uses_built(spec_) ? spec_.heads : 0};
  if (w_qkv_inputs_ != w_qkv_inputs) {
    w_qkv_inputs_ = w_qkv_inputs;
    tensors_.w_qkv_revision = ++changes_;
    w_qkv_.clear();
    give_back(w_qkv_, 3 * corner);
  }
  const WeightInputs w_o_inputs{spec_.seed, width, merged, 0};
  if (w_o_inputs_ != w_o_inputs) {
    w_o_inputs_ = w_o_inputs;
    tensors_.w_o_revision = ++changes_;
    w_o_.clear();
    give_back(w_o_, corner);
  }
}

template <class Real>
void BasicInputSource<Real>::make_example() {
  const WorkedExample& example = *worked_example(spec_.kind);
  if (example_ != spec_.kind) {
    example_ = spec_.kind;
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
