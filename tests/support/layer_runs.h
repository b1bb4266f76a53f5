// An oracle problem given to the staged layer, and the layer's arrays made dense for comparing.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "engine/layer.h"
#include "support/golden.h"
#include "support/oracle.h"

namespace bandscope::support {

/// 1e-5 in float and 1e-12 in double, of array_error().
template <class Real>
inline constexpr double kTolerance = sizeof(Real) == 4 ? 1e-5 : 1e-12;

/// Sums of uniform numbers: near normal, and the same on every machine.
inline std::vector<double> random_numbers(std::mt19937& random, std::size_t size) {
  std::vector<double> out(size);
  for (double& value : out) {
    value = -2;
    for (int n = 0; n < 4; ++n) value += static_cast<double>(random()) / 4294967296.0;
    value = static_cast<float>(value * 1.7);  // exact in both number types
  }
  return out;
}
inline int random_integer(std::mt19937& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

/// A problem with x and weights, or with Q, K, V where `keys` differs from `queries` or `given`.
inline oracle::Problem random_problem(std::mt19937& random, int batch, int queries, int keys, int embed, int heads,
                                      int depth, bool given) {
  oracle::Problem p;
  p.batch = batch;
  p.queries = queries;
  p.keys = keys;
  p.heads = heads;
  p.head_width = depth;
  p.embed_width = embed;
  const auto size = [](int a, int b, int c) { return static_cast<std::size_t>(a) * b * c; };
  const int merged = heads * depth;
  if (given || queries != keys) {
    p.q = random_numbers(random, size(batch, queries, merged));
    p.k = random_numbers(random, size(batch, keys, merged));
    p.v = random_numbers(random, size(batch, keys, merged));
  } else {
    p.x = random_numbers(random, size(batch, queries, embed));
    p.w_qkv = random_numbers(random, size(1, embed, 3 * merged));
    for (double& w : p.w_qkv) w = static_cast<float>(w / std::sqrt(embed));
  }
  p.w_o = random_numbers(random, size(1, merged, embed));
  for (double& w : p.w_o) w = static_cast<float>(w / std::sqrt(merged));
  return p;
}

/// Biases for every weight that the problem has.
inline void add_random_biases(std::mt19937& random, oracle::Problem& p) {
  if (!p.w_qkv.empty()) p.b_qkv = random_numbers(random, static_cast<std::size_t>(3) * p.heads * p.head_width);
  if (!p.w_o.empty()) p.b_o = random_numbers(random, static_cast<std::size_t>(p.embed_width));
}

inline engine::LayerSettings settings_of(const oracle::Problem& p) {
  engine::LayerSettings settings;
  settings.shape = {p.batch, p.queries, p.keys, p.embed_width, p.heads, p.head_width};
  settings.window = p.window.value_or(engine::kNoWindow);
  settings.causal = p.causal;
  settings.scale = p.scale;
  settings.strike_zero = p.strike_zero;
  settings.tie = p.tie;
  settings.key_mask = p.key_mask;
  return settings;
}

/// The problem's arrays in the layer's number type, with untracked revisions unless set.
template <class Real>
struct HeldTensors {
  explicit HeldTensors(const oracle::Problem& p)
      : x(p.x.begin(), p.x.end()),
        w_qkv(p.w_qkv.begin(), p.w_qkv.end()),
        w_o(p.w_o.begin(), p.w_o.end()),
        q(p.q.begin(), p.q.end()),
        k(p.k.begin(), p.k.end()),
        v(p.v.begin(), p.v.end()),
        b_qkv(p.b_qkv.begin(), p.b_qkv.end()),
        b_o(p.b_o.begin(), p.b_o.end()),
        tensors{x, w_qkv, w_o, q, k, v, b_qkv, b_o} {}
  HeldTensors(const HeldTensors&) = delete;
  HeldTensors& operator=(const HeldTensors&) = delete;
  std::vector<Real> x, w_qkv, w_o, q, k, v, b_qkv, b_o;
  engine::Tensors<Real> tensors;
};

template <class Real>
engine::Trace<Real> run_fresh(const oracle::Problem& p) {
  const HeldTensors<Real> held(p);
  engine::Layer<Real> layer;
  const auto error = layer.run(held.tensors, settings_of(p));
  if (error) FAIL(error->message);
  return layer.trace();
}

/// (B, H, Tq, Tk)
template <class Real>
std::vector<Real> dense_table(const engine::KeyTable<Real>& table, int keys, Real otherwise) {
  std::vector<Real> out;
  for (int b = 0; b < table.batch; ++b) {
    for (int h = 0; h < table.heads; ++h) {
      for (int i = 0; i < table.rows; ++i) {
        for (int j = 0; j < keys; ++j) out.push_back(table.at(b, h, i, j, otherwise));
      }
    }
  }
  return out;
}

/// (B, H, T, D)
template <class Real>
std::vector<Real> dense_view(const engine::HeadView<Real>& view) {
  std::vector<Real> out;
  for (int b = 0; b < view.shape[0]; ++b) {
    for (int h = 0; h < view.shape[1]; ++h) {
      for (int t = 0; t < view.shape[2]; ++t) {
        for (int d = 0; d < view.shape[3]; ++d) out.push_back(view.at(b, h, t, d));
      }
    }
  }
  return out;
}

inline std::vector<std::uint8_t> dense_keep(const engine::KeyRanges& keep, int batch) {
  std::vector<std::uint8_t> out;
  for (int b = 0; b < batch; ++b) {
    for (int i = 0; i < keep.queries; ++i) {
      for (int j = 0; j < keep.keys; ++j) out.push_back(keep.keeps(b, i, j) ? 1 : 0);
    }
  }
  return out;
}

/// The largest error of every array against the oracle's, and where it is; keep must be equal.
struct WorstError {
  double error = 0;
  std::string array;
};
template <class Real>
WorstError compare_with_oracle(const engine::Trace<Real>& trace, const oracle::Answer& answer) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  WorstError worst;
  const auto take = [&](const char* name, double error) {
    if (!(error <= worst.error)) worst = {error, name};
  };
  const int keys = trace.shape.keys;
  take("q", array_error(dense_view(trace.q), answer.q));
  take("k", array_error(dense_view(trace.k), answer.k));
  take("v", array_error(dense_view(trace.v), answer.v));
  take("keep", array_error(dense_keep(trace.keep, trace.shape.batch), answer.keep));
  if (trace.shape.keys <= engine::kDenseTokens && trace.shape.queries <= engine::kDenseTokens) {
    take("scores_raw", array_error(dense_table(trace.scores_raw, keys, Real{0}), answer.scores_raw));
    take("scores_scaled", array_error(dense_table(trace.scores_scaled, keys, Real{0}), answer.scores_scaled));
  }
  take("scores_masked", array_error(dense_table(trace.scores_masked, keys, -kInfinity), answer.scores_masked));
  take("shares", array_error(dense_table(trace.shares, keys, Real{0}), answer.shares));
  take("head_out", array_error(trace.head_out, answer.head_out));
  take("merged", array_error(trace.merged, answer.merged));
  take("output", array_error(trace.output, answer.output));
  return worst;
}

/// Bit for bit, NaN and signed zeros included.
template <class Value>
bool same_bits(const std::vector<Value>& a, const std::vector<Value>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Value)) == 0);
}

}  // namespace bandscope::support
