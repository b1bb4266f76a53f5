// A stack against the oracle, what it keeps, what it refuses, and what never leaks.
#include "engine/stack/stack.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/stack_runs.h"

using namespace bandscope;
using engine::Stack;
using engine::StackSettings;
using support::draw_stack;
using support::HeldWeights;
using support::kTolerance;
using support::numbers_of;
using support::random_stack;
using support::run_all;
using support::same_bits;

namespace {

template <class Real>
std::vector<Real> copied(std::span<const Real> values) {
  return {values.begin(), values.end()};
}

/// Whether all that both hold has the same bits.
template <class Real>
bool same_stack(const Stack<Real>& a, const Stack<Real>& b) {
  if (a.done() != b.done()) return false;
  for (int layer = 0; layer <= a.done(); ++layer) {
    if (!same_bits(copied(a.h(layer)), copied(b.h(layer)))) return false;
    if (layer == 0) continue;
    const auto &one = a.mean_shares(layer), &other = b.mean_shares(layer);
    if (one.rows != other.rows || one.slots != other.slots || one.first != other.first || one.count != other.count ||
        !same_bits(one.values, other.values)) {
      return false;
    }
  }
  return true;
}

/// What a begin() refuses the settings with; nothing where it takes them.
std::string refused(const StackSettings& settings, std::size_t x_numbers) {
  Stack<float> stack;
  const auto error = stack.begin(settings, std::vector<float>(x_numbers), 1);
  return error ? error->message : "";
}

StackSettings small_settings() {
  StackSettings settings;
  settings.shape = {1, 5, 5, 4, 2, 3};
  settings.layers = 3;
  return settings;
}

}  // namespace

TEMPLATE_TEST_CASE("Random stacks equal the oracle", "[stack]", float, double) {
  std::mt19937 random(71);
  for (int n = 0; n < 120; ++n) {
    const oracle::StackProblem p = random_stack(random);
    const oracle::StackAnswer answer = oracle::run_stack(p);
    HeldWeights<TestType> weights(p);
    Stack<TestType> stack;
    run_all(stack, support::settings_of(p), numbers_of<TestType>(p.layer.x), 1, weights);
    CAPTURE(n, p.layer.queries, p.layer.heads, p.layer.head_width, p.layer.embed_width, p.layers, p.pattern, p.alpha,
            p.rms, p.layer.causal, p.layer.window.value_or(0));
    REQUIRE(stack.done() == p.layers);
    CHECK(support::array_error(stack.h(0), p.layer.x) == 0);
    for (int layer = 1; layer <= p.layers; ++layer) {
      const auto at = static_cast<std::size_t>(layer);
      CAPTURE(layer);
      CHECK(support::array_error(stack.h(layer), answer.h[at]) <= kTolerance<TestType>);
      CHECK(support::array_error(support::dense_table(stack.mean_shares(layer), p.layer.keys, TestType{0}),
                                 answer.mean_shares[at - 1]) <= kTolerance<TestType>);
    }
  }
}

TEST_CASE("A stack of one layer without a residual is that layer, bit for bit", "[stack]") {
  std::mt19937 random(72);
  for (const int tokens : {1, 12, 70}) {
    oracle::StackProblem p = random_stack(random);
    p.layer.queries = p.layer.keys = tokens;
    p.layer.window = 5;
    p.layers = 1;
    p.pattern = "L";
    p.alpha = 0;
    p.rms = false;
    draw_stack(random, p, 1);
    HeldWeights<float> weights(p);
    Stack<float> stack;
    run_all(stack, support::settings_of(p), numbers_of<float>(p.layer.x), 1, weights);
    oracle::Problem one = p.layer;
    one.w_qkv = p.w_qkv[0];
    one.w_o = p.w_o[0];
    CHECK(same_bits(copied(stack.h(1)), support::run_fresh<float>(one).output));
  }
}

TEST_CASE("normalize: the root of the mean square becomes 1, and a row of zeros stays", "[stack]") {
  const std::vector<double> h{3, -4, 0, 0, 1e30, 1e30};
  std::vector<double> out(6, 7);
  engine::normalize(engine::Norm::kRms, h.data(), 3, 2, out.data());
  const double root = std::sqrt(12.5 + 1e-6);
  CHECK(support::array_error(out, std::vector<double>{3 / root, -4 / root, 0, 0, 1, 1}) <= 1e-15);
  engine::normalize(engine::Norm::kNone, h.data(), 3, 2, out.data());
  CHECK(same_bits(out, h));
  std::vector<float> large{3e30F, -4e30F};  // its square is beyond float
  engine::normalize(engine::Norm::kRms, large.data(), 1, 2, large.data());
  CHECK(support::array_error(large, std::vector<double>{3 / std::sqrt(12.5), -4 / std::sqrt(12.5)}) <= 1e-6);
}

