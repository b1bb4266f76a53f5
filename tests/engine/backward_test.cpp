// The layer's gradients: against an oracle of its own, finite differences of the forward oracle, and PyTorch.
#include "engine/backward.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/layer_runs.h"
#include "support/oracle_backward.h"

using namespace bandscope;
using support::array_error;
using support::flat;
using support::random_integer;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <class Real>
engine::LayerGradient<Real> run_backward(const oracle::Problem& p, const std::vector<double>& upstream) {
  const support::HeldTensors<Real> held(p);
  engine::Layer<Real> layer;
  const auto error = layer.run(held.tensors, support::settings_of(p));
  if (error) FAIL(error->message);
  const std::vector<Real> in_real(upstream.begin(), upstream.end());
  return engine::layer_backward<Real>(layer.trace(), held.tensors, in_real);
}

std::vector<double> random_upstream(std::mt19937& random, const oracle::Problem& p) {
  const int width = p.w_o.empty() ? p.heads * p.head_width : p.embed_width;
  return support::random_numbers(random, static_cast<std::size_t>(p.batch) * p.queries * width);
}

/// Every kind of layer, and every kind of rule, small.
oracle::Problem random_layer(std::mt19937& random) {
  const bool given = random() % 3 == 0;
  const int queries = random_integer(random, 1, 7);
  const int keys = given ? random_integer(random, 1, 8) : queries;
  oracle::Problem p =
      support::random_problem(random, random_integer(random, 1, 2), queries, keys, random_integer(random, 1, 7),
                              random_integer(random, 1, 3), random_integer(random, 1, 6), given);
  if (random() % 3 != 0) p.window = random_integer(random, 1, 8);
  p.causal = random() % 2 != 0;
  p.scale = random() % 4 != 0;
  p.strike_zero = random() % 4 == 0;
  p.tie = queries == keys && random() % 4 == 0;
  if (random() % 4 == 0) p.w_o.clear();
  if (random() % 2 == 0) support::add_random_biases(random, p);
  if (random() % 2 == 0) {
    for (int j = 0; j < p.batch * keys; ++j) p.key_mask.push_back(random() % 3 != 0 ? 1 : 0);
  }
  return p;
}

/// The largest error of every array against the oracle's; infinite where one has an array that the other has not.
template <class Real>
support::WorstError compare(const engine::LayerGradient<Real>& gradient, const oracle::Gradient& expected) {
  support::WorstError worst;
  const auto take = [&](const char* name, const std::vector<Real>& a, const std::vector<double>& b) {
    const double error = array_error(a, b);
    if (!(error <= worst.error)) worst = {error, name};
  };
  take("x", gradient.x, expected.x);
  take("w_qkv", gradient.w_qkv, expected.w_qkv);
  take("b_qkv", gradient.b_qkv, expected.b_qkv);
  take("w_o", gradient.w_o, expected.w_o);
  take("b_o", gradient.b_o, expected.b_o);
  take("q", gradient.q, expected.q);
  take("k", gradient.k, expected.k);
  take("v", gradient.v, expected.v);
  return worst;
}

bool all_finite(const std::vector<double>& values) {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

}  // namespace

TEMPLATE_TEST_CASE("Gradients of random layers of every kind equal the oracle's", "[backward]", float, double) {
  std::mt19937 random(41);
  for (int n = 0; n < 300; ++n) {
    const oracle::Problem p = random_layer(random);
    const auto upstream = random_upstream(random, p);
    const auto worst = compare(run_backward<TestType>(p, upstream), oracle::differentiate(p, upstream));
    CAPTURE(n, p.batch, p.queries, p.keys, p.embed_width, p.heads, p.head_width, p.causal, p.scale, p.strike_zero);
    CAPTURE(p.tie, p.window.value_or(0), p.key_mask.size(), worst.array);
    CHECK(worst.error <= (sizeof(TestType) == 4 ? 2e-5 : 1e-12));
  }
}

