// What a change costs: only the rows that depend on it, and the result is a fresh run's, bit for bit; and a run in
// slices is a run.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "engine/forward.h"
#include "support/layer_runs.h"

using namespace bandscope;
using engine::LayerWork;
using support::random_problem;

namespace {

bool same_number(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// A layer that follows a problem. Each run is compared with a fresh one.
struct Followed {
  explicit Followed(oracle::Problem problem) : p(std::move(problem)) { run(); }

  LayerWork run(std::int64_t slice = std::numeric_limits<std::int64_t>::max()) {
    const support::HeldTensors<float> held(p);
    engine::Tensors<float> tensors = held.tensors;
    tensors.w_qkv_revision = tensors.w_o_revision = 1;
    REQUIRE_FALSE(layer.begin(tensors, support::settings_of(p)));
    int slices = 0;
    while (!layer.done()) {
      std::int64_t work = slice;
      layer.step(work);
      ++slices;
    }
    last_slices = slices;
    const auto fresh = support::run_fresh<float>(p);
    const auto& kept = layer.trace();
    const int keys = p.keys;
    CHECK(support::same_bits(support::dense_table(kept.shares, keys, 0.0F),
                             support::dense_table(fresh.shares, keys, 0.0F)));
    CHECK(support::same_bits(support::dense_table(kept.scores_masked, keys, 0.0F),
                             support::dense_table(fresh.scores_masked, keys, 0.0F)));
    for (int b = 0; b < p.batch; ++b) {
      for (int h = 0; h < p.heads; ++h) {
        for (int i = 0; i < p.queries; ++i) {
          const std::size_t one = kept.row_index(b, h, i), other = fresh.row_index(b, h, i);
          bool same = same_number(kept.row_peak[one], fresh.row_peak[other]) &&
                      same_number(kept.row_total[one], fresh.row_total[other]);
          for (int d = 0; d < p.head_width; ++d) {
            same = same && same_number(kept.head_out[one * p.head_width + d], fresh.head_out[other * p.head_width + d]);
          }
          if (!same) FAIL_CHECK("head " << h << ", row " << i << " is not a fresh run's");
        }
      }
    }
    CHECK(support::same_bits(kept.qkv, fresh.qkv));
    CHECK(support::same_bits(kept.merged, fresh.merged));
    CHECK(support::same_bits(kept.output, fresh.output));
    return layer.work();
  }

  oracle::Problem p;
  engine::Layer<float> layer;
  int last_slices = 0;
};

/// Pairs of a causal band of window W over rows from..to-1.
std::int64_t band(int from, int to, int window) {
  std::int64_t pairs = 0;
  for (int i = from; i < to; ++i) pairs += std::min(i + 1, window);
  return pairs;
}

constexpr int kHeads = 2, kTile = 32;  // the most rows that a tile may have

/// T tokens, and the row of x that a longer sequence would go on with.
oracle::Problem shortened(const oracle::Problem& longest, int tokens) {
  oracle::Problem p = longest;
  p.queries = p.keys = tokens;
  p.x.resize(static_cast<std::size_t>(tokens) * p.embed_width);
  return p;
}

}  // namespace

TEST_CASE("Nothing that changed costs nothing, also where revisions do not say so", "[changes]") {
  std::mt19937 random(41);
  Followed f(random_problem(random, 1, 40, 40, 6, kHeads, 4, false));
  CHECK(f.run() == LayerWork{});
}

TEST_CASE("A token more costs its own row", "[changes]") {
  std::mt19937 random(42);
  oracle::Problem longest = random_problem(random, 1, 420, 420, 6, kHeads, 4, false);
  longest.window = 20;
  for (const int from : {15, 16, 40, 300, 383}) {  // scores of every pair up to 256 tokens, then a band
    Followed f(shortened(longest, from));
    for (int tokens = from + 1; tokens < from + 20; ++tokens) {
      f.p = shortened(longest, tokens);
      const LayerWork work = f.run();
      CAPTURE(tokens);
      CHECK(work.rows_projected == 1);
      CHECK(work.rows_output == 1);
      CHECK(work.rows_attended <= kHeads * kTile);
      // Of a dense table also the column of the new key.
      CHECK(work.cells_scored == kHeads * (tokens <= engine::kDenseTokens ? 2 * tokens - 1 : 20));
    }
    f.p = shortened(longest, from);
    CHECK(f.run() == LayerWork{});  // fewer are known
  }
}

TEST_CASE("Another token costs the rows that read it", "[changes]") {
  std::mt19937 random(43);
  for (const int tokens : {60, 300}) {
    for (const bool causal : {true, false}) {
      oracle::Problem p = random_problem(random, 1, tokens, tokens, 6, kHeads, 4, false);
      p.window = 5;
      p.causal = causal;
      Followed f(p);
      for (const int token : {0, 17, tokens - 1}) {
        f.p.x[static_cast<std::size_t>(token) * 6 + 1] += 1;
        const LayerWork work = f.run();
        CAPTURE(tokens, causal, token);
        CHECK(work.rows_projected == 1);
        const int first = causal ? token : std::max(0, token - 4), last = std::min(tokens - 1, token + 4);
        CHECK(work.rows_output == last - first + 1);
        CHECK(work.rows_attended <= kHeads * 2 * kTile);
        CHECK(work.cells_scored <= kHeads * 2 * tokens);
      }
    }
  }
}

TEST_CASE("One number of a given value changes one head, and scores nothing", "[changes]") {
  std::mt19937 random(44);
  oracle::Problem p = random_problem(random, 1, 50, 50, 4, kHeads, 3, true);
  p.window = 4;
  Followed f(p);
  f.p.v[20 * 6 + 4] += 1;  // of head 1
  LayerWork work = f.run();
  CHECK(work.cells_scored == 0);
  CHECK(work.rows_attended <= 2 * kTile);
  CHECK(work.rows_output == 4);
  f.p.q[20 * 6] += 1;  // of head 0: its row alone
  work = f.run();
  CHECK(work.cells_scored == 50);
  CHECK(work.rows_output == 1);
  f.p.k[20 * 6] = std::numeric_limits<double>::quiet_NaN();
  work = f.run();
  CHECK(work.cells_scored == 50);
  CHECK(work.rows_output == 4);
}

TEST_CASE("A moved window scores only new pairs and leaves the rows that keep the same keys", "[changes]") {
  std::mt19937 random(45);
  for (const int tokens : {100, 300}) {
    oracle::Problem p = random_problem(random, 1, tokens, tokens, 6, kHeads, 4, false);
    p.window = 60;
    Followed f(p);
    for (const int window : {61, 62, 80, 79, 30, 90}) {
      const int before = *f.p.window;
      f.p.window = window;
      const LayerWork work = f.run();
      CAPTURE(tokens, before, window);
      CHECK(work.rows_projected == 0);
      CHECK(work.rows_output == tokens - std::min(before, window));
      CHECK(work.rows_attended <= kHeads * (work.rows_output + kTile));
      if (tokens <= engine::kDenseTokens) CHECK(work.cells_scored == 0);
    }
  }
  oracle::Problem p = random_problem(random, 1, 300, 300, 6, kHeads, 4, false);
  p.window = 10;
  Followed f(p);
  f.p.window = 12;
  CHECK(f.run().cells_scored == kHeads * (band(0, 300, 12) - band(0, 300, 10)));
}

TEST_CASE("A run in slices of any size gives the same, and one that is interrupted too", "[changes]") {
  std::mt19937 random(46);
  for (const int tokens : {30, 270}) {
    oracle::Problem p = random_problem(random, 2, tokens, tokens, 6, kHeads, 4, false);
    p.window = 11;
    support::add_random_biases(random, p);
    for (const std::int64_t slice : {std::int64_t{1}, std::int64_t{5000}, std::int64_t{200'000}}) {
      Followed f(p);
      for (double& number : f.p.x) number += 1;
      f.run(slice);
      if (slice == 1) CHECK(f.last_slices > 10);
      // Each begins while the one before is somewhere else on its way.
      for (int steps = 1; steps < 60; steps += 3) {
        f.p.window = 5 + steps % 7;
        f.p.x[static_cast<std::size_t>(steps)] += 1;
        const support::HeldTensors<float> held(f.p);
        REQUIRE_FALSE(f.layer.begin(held.tensors, support::settings_of(f.p)));
        for (int n = 0; n < steps && !f.layer.done(); ++n) {
          std::int64_t work = slice;
          f.layer.step(work);
        }
        f.p.window = 9;
        f.p.x[static_cast<std::size_t>(steps) + 7] += 1;
        f.run(slice);
      }
    }
  }
}

TEST_CASE("Outputs of 4,096 tokens are within 5e-6 of double", "[changes]") {
  std::mt19937 random(47);
  oracle::Problem p = random_problem(random, 1, 4096, 4096, 64, 1, 64, false);
  p.window = 128;
  const auto output = [&]<class Real>(Real) {
    const support::HeldTensors<Real> held(p);
    engine::Forward<Real> layer;
    layer.open(held.tensors, support::settings_of(p).shape);
    std::vector<Real> numbers(static_cast<std::size_t>(4096) * 64);
    layer.run(held.tensors, support::settings_of(p), {{}, numbers, 0, 4096});
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  const std::vector<double> single = output(float{}), exact = output(double{});
  double difference = 0, size = 1;
  for (std::size_t n = 0; n < exact.size(); ++n) {
    difference = std::max(difference, std::abs(single[n] - exact[n]));
    size = std::max(size, std::abs(exact[n]));
  }
  CAPTURE(difference / size);
  CHECK(difference / size <= 5e-6);
  CHECK(difference > 0);
}