TEST_CASE("A change keeps the layers that it does not reach", "[stack]") {
  std::mt19937 random(73);
  oracle::StackProblem p = random_stack(random);
  p.layer.queries = p.layer.keys = 12;
  p.layer.window = 3;
  p.layer.causal = true;
  p.layer.scale = true;
  p.layer.tie = false;
  p.layers = 5;
  p.pattern = "GLL";
  p.alpha = 0.3;
  p.rms = true;
  draw_stack(random, p, 8);
  HeldWeights<float> weights(p);
  const auto x = numbers_of<float>(p.layer.x);
  StackSettings settings = support::settings_of(p);
  Stack<float> stack;
  CHECK(stack.done() == 0);
  CHECK_FALSE(stack.finished());
  run_all(stack, settings, x, 1, weights);
  const std::uint64_t revision = stack.revision();
  const auto kept = [&] {
    REQUIRE_FALSE(stack.begin(settings, x, 1));
    return stack.done();
  };
  SECTION("nothing") {
    CHECK(kept() == 5);
    CHECK_FALSE(stack.finished());  // before the weights were seen
    stack.step(weights);
    CHECK(stack.finished());
    CHECK(stack.revision() == revision);
  }
  SECTION("window: the global layer in front stays") {
    settings.window = 4;
    CHECK(kept() == 1);
    CHECK(stack.revision() > revision);
  }
  SECTION("windows beyond the sequence are alike") {
    settings.window = 12;
    run_all(stack, settings, x, 1, weights);
    for (const int window : {13, 1000, engine::kNoWindow}) {
      settings.window = window;
      CHECK(kept() == 5);
    }
    settings.pattern = "G";
    CHECK(kept() == 5);
    settings.window = 11;
    CHECK(kept() == 5);
    settings.pattern = "GLL";
    CHECK(kept() == 1);
  }
  SECTION("pattern") {
    settings.pattern = "GLLLL";
    CHECK(kept() == 3);
  }
  SECTION("the same layers by another pattern") {
    settings.pattern = "GLLGL";
    CHECK(kept() == 5);
  }
  SECTION("more layers, and fewer") {
    settings.layers = 8;
    CHECK(kept() == 5);
    settings.layers = 2;
    CHECK(kept() == 2);
    CHECK(stack.mean_shares().size() == 2);
  }
  SECTION("alpha") {
    settings.alpha = 0.31;
    CHECK(kept() == 0);
  }
  SECTION("norm") {
    settings.norm = engine::Norm::kNone;
    CHECK(kept() == 0);
  }
  SECTION("causal") {
    settings.causal = false;
    CHECK(kept() == 0);
  }
  SECTION("scale") {
    settings.scale = false;
    CHECK(kept() == 0);
  }
  SECTION("tie") {
    settings.tie = true;
    CHECK(kept() == 0);
  }
  SECTION("heads against width") {
    std::swap(settings.shape.heads, settings.shape.head_width);
    CHECK(kept() == (settings.shape.heads == settings.shape.head_width ? 5 : 0));
  }
  SECTION("x, also where it is not tracked") {
    REQUIRE_FALSE(stack.begin(settings, x, 2));
    CHECK(stack.done() == 0);
    run_all(stack, settings, x, 0, weights);
    REQUIRE_FALSE(stack.begin(settings, x, 0));
    CHECK(stack.done() == 0);
  }
  SECTION("weights are seen by the first step") {
    weights.revisions[3] = 2;
    CHECK(kept() == 5);
    stack.step(weights);
    CHECK(stack.done() == 4);
    CHECK_FALSE(stack.finished());
    weights.revisions[0] = 2;  // not looked at again before the next begin()
    stack.step(weights);
    CHECK(stack.finished());
    CHECK(kept() == 5);
    stack.step(weights);
    CHECK(stack.done() == 1);
  }
  SECTION("weights that are not tracked") {
    weights.revisions[2] = 0;
    CHECK(kept() == 5);
    run_all(stack, settings, x, 2, weights);
    CHECK(stack.done() == 5);
    REQUIRE_FALSE(stack.begin(settings, x, 2));
    stack.step(weights);
    CHECK(stack.done() == 3);
  }
}