TEST_CASE("Gradients of random layers equal finite differences", "[backward]") {
  std::mt19937 random(42);
  constexpr double kStep = 1e-5;
  for (int n = 0; n < 60; ++n) {
    oracle::Problem p = random_layer(random);
    const auto upstream = random_upstream(random, p);
    const auto gradient = run_backward<double>(p, upstream);
    CAPTURE(n, p.batch, p.queries, p.keys, p.embed_width, p.heads, p.head_width, p.causal, p.scale, p.strike_zero);
    CAPTURE(p.tie, p.window.value_or(0), p.key_mask.size());
    const auto check = [&](const char* name, std::vector<double>& array, const std::vector<double>& found) {
      INFO(name);
      std::vector<double> differences(array.size());
      for (std::size_t at = 0; at < array.size(); ++at) {
        const double before = array[at];
        array[at] = before + kStep;
        const double above = oracle::weighted_output(p, upstream);
        array[at] = before - kStep;
        differences[at] = (above - oracle::weighted_output(p, upstream)) / (2 * kStep);
        array[at] = before;
      }
      CHECK(array_error(found, differences) <= 1e-6);
    };
    if (!p.x.empty()) {
      check("x", p.x, gradient.x);
      check("w_qkv", p.w_qkv, gradient.w_qkv);
      check("b_qkv", p.b_qkv, gradient.b_qkv);
    } else {
      check("q", p.q, gradient.q);
      if (!p.tie) check("k", p.k, gradient.k);
      check("v", p.v, gradient.v);
    }
    check("w_o", p.w_o, gradient.w_o);
    check("b_o", p.b_o, gradient.b_o);
  }
}

TEST_CASE("Gradients of a long layer, whose scores are a band, equal the oracle's", "[backward]") {
  std::mt19937 random(43);
  for (const bool causal : {true, false}) {
    oracle::Problem p = support::random_problem(random, 1, 270, 270, 5, 2, 3, false);
    p.window = 9;
    p.causal = causal;
    const auto upstream = random_upstream(random, p);
    const auto worst = compare(run_backward<double>(p, upstream), oracle::differentiate(p, upstream));
    CAPTURE(causal, worst.array);
    CHECK(worst.error <= 1e-12);
  }
}

TEST_CASE("A windowed layer's gradients equal PyTorch's", "[backward]") {
  const auto line = support::golden("layer_gradient_case");
  oracle::Problem p;
  p.queries = p.keys = line["T"].get<int>();
  p.heads = line["H"].get<int>();
  p.head_width = line["D"].get<int>();
  p.embed_width = p.heads * p.head_width;
  p.window = line["W"].get<int>();
  p.x = flat(line["x"]);
  p.w_qkv = flat(line["w_qkv"]);
  p.w_o = flat(line["w_o"]);
  CHECK(array_error(oracle::attend(p).output, flat(line["output"])) <= 1e-12);
  const auto gradient = run_backward<double>(p, flat(line["upstream"]));
  CHECK(array_error(gradient.x, flat(line["grad_x"])) <= 1e-9);
  CHECK(array_error(gradient.w_qkv, flat(line["grad_w_qkv"])) <= 1e-9);
  CHECK(array_error(gradient.w_o, flat(line["grad_w_o"])) <= 1e-9);
}

