// What holds bit for bit, and what never leaks.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "support/layer_runs.h"

using namespace bandscope;
using support::random_problem;
using support::run_fresh;
using support::same_bits;

namespace {

template <class Real>
bool same_results(const engine::Trace<Real>& a, const engine::Trace<Real>& b) {
  const int keys = a.shape.keys;
  return same_bits(support::dense_table(a.shares, keys, Real{0}), support::dense_table(b.shares, keys, Real{0})) &&
         same_bits(a.row_peak, b.row_peak) && same_bits(a.row_total, b.row_total) &&
         same_bits(a.head_out, b.head_out) && same_bits(a.merged, b.merged) && same_bits(a.output, b.output);
}

template <class Real>
bool same_front(const std::vector<Real>& longer, const std::vector<Real>& front) {
  return longer.size() >= front.size() &&
         same_bits(std::vector<Real>(longer.begin(), longer.begin() + static_cast<std::ptrdiff_t>(front.size())),
                   front);
}

}  // namespace

TEMPLATE_TEST_CASE("W >= T equals causal bit for bit", "", float, double) {
  std::mt19937 random(11);
  for (const int tokens : {1, 2, 7, 33, 256, 259}) {
    oracle::Problem p = random_problem(random, 1, tokens, tokens, 6, 2, 5, false);
    const auto causal = run_fresh<TestType>(p);
    for (const int window : {tokens, tokens + 1, 100'000, engine::kNoWindow - 1}) {
      p.window = window;
      CAPTURE(tokens, window);
      CHECK(same_results(run_fresh<TestType>(p), causal));
    }
  }
}

TEMPLATE_TEST_CASE("More tokens keep the first rows bit for bit", "", float, double) {
  std::mt19937 random(12);
  const int heads = 2, depth = 5, embed = 7, merged = heads * depth;
  oracle::Problem longest = random_problem(random, 1, 300, 300, embed, heads, depth, false);
  longest.window = 9;
  const auto all = run_fresh<TestType>(longest);
  for (const int tokens : {1, 2, 3, 4, 5, 63, 64, 65, 255, 256, 257, 299}) {
    oracle::Problem p = longest;
    p.queries = p.keys = tokens;
    p.x.resize(static_cast<std::size_t>(tokens) * embed);
    const auto trace = run_fresh<TestType>(p);
    CAPTURE(tokens);
    CHECK(same_front(all.qkv, trace.qkv));
    CHECK(same_front(all.merged, trace.merged));
    CHECK(same_front(all.output, trace.output));
    CHECK(trace.merged.size() == static_cast<std::size_t>(tokens) * merged);
    bool same = true;
    for (int h = 0; h < heads; ++h) {
      for (int i = 0; i < tokens; ++i) {
        for (int j = 0; j < tokens; ++j) {
          same = same && trace.shares.at(0, h, i, j, 0) == all.shares.at(0, h, i, j, 0);
        }
      }
    }
    CHECK(same);
  }
}

TEMPLATE_TEST_CASE("Two sequences in a batch equal each alone", "", float, double) {
  std::mt19937 random(13);
  for (const bool given : {false, true}) {
    oracle::Problem both = random_problem(random, 2, 6, given ? 9 : 6, 7, 3, 2, given);
    both.window = 4;
    both.key_mask.assign(static_cast<std::size_t>(2) * both.keys, 1);
    both.key_mask[1] = both.key_mask[static_cast<std::size_t>(both.keys) + 4] = 0;
    const auto together = run_fresh<TestType>(both);
    for (int b = 0; b < 2; ++b) {
      const auto half = [b](auto values) {
        const auto size = static_cast<std::ptrdiff_t>(values.size()) / 2;
        return decltype(values)(values.begin() + b * size, values.begin() + (b + 1) * size);
      };
      oracle::Problem p = both;
      p.batch = 1;
      p.x = half(both.x);
      p.q = half(both.q);
      p.k = half(both.k);
      p.v = half(both.v);
      p.key_mask = half(both.key_mask);
      const auto alone = run_fresh<TestType>(p);
      CAPTURE(given, b);
      CHECK(same_bits(half(together.merged), alone.merged));
      CHECK(same_bits(half(together.output), alone.output));
      CHECK(same_bits(half(support::dense_table(together.shares, both.keys, TestType{0})),
                      support::dense_table(alone.shares, both.keys, TestType{0})));
    }
  }
}

TEMPLATE_TEST_CASE("What is not a number stays behind the mask", "", float, double) {
  std::mt19937 random(14);
  for (const double poison : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()}) {
    for (const int tokens : {8, 260}) {
      for (const bool by_key_mask : {false, true}) {
        oracle::Problem p = random_problem(random, 1, tokens, tokens, 1, 2, 3, true);
        p.w_o.clear();
        p.window = 3;
        if (by_key_mask) {
          p.key_mask.assign(static_cast<std::size_t>(tokens), 1);
          p.key_mask[5] = 0;
        }
        const auto clean = run_fresh<TestType>(p);
        for (int c = 0; c < 6; ++c) p.k[5 * 6 + c] = p.v[5 * 6 + c] = poison;
        const auto poisoned = run_fresh<TestType>(p);
        for (int i = 0; i < tokens; ++i) {
          const bool reads = clean.keep.keeps(0, i, 5);
          CHECK(reads == (!by_key_mask && i >= 5 && i < 8));
          for (int c = 0; c < 6; ++c) {
            const TestType before = clean.merged[static_cast<std::size_t>(i) * 6 + c];
            const TestType after = poisoned.merged[static_cast<std::size_t>(i) * 6 + c];
            CAPTURE(poison, tokens, by_key_mask, i, c);
            if (!reads) CHECK(after == before);
            if (reads && std::isnan(poison)) CHECK(std::isnan(after));
          }
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("A NaN in a query stays in its row", "", float, double) {
  std::mt19937 random(15);
  oracle::Problem p = random_problem(random, 1, 9, 9, 4, 2, 3, false);
  const auto clean = run_fresh<TestType>(p);
  p.x[8 * 4] = std::numeric_limits<double>::quiet_NaN();  // the last token, which no other reads
  const auto poisoned = run_fresh<TestType>(p);
  CHECK(same_front(poisoned.output, std::vector<TestType>(clean.output.begin(), clean.output.begin() + 8 * 4)));
  CHECK(std::isnan(poisoned.output.back()));
}

TEMPLATE_TEST_CASE("A row that keeps no key is 0, not NaN", "", float, double) {
  std::mt19937 random(16);
  // Every key struck; then more queries than keys, so that the first rows lie before every key.
  oracle::Problem struck = random_problem(random, 1, 5, 5, 4, 2, 3, false);
  struck.key_mask = {0, 0, 0, 0, 0};
  oracle::Problem early = random_problem(random, 1, 6, 4, 4, 2, 3, true);
  for (const oracle::Problem& p : {struck, early}) {
    const auto trace = run_fresh<TestType>(p);
    CHECK(support::compare_with_oracle(trace, oracle::attend(p)).error <= support::kTolerance<TestType>);
    for (int i = 0; i < p.queries; ++i) {
      if (trace.keep.kept(0, i) > 0) continue;
      for (int c = 0; c < 6; ++c) CHECK(trace.merged[static_cast<std::size_t>(i) * 6 + c] == 0);
      CHECK(trace.row_total[trace.row_index(0, 1, i)] == 0);
    }
  }
  CHECK(run_fresh<TestType>(early).keep.kept(0, 0) == 0);
}

TEMPLATE_TEST_CASE("The smallest layers: T = 1, D = 1, E = 1", "", float, double) {
  std::mt19937 random(17);
  for (const bool causal : {true, false}) {
    oracle::Problem p = random_problem(random, 1, 1, 1, 1, 1, 1, false);
    p.window = 1;
    p.causal = causal;
    const auto trace = run_fresh<TestType>(p);
    CHECK(trace.shares.at(0, 0, 0, 0, 0) == 1);
    CHECK(trace.merged[0] == trace.v.at(0, 0, 0, 0));
    CHECK(support::compare_with_oracle(trace, oracle::attend(p)).error <= support::kTolerance<TestType>);
  }
  oracle::Problem p = random_problem(random, 1, 300, 300, 1, 1, 1, false);
  p.window = 7;
  CHECK(support::compare_with_oracle(run_fresh<TestType>(p), oracle::attend(p)).error <= support::kTolerance<TestType>);
}

TEST_CASE("Heads are views: nothing moves at the cut, and a tied K is Q's memory") {
  std::mt19937 random(18);
  oracle::Problem p = random_problem(random, 2, 4, 4, 5, 3, 2, false);
  const support::HeldTensors<float> held(p);
  engine::Layer<float> layer;
  REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
  const auto& trace = layer.trace();
  const int merged = 6;
  CHECK(trace.q.data == trace.qkv.data());
  CHECK(trace.k.data == trace.qkv.data() + merged);
  CHECK(trace.v.data == trace.qkv.data() + 2 * merged);
  CHECK(trace.q.strides == std::array<std::int64_t, 4>{4 * 18, 2, 18, 1});
  p.tie = true;
  REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
  CHECK(layer.trace().k.data == layer.trace().q.data);

  const engine::Trace<float> copy = layer.trace();  // stands alone
  CHECK(copy.q.data == copy.qkv.data());
  CHECK(copy.k.data == copy.q.data);
  CHECK(copy.v.data == copy.qkv.data() + 2 * merged);
}