TEMPLATE_TEST_CASE("After any walk of settings a stack holds the bits of a fresh one", "[stack]", float, double) {
  std::mt19937 random(74);
  const auto pick = [&](int low, int high) { return support::random_integer(random, low, high); };
  int kept = 0, redone = 0;
  for (int walk = 0; walk < 8; ++walk) {
    const bool large = walk == 7;  // around 256 tokens, where a Layer of its own would change its ways
    oracle::StackProblem p = random_stack(random);
    draw_stack(random, p, 8);
    Stack<TestType> stack;
    std::uint64_t x_revision = 1;
    HeldWeights<TestType> weights(p);
    for (int step = 0; step < (large ? 12 : 60); ++step) {
      switch (pick(0, 9)) {
        case 0:
          p.layer.queries = p.layer.keys = large ? pick(254, 259) : pick(1, 14);
          p.layer.x.clear();
          break;
        case 1:
          p.layer.causal = !p.layer.causal;
          break;
        case 2:
          p.layer.scale = !p.layer.scale;
          break;
        case 3:
          p.layer.tie = !p.layer.tie;
          break;
        case 4:
          p.rms = !p.rms;
          break;
        case 5:
          p.alpha = pick(0, 4) / 4.0;
          break;
        case 6: {  // other weights of one layer
          const auto at = static_cast<std::size_t>(pick(0, 7));
          for (TestType& w : weights.w_o[at]) w = -w;
          ++weights.revisions[at];
          break;
        }
        case 7:
          p.pattern = support::random_pattern(random);
          break;
        case 8:
          p.layers = pick(1, 8);
          break;
        default:
          p.layer.window.reset();
          if (pick(0, 3) != 0) p.layer.window = pick(1, large ? 40 : 16);
          break;
      }
      if (p.layer.x.empty()) {
        p.layer.x = support::random_numbers(random, static_cast<std::size_t>(p.layer.queries * p.layer.embed_width));
        ++x_revision;
      }
      const auto x = numbers_of<TestType>(p.layer.x);
      const StackSettings settings = support::settings_of(p);
      REQUIRE_FALSE(stack.begin(settings, x, x_revision));
      if (pick(0, 4) == 0) stack.step(weights);  // a page that stops in between
      if (pick(0, 4) == 0) continue;
      REQUIRE_FALSE(stack.begin(settings, x, x_revision));
      const std::uint64_t revision = stack.revision();
      stack.step(weights);
      (stack.revision() == revision ? kept : redone) += 1;
      while (!stack.finished()) stack.step(weights);
      Stack<TestType> fresh;
      run_all(fresh, settings, x, 1, weights);
      CAPTURE(walk, step, p.layers, p.pattern, p.alpha, p.layer.queries, p.layer.window.value_or(0));
      CHECK(same_stack(stack, fresh));
    }
  }
  CHECK(kept > 20);
  CHECK(redone > 100);
}

TEST_CASE("What is not a number stays in its cone", "[stack]") {
  std::mt19937 random(75);
  for (int n = 0; n < 60; ++n) {
    oracle::StackProblem p = random_stack(random);
    p.layer.queries = p.layer.keys = 14;
    draw_stack(random, p, p.layers);
    HeldWeights<float> weights(p);
    auto x = numbers_of<float>(p.layer.x);
    Stack<float> clean, poisoned;
    run_all(clean, support::settings_of(p), x, 1, weights);
    const int width = p.layer.embed_width, at = support::random_integer(random, 0, 13);
    const float poison = n % 3 == 0   ? std::numeric_limits<float>::quiet_NaN()
                         : n % 3 == 1 ? std::numeric_limits<float>::infinity()
                                      : -std::numeric_limits<float>::infinity();
    for (int e = 0; e < width; ++e) x[static_cast<std::size_t>(at * width + e)] = poison;
    run_all(poisoned, support::settings_of(p), x, 1, weights);
    CAPTURE(n, at, poison, p.layers, p.pattern, p.alpha, p.rms, p.layer.causal, p.layer.window.value_or(0));
    for (int layer = 1; layer <= p.layers; ++layer) {
      oracle::StackProblem part = p;
      part.layers = layer;
      const auto reached = oracle::reached(part);
      for (int i = 0; i < 14; ++i) {
        // With alpha 1 nothing but the residual is read.
        const bool may = p.alpha == 1 ? i == at : reached[static_cast<std::size_t>(i) * 14 + at];
        for (int e = 0; e < width; ++e) {
          const auto c = static_cast<std::size_t>(i * width + e);
          if (!may) CHECK(poisoned.h(layer)[c] == clean.h(layer)[c]);
          if (may && std::isnan(poison)) CHECK(std::isnan(poisoned.h(layer)[c]));
        }
      }
    }
  }
}