// The classifier around its attention layer: embedding before it; mean, two affine maps with a ReLU between, sigmoid
// and cross entropy after it. All but the layer is written out here.
TEST_CASE("An encoder's attention, with biases, padding and E other than H·D, has PyTorch's gradients", "[backward]") {
  const auto line = support::golden("classifier_case");
  const int tokens = line["length"].get<int>(), embed = line["embed"].get<int>(), hidden = line["hidden"].get<int>();
  const auto ids = line["ids"].get<std::vector<std::vector<int>>>();
  const auto labels = line["labels"].get<std::vector<double>>();
  const auto& params = line["params"];
  oracle::Problem p;
  p.batch = static_cast<int>(ids.size());
  p.queries = p.keys = tokens;
  p.embed_width = embed;
  p.heads = line["heads"].get<int>();
  p.head_width = line["key_dim"].get<int>();
  p.causal = false;
  const int merged = p.heads * p.head_width;
  REQUIRE(embed != merged);
  const auto embedding = flat(params["embedding"]);
  for (const auto& sentence : ids) {
    for (const int id : sentence)
      p.x.insert(p.x.end(), embedding.begin() + id * embed, embedding.begin() + (id + 1) * embed);
  }
  for (int e = 0; e < embed; ++e) {
    for (const char* name : {"w_q", "w_k", "w_v"}) {
      const auto row = flat(params[name][e]);
      p.w_qkv.insert(p.w_qkv.end(), row.begin(), row.end());
    }
  }
  for (const char* name : {"b_q", "b_k", "b_v"}) {
    const auto bias = flat(params[name]);
    p.b_qkv.insert(p.b_qkv.end(), bias.begin(), bias.end());
  }
  p.w_o = flat(params["w_o"]);
  p.b_o = flat(params["b_o"]);
  const auto w_1 = flat(params["w_1"]), b_1 = flat(params["b_1"]), w_2 = flat(params["w_2"]), b_2 = flat(params["b_2"]);

  for (const char* variant : {"pad_attended_mean_all", "pad_masked_mean_real"}) {
    INFO(variant);
    const bool masked = std::string(variant) == "pad_masked_mean_real";
    p.key_mask.clear();
    for (const auto& sentence : ids) {
      for (const int id : sentence) {
        if (masked) p.key_mask.push_back(id != 0 ? 1 : 0);
      }
    }
    const auto& expected = line["variants"][variant];
    const auto y = oracle::attend(p).output;
    std::vector<double> upstream(y.size());
    for (int b = 0; b < p.batch; ++b) {
      double counted = 0;
      const auto counts = [&](int t) { return !masked || ids[b][t] != 0; };
      for (int t = 0; t < tokens; ++t) counted += counts(t) ? 1 : 0;
      std::vector<double> pooled(embed), d_pooled(embed);
      for (int t = 0; t < tokens; ++t) {
        for (int e = 0; e < embed; ++e) pooled[e] += counts(t) ? y[(b * tokens + t) * embed + e] / counted : 0.0;
      }
      CHECK(array_error(pooled, flat(expected["pooled"][b])) <= 1e-9);
      std::vector<double> before(b_1);
      for (int e = 0; e < embed; ++e) {
        for (int n = 0; n < hidden; ++n) before[n] += pooled[e] * w_1[e * hidden + n];
      }
      double logit = b_2[0];
      for (int n = 0; n < hidden; ++n) logit += std::fmax(before[n], 0.0) * w_2[n];
      const double d_logit = (1 / (1 + std::exp(-logit)) - labels[b]) / p.batch;
      for (int n = 0; n < hidden; ++n) {
        for (int e = 0; e < embed && before[n] > 0; ++e) d_pooled[e] += d_logit * w_2[n] * w_1[e * hidden + n];
      }
      for (int t = 0; t < tokens; ++t) {
        for (int e = 0; e < embed; ++e)
          upstream[(b * tokens + t) * embed + e] = counts(t) ? d_pooled[e] / counted : 0.0;
      }
    }

    const auto gradient = run_backward<double>(p, upstream);
    const auto& gradients = expected["gradients"];
    std::vector<double> d_embedding(embedding.size());
    for (int b = 0; b < p.batch; ++b) {
      for (int t = 0; t < tokens; ++t) {
        for (int e = 0; e < embed; ++e) d_embedding[ids[b][t] * embed + e] += gradient.x[(b * tokens + t) * embed + e];
      }
    }
    CHECK(array_error(d_embedding, flat(gradients["embedding"])) <= 1e-9);
    std::vector<double> w_qkv, b_qkv;
    for (int e = 0; e < embed; ++e) {
      for (const char* name : {"w_q", "w_k", "w_v"}) {
        const auto row = flat(gradients[name][e]);
        w_qkv.insert(w_qkv.end(), row.begin(), row.end());
      }
    }
    for (const char* name : {"b_q", "b_k", "b_v"}) {
      const auto bias = flat(gradients[name]);
      b_qkv.insert(b_qkv.end(), bias.begin(), bias.end());
    }
    CHECK(array_error(gradient.w_qkv, w_qkv) <= 1e-9);
    CHECK(array_error(gradient.b_qkv, b_qkv) <= 1e-9);
    CHECK(array_error(gradient.w_o, flat(gradients["w_o"])) <= 1e-9);
    CHECK(array_error(gradient.b_o, flat(gradients["b_o"])) <= 1e-9);
  }
}

