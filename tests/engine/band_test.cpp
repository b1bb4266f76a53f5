// The band against the dense oracle.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "engine/masks/masks.h"
#include "support/layer_runs.h"

using namespace bandscope;
using support::compare_with_oracle;
using support::kTolerance;
using support::random_integer;

TEST_CASE("The registry's key ranges are the rule, pair by pair, for every size") {
  for (int queries = 1; queries <= 9; ++queries) {
    for (int keys = 1; keys <= 9; ++keys) {
      for (int window = 0; window <= 12; ++window) {
        for (const bool causal : {true, false}) {
          oracle::Problem p;
          p.queries = queries;
          p.keys = keys;
          if (window > 0) p.window = window;
          p.causal = causal;
          const auto keep = engine::key_ranges({queries, keys, p.window.value_or(engine::kNoWindow), causal, {}});
          bool same = true;
          for (int i = 0; i < queries; ++i) {
            for (int j = 0; j < keys; ++j) {
              const bool kept = oracle::keeps(p, 0, i, j);
              same = same && keep.keeps(0, i, j) == kept &&
                     (engine::why_struck(keep, 0, i, j) == engine::Struck::kNo) == kept;
            }
            same = same && keep.count[i] <= engine::most_slots(keep.window, causal, keys);
          }
          CAPTURE(queries, keys, window, causal);
          CHECK(same);
        }
      }
    }
  }
}

TEST_CASE("A struck pair says why") {
  using engine::Struck;
  const auto causal = engine::key_ranges({6, 6, 3, true, {}});
  CHECK(engine::why_struck(causal, 0, 4, 5) == Struck::kFuture);
  CHECK(engine::why_struck(causal, 0, 4, 4) == Struck::kNo);
  CHECK(engine::why_struck(causal, 0, 4, 2) == Struck::kNo);
  CHECK(engine::why_struck(causal, 0, 4, 1) == Struck::kTooOld);
  const auto two_sided = engine::key_ranges({6, 6, 2, false, {}});
  CHECK(engine::why_struck(two_sided, 0, 2, 0) == Struck::kTooFar);
  CHECK(engine::why_struck(two_sided, 0, 2, 3) == Struck::kNo);
  CHECK(engine::why_struck(two_sided, 0, 2, 4) == Struck::kTooFar);
  const std::vector<std::uint8_t> mask{1, 0, 1, 1, 1, 1};
  const auto masked = engine::key_ranges({6, 6, 3, true, mask});
  CHECK(engine::why_struck(masked, 0, 2, 1) == Struck::kKeyMask);
  CHECK(engine::why_struck(masked, 0, 0, 1) == Struck::kFuture);
  CHECK(masked.kept(0, 2) == 2);
}

TEMPLATE_TEST_CASE("The band equals the dense oracle for T 1..40, W 1..T+2, one- and two-sided", "", float, double) {
  std::mt19937 random(1);
  for (int tokens = 1; tokens <= 40; ++tokens) {
    oracle::Problem p = support::random_problem(random, 1, tokens, tokens, 5, 2, 3, tokens % 2 == 0);
    const support::HeldTensors<TestType> held(p);
    engine::Layer<TestType> layer;
    for (int window = 1; window <= tokens + 2; ++window) {
      for (const bool causal : {true, false}) {
        p.window = window;
        p.causal = causal;
        REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
        const auto worst = compare_with_oracle(layer.trace(), oracle::attend(p));
        CAPTURE(tokens, window, causal, worst.array);
        CHECK(worst.error <= kTolerance<TestType>);
      }
    }
  }
}

TEMPLATE_TEST_CASE("Random layers of every kind equal the oracle", "", float, double) {
  std::mt19937 random(2);
  for (int n = 0; n < 300; ++n) {
    const bool given = n % 3 == 0;
    const int queries = random_integer(random, 1, 12);
    const int keys = given ? random_integer(random, 1, 12) : queries;
    oracle::Problem p =
        support::random_problem(random, random_integer(random, 1, 3), queries, keys, random_integer(random, 1, 20),
                                random_integer(random, 1, 5), random_integer(random, 1, 19), given);
    if (random() % 4 != 0) p.window = random_integer(random, 1, 14);
    p.causal = random() % 2 != 0;
    p.scale = random() % 4 != 0;
    p.strike_zero = random() % 4 == 0;
    p.tie = queries == keys && random() % 4 == 0;
    if (random() % 3 == 0) p.w_o.clear();
    if (random() % 3 == 0) support::add_random_biases(random, p);
    if (random() % 3 == 0) {
      for (int j = 0; j < p.batch * keys; ++j) p.key_mask.push_back(random() % 4 != 0 ? 1 : 0);
    }
    const auto trace = support::run_fresh<TestType>(p);
    const auto worst = compare_with_oracle(trace, oracle::attend(p));
    CAPTURE(n, p.batch, queries, keys, p.embed_width, p.heads, p.head_width, p.causal, p.scale, p.strike_zero, p.tie);
    CAPTURE(p.window.value_or(0), worst.array);
    CHECK(worst.error <= kTolerance<TestType>);
    for (int b = 0; b < p.batch; ++b) {
      for (int h = 0; h < p.heads; ++h) {
        for (int i = 0; i < queries; ++i) {
          double sum = 0;
          for (int j = 0; j < keys; ++j) sum += trace.shares.at(b, h, i, j, 0);
          const double whole = p.strike_zero || trace.keep.kept(b, i) > 0 ? 1 : 0;
          CHECK(std::fabs(sum - whole) <= kTolerance<TestType>);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("Above 256 tokens the band equals the oracle, also while the window widens", "", float, double) {
  std::mt19937 random(3);
  for (const bool causal : {true, false}) {
    oracle::Problem p = support::random_problem(random, 1, 300, 300, 4, 2, 2, false);
    p.causal = causal;
    support::HeldTensors<TestType> held(p);
    held.tensors.x_revision = held.tensors.w_qkv_revision = held.tensors.w_o_revision = 1;
    engine::Layer<TestType> layer;
    for (const int window : {4, 5, 64, 7, 65, 300, 1, 400}) {
      p.window = window;
      REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
      const auto worst = compare_with_oracle(layer.trace(), oracle::attend(p));
      CAPTURE(causal, window, worst.array);
      CHECK(worst.error <= kTolerance<TestType>);
    }
    CHECK(layer.trace().runs[static_cast<std::size_t>(engine::Stage::kProject)] == 1);
  }
}

TEST_CASE("Above 256 tokens scores are held for the band alone, and zeros do not strike") {
  std::mt19937 random(4);
  oracle::Problem p = support::random_problem(random, 1, 257, 257, 2, 1, 2, false);
  p.window = 9;
  p.strike_zero = true;
  const auto trace = support::run_fresh<float>(p);
  CHECK(trace.scores_raw.slots == 9);
  CHECK(trace.shares.slots == 9);
  CHECK_FALSE(trace.strike_zero);
  CHECK(trace.shares.at(0, 0, 256, 0, -1) == -1);
}