TEST_CASE("A stack refuses what does not fit in words, and stays as it was", "[stack]") {
  StackSettings s = small_settings();
  CHECK(refused(s, 20).empty());
  CHECK(refused(s, 15) == "x is (5, 3), but E = 4 needs (5, 4)");
  CHECK(refused(s, 0) == "x has 0 numbers, but E = 4 needs (5, 4)");
  SECTION("layers") {
    for (const int layers : {0, -1, 65}) {
      s.layers = layers;
      CHECK(refused(s, 20) == "layers (L) is " + std::to_string(layers) + ", but must be 1 to 64");
    }
  }
  SECTION("pattern") {
    for (const std::string& pattern : {std::string(), std::string("LX"), std::string("lg"), std::string(65, 'L')}) {
      s.pattern = pattern;
      CHECK(refused(s, 20) == "pattern is \"" + pattern + "\", but must be 1 to 64 letters, each L or G");
    }
  }
  SECTION("alpha") {
    for (const double alpha : {-0.1, 1.5, std::nan(""), std::numeric_limits<double>::infinity()}) {
      s.alpha = alpha;
      CHECK(refused(s, 20) == "alpha must be a number from 0 to 1");
    }
  }
  SECTION("window") {
    s.window = 0;
    CHECK(refused(s, 20) == "window (W) is 0, but must be at least 1");
  }
  SECTION("shape") {
    s.shape.embed_width = 0;
    CHECK(refused(s, 0) == "embed width (E) is 0, but must be at least 1");
    s.shape = {2, 5, 5, 4, 2, 3};
    CHECK(refused(s, 40) == "batch (B) is 2, but a stack has one sequence");
    s.shape = {1, 5, 6, 4, 2, 3};
    CHECK(refused(s, 20) == "a stack's tokens are queries and keys alike, but Tq = 5 and Tk = 6");
  }
  SECTION("size") {
    s.shape = {1, 100'000, 100'000, 4, 2, 3};
    CHECK(refused(s, 400'000) ==
          "a stack of L = 3 layers of (H, T, T) = (2, 100000, 100000) with D = 3 would hold more than 1000 MB");
    const int most = std::numeric_limits<int>::max();
    s.shape = {1, most, most, most, most, most};
    s.layers = 64;
    CHECK(refused(s, 1).find("would hold more than 1000 MB") != std::string::npos);
  }
  SECTION("as it was") {
    std::mt19937 random(76);
    oracle::StackProblem p = random_stack(random);
    HeldWeights<float> weights(p);
    const auto x = numbers_of<float>(p.layer.x);
    Stack<float> stack, same;
    run_all(stack, support::settings_of(p), x, 1, weights);
    run_all(same, support::settings_of(p), x, 1, weights);
    s.layers = 0;
    REQUIRE(stack.begin(s, std::vector<float>(20), 2));
    CHECK(stack.finished());
    CHECK(stack.settings() == support::settings_of(p));
    CHECK(same_stack(stack, same));
  }
}

TEST_CASE("The estimate counts what a stack holds, and never wraps round", "[stack]") {
  std::mt19937 random(77);
  for (int n = 0; n < 30; ++n) {
    const oracle::StackProblem p = random_stack(random);
    const StackSettings settings = support::settings_of(p);
    HeldWeights<float> weights(p);
    Stack<float> stack;
    run_all(stack, settings, numbers_of<float>(p.layer.x), 1, weights);
    std::int64_t numbers = settings.norm == engine::Norm::kRms ? static_cast<std::int64_t>(p.layer.x.size()) : 0;
    std::map<bool, std::int64_t> traces;  // of layers with a window, and without
    for (int layer = 0; layer <= p.layers; ++layer) {
      numbers += static_cast<std::int64_t>(stack.h(layer).size());
      if (layer == 0) continue;
      const auto& table = stack.mean_shares(layer);
      numbers += static_cast<std::int64_t>(table.values.size() + table.first.size() + table.count.size());
      engine::LayerSettings one = settings.layer_settings(layer);
      one.kept_only = true;
      traces[one.window < p.layer.keys] = engine::estimate_trace_bytes(one, false, true);
    }
    numbers += std::int64_t{p.layers} * static_cast<std::int64_t>(p.w_qkv[0].size() + p.w_o[0].size());
    CHECK(engine::estimate_stack_bytes(settings) == 4 * numbers + traces[false] + traces[true]);
  }
  StackSettings s = small_settings();
  s.shape = {1, 10, 10, 8192, 128, 64};  // a layer's weights alone are more than is kept
  s.layers = 1;
  const std::int64_t one = engine::estimate_stack_bytes(s);
  s.layers = 2;
  CHECK(engine::estimate_stack_bytes(s) - one == 4 * (10 * 8192 + 10 * 10 + 2 * 10));
  const int most = std::numeric_limits<int>::max();
  s.shape = {1, most, most, most, most, most};
  CHECK(engine::estimate_stack_bytes(s) == std::numeric_limits<std::int64_t>::max());
}