TEST_CASE("A NaN in a padded token moves no gradient but its own", "[backward]") {
  std::mt19937 random(44);
  for (const bool causal : {true, false}) {
    oracle::Problem p = support::random_problem(random, 2, 6, 6, 5, 2, 3, false);
    support::add_random_biases(random, p);
    p.causal = causal;
    p.key_mask = {1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0};
    auto upstream = random_upstream(random, p);
    for (std::size_t row = 0; row < p.key_mask.size(); ++row) {
      for (int e = 0; e < 5 && p.key_mask[row] == 0; ++e) upstream[row * 5 + e] = 0;
    }
    const auto clean = run_backward<double>(p, upstream);
    for (std::size_t row = 0; row < p.key_mask.size(); ++row) {
      for (int e = 0; e < 5 && p.key_mask[row] == 0; ++e) p.x[row * 5 + e] = kNaN;
    }
    const auto dirty = run_backward<double>(p, upstream);
    CHECK(all_finite(clean.x));
    CHECK(support::same_bits(dirty.x, clean.x));
    CHECK(support::same_bits(dirty.w_qkv, clean.w_qkv));
    CHECK(support::same_bits(dirty.b_qkv, clean.b_qkv));
    CHECK(support::same_bits(dirty.w_o, clean.w_o));
    CHECK(support::same_bits(dirty.b_o, clean.b_o));
    CHECK(clean.w_qkv != std::vector<double>(clean.w_qkv.size()));
  }
}

TEST_CASE("A NaN in a key or value outside of the window stays there", "[backward]") {
  std::mt19937 random(45);
  oracle::Problem p = support::random_problem(random, 1, 3, 8, 4, 2, 3, true);
  p.window = 2;  // keys 0..3 are read by no row
  const auto upstream = random_upstream(random, p);
  const auto clean = run_backward<double>(p, upstream);
  for (std::size_t n = 0; n < 4 * 6; ++n) p.k[n] = p.v[n] = kNaN;
  const auto dirty = run_backward<double>(p, upstream);
  CHECK(all_finite(clean.q));
  CHECK(support::same_bits(dirty.q, clean.q));
  CHECK(support::same_bits(dirty.k, clean.k));
  CHECK(support::same_bits(dirty.v, clean.v));
  CHECK(support::same_bits(dirty.w_o, clean.w_o));
  for (std::size_t n = 0; n < 4 * 6; ++n) CHECK((clean.k[n] == 0 && clean.v[n] == 0));
}

TEST_CASE("A row that keeps no key passes nothing on", "[backward]") {
  std::mt19937 random(46);
  oracle::Problem p = support::random_problem(random, 1, 5, 3, 4, 2, 3, true);  // rows 0 and 1 lie before every key
  const auto upstream = random_upstream(random, p);
  const auto gradient = run_backward<double>(p, upstream);
  for (std::size_t n = 0; n < 2 * 6; ++n) CHECK(gradient.q[n] == 0);
  for (std::size_t n = 3 * 6; n < 5 * 6; ++n) CHECK(gradient.q[n] != 0);
  CHECK(all_finite(gradient.k));
  auto other = upstream;
  for (std::size_t n = 0; n < 2 * 4; ++n) other[n] = 7;
  const auto same = run_backward<double>(p, other);
  CHECK(support::same_bits(same.k, gradient.k));
  CHECK(support::same_bits(same.v, gradient.v));
  CHECK(support::same_bits(same.w_o, gradient.w_o));
}

TEST_CASE("What the layer did not read has no gradient", "[backward]") {
  std::mt19937 random(47);
  oracle::Problem p = support::random_problem(random, 1, 4, 4, 4, 2, 3, true);
  const auto given = run_backward<float>(p, random_upstream(random, p));
  CHECK((given.x.empty() && given.w_qkv.empty() && given.b_qkv.empty() && given.b_o.empty()));
  CHECK((given.w_o.size() == 24 && given.q.size() == 24 && given.k.size() == 24 && given.v.size() == 24));
  p = support::random_problem(random, 1, 4, 4, 4, 2, 3, false);
  p.w_o.clear();
  p.tie = true;
  const auto tied = run_backward<float>(p, random_upstream(random, p));
  CHECK((tied.w_o.empty() && tied.k.empty()));
  CHECK((tied.x.size() == 16 && tied.w_qkv.size() == 4 * 18));
  for (std::size_t n = 0; n < tied.w_qkv.size(); ++n) CHECK((tied.w_qkv[n] == 0) == (n % 18 / 6 == 1));
}
