// A layer without a Trace gives the bits of one with it, and holds no more than it must.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <limits>
#include <random>
#include <vector>

#include "engine/forward.h"
#include "support/layer_runs.h"

using namespace bandscope;

namespace {

template <class Real>
struct Results {
  std::vector<Real> merged, output;
};

template <class Real>
Results<Real> forward(const oracle::Problem& p, int first, int rows) {
  const support::HeldTensors<Real> held(p);
  engine::LayerSettings settings = support::settings_of(p);
  if (!p.w_o.empty()) settings.shape.embed_width = p.embed_width;
  engine::Forward<Real> layer;
  layer.open(held.tensors, settings.shape, settings.tie);
  Results<Real> results;
  results.merged.resize(static_cast<std::size_t>(p.batch) * rows * p.heads * p.head_width);
  if (!p.w_o.empty()) results.output.resize(static_cast<std::size_t>(p.batch) * rows * p.embed_width);
  layer.run(held.tensors, settings, {results.merged, results.output, first, rows});
  // Without the merged heads the output is the same.
  std::vector<Real> alone(results.output.size());
  layer.run(held.tensors, settings, {{}, alone, first, rows});
  CHECK(support::same_bits(alone, results.output));
  return results;
}

/// Rows first .. first + rows - 1 of each sequence of (B, T, width).
template <class Real>
std::vector<Real> rows_of(const std::vector<Real>& all, int batch, int tokens, int first, int rows) {
  std::vector<Real> out;
  const auto width = static_cast<std::ptrdiff_t>(all.size()) / batch / tokens;
  for (int b = 0; b < batch; ++b) {
    const auto from = all.begin() + (static_cast<std::ptrdiff_t>(b) * tokens + first) * width;
    out.insert(out.end(), from, from + rows * width);
  }
  return out;
}

template <class Real>
void check_same(const oracle::Problem& p) {
  const auto trace = support::run_fresh<Real>(p);
  for (const int first : {0, p.queries / 3}) {
    for (const int rows : {p.queries - first, (p.queries - first + 1) / 2, 1}) {
      CAPTURE(first, rows, p.queries, p.keys, p.window.value_or(0), p.causal, p.batch);
      const Results<Real> results = forward<Real>(p, first, rows);
      CHECK(support::same_bits(results.merged, rows_of(trace.merged, p.batch, p.queries, first, rows)));
      if (!p.w_o.empty()) {
        CHECK(support::same_bits(results.output, rows_of(trace.output, p.batch, p.queries, first, rows)));
      }
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("Without a Trace a layer has the same bits", "[forward]", float, double) {
  std::mt19937 random(31);
  for (const int tokens : {1, 7, 40, 130, 300}) {
    for (const int window : {1, 5, 64, 1000}) {
      for (const bool causal : {true, false}) {
        oracle::Problem p = support::random_problem(random, 1, tokens, tokens, 6, 2, 5, false);
        p.window = window;
        p.causal = causal;
        p.tie = window == 5;
        if (window == 64) support::add_random_biases(random, p);
        p.scale = tokens != 40;
        check_same<TestType>(p);
      }
    }
  }
}

TEMPLATE_TEST_CASE("Also of given q, k and v, several sequences, and a key mask with NaN behind it", "[forward]", float,
                   double) {
  std::mt19937 random(32);
  for (const auto& [queries, keys] : {std::pair{5, 290}, std::pair{270, 9}, std::pair{200, 200}}) {
    for (const bool causal : {true, false}) {
      oracle::Problem p = support::random_problem(random, 2, queries, keys, 4, 2, 3, true);
      p.window = 20;
      p.causal = causal;
      check_same<TestType>(p);
      p.key_mask.assign(static_cast<std::size_t>(2) * keys, 1);
      p.key_mask[3] = p.key_mask[static_cast<std::size_t>(keys)] = 0;
      p.v[3 * 6] = p.k[3 * 6 + 1] = std::numeric_limits<double>::quiet_NaN();
      check_same<TestType>(p);
      p.window.reset();
      p.causal = false;
      p.w_o.clear();
      check_same<TestType>(p);
    }
  }
}

TEST_CASE("Weights are packed once for inputs of any length", "[forward]") {
  std::mt19937 random(33);
  const oracle::Problem longest = support::random_problem(random, 1, 200, 200, 7, 3, 4, false);
  const support::HeldTensors<float> held(longest);
  engine::Forward<float> layer;
  {
    // Nothing of these is needed later.
    const support::HeldTensors<float> weights(longest);
    layer.open(weights.tensors, support::settings_of(longest).shape);
  }
  for (const int tokens : {200, 3, 77}) {
    oracle::Problem p = longest;
    p.queries = p.keys = tokens;
    p.x.resize(static_cast<std::size_t>(tokens) * 7);
    p.window = 9;
    const support::HeldTensors<float> inputs(p);
    engine::Tensors<float> tensors;
    tensors.x = inputs.x;
    std::vector<float> output(static_cast<std::size_t>(tokens) * 7);
    layer.run(tensors, support::settings_of(p), {{}, output, 0, tokens});
    CHECK(support::same_bits(output, support::run_fresh<float>(p).output));
  }
}
