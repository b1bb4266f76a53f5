// The lessons' figures, as their article prints them, and the rules behind them.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "engine/inputs.h"
#include "engine/layer.h"
#include "engine/lesson/order.h"
#include "engine/lesson/softmax.h"
#include "engine/lesson/spread.h"
#include "engine/lesson/walk.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using engine::Entries;
using engine::InputKind;
using engine::InputSpec;

namespace {

constexpr float kStruck = -std::numeric_limits<float>::infinity();
constexpr double kStruckDouble = -std::numeric_limits<double>::infinity();
constexpr double kThreeDecimals = 0.0005;

void check_shares(const std::vector<float>& shares, const std::vector<double>& printed) {
  REQUIRE(shares.size() == printed.size());
  for (std::size_t n = 0; n < shares.size(); ++n) CHECK_THAT(shares[n], WithinAbs(printed[n], kThreeDecimals));
}

InputSpec random_spec(int tokens) { return {.kind = InputKind::kRandom, .seed = 3, .tokens = tokens}; }

InputSpec text_spec(bool built) {
  InputSpec spec{.kind = InputKind::kWords, .seed = 5, .tokens = 8};
  spec.words = {"the", "cat", "saw", "the", "dog", "before", "it", "ran"};
  spec.built = built;
  return spec;
}

}  // namespace

TEST_CASE("five values have variance 2, a product of two 4, a sum of three 12: 3.464 wide, and 2.000 once divided") {
  const auto spread = engine::spread(Entries::kFive, 3, 1, 20000);
  CHECK(spread.entry == 2);
  CHECK(spread.product == 4);
  CHECK(spread.sum == 12);
  CHECK_THAT(spread.root, WithinAbs(3.464, kThreeDecimals));
  CHECK_THAT(spread.scaled, WithinAbs(2.000, 1e-12));
  CHECK(spread.draws == 20000);
}

TEST_CASE("normal entries of variance 1 make scores of variance D, and 1 once divided") {
  const auto spread = engine::spread(Entries::kNormal, 64, 1, 100);
  CHECK(spread.entry == 1);
  CHECK(spread.product == 1);
  CHECK(spread.sum == 64);
  CHECK_THAT(spread.root, WithinAbs(8, 1e-12));
  CHECK_THAT(spread.scaled, WithinAbs(1, 1e-12));
}

TEST_CASE("drawn scores spread as far as expected, within 5 %") {
  const auto entries = GENERATE(Entries::kFive, Entries::kNormal);
  const int width = GENERATE(3, 64);
  const std::uint32_t seed = GENERATE(1U, 2U, 77U);
  CAPTURE(static_cast<int>(entries), width, seed);
  const auto spread = engine::spread(entries, width, seed, 20000);
  CHECK_THAT(spread.measured, WithinRel(spread.sum, 0.05));
  CHECK_THAT(spread.measured_scaled, WithinRel(spread.product, 0.05));
  CHECK_THAT(spread.measured_scaled, WithinRel(spread.measured / width, 1e-12));
}

TEST_CASE("five values come equally often, and q and k differ") {
  // At D = 1 a score is one of 25 products: 9 are 0, two each are 1, -1, 4 and -4, four each 2 and -2.
  const auto scores = engine::drawn_scores(Entries::kFive, 1, 50000, 4);
  const auto portion = [&](double value) {
    return static_cast<double>(std::count(scores.begin(), scores.end(), value)) / static_cast<double>(scores.size());
  };
  CHECK_THAT(portion(0), WithinAbs(9.0 / 25, 0.01));
  for (const double sign : {-1.0, 1.0}) {
    CHECK_THAT(portion(sign), WithinAbs(2.0 / 25, 0.006));
    CHECK_THAT(portion(sign * 2), WithinAbs(4.0 / 25, 0.008));
    CHECK_THAT(portion(sign * 4), WithinAbs(2.0 / 25, 0.006));
  }
}

TEST_CASE("a seed is a link for ever: the first scores of each kind, and a permutation") {
  // Worked out apart from the engine, in Python; 11 products take two calls of the generator a row.
  CHECK(engine::drawn_scores(Entries::kFive, 3, 6, 1) == std::vector<double>{2, 0, -3, 0, 0, 0});
  CHECK(engine::drawn_scores(Entries::kFive, 11, 6, 1) == std::vector<double>{15, -2, 5, -5, -3, -9});
  CHECK(engine::drawn_scores(Entries::kNormal, 3, 3, 1) ==
        std::vector<double>{0.5897057191468775, 6.812548503279686, 0.4145876574330032});
  CHECK(engine::order_check(random_spec(8), false, 1).permutation == std::vector<int>{7, 0, 1, 4, 3, 6, 5, 2});
}

TEST_CASE("the first scores do not depend on how many are drawn") {
  const auto entries = GENERATE(Entries::kFive, Entries::kNormal);
  auto many = engine::drawn_scores(entries, 11, 300, 9);
  const auto few = engine::drawn_scores(entries, 11, 7, 9);
  many.resize(few.size());
  CHECK(many == few);
  CHECK(engine::drawn_scores(entries, 11, 7, 10) != few);
}

TEST_CASE("one pass measures every width as spread() does") {
  const auto entries = GENERATE(Entries::kFive, Entries::kNormal);
  const auto measured = engine::measured_by_width(entries, 21, 6, 500);
  REQUIRE(measured.size() == 21);
  for (int width = 1; width <= 21; ++width) {
    CHECK(measured[static_cast<std::size_t>(width) - 1] == engine::spread(entries, width, 6, 500).measured);
  }
}

TEST_CASE("nothing drawn measures nothing") {
  CHECK(engine::drawn_scores(Entries::kFive, 3, 0, 1).empty());
  CHECK(engine::drawn_scores(Entries::kNormal, 0, 3, 1).empty());
  CHECK(engine::measured_by_width(Entries::kFive, 0, 1, 10).empty());
  CHECK(engine::measured_by_width(Entries::kFive, 2, 1, 0) == std::vector<double>{0, 0});
  CHECK(engine::spread(Entries::kFive, 3, 1, 0).measured == 0);
  CHECK(engine::spread(Entries::kFive, 3, 1, 0).sum == 12);
  CHECK(engine::spread(Entries::kFive, 0, 1, 10).sum == 0);
}

TEST_CASE("struck by minus infinity the first token keeps all of its share") {
  const std::array<float, 3> scores{2, kStruck, kStruck};
  CHECK(engine::softmax_guarded(scores).shares == std::vector<float>{1, 0, 0});
  CHECK(engine::softmax_plain(scores).shares == std::vector<float>{1, 0, 0});
}

TEST_CASE("struck by zero a score of 2 keeps .787, and 10.7 % leak to each struck key") {
  const std::array<float, 3> scores{2, 0, 0};
  const auto row = engine::softmax_plain(scores);
  CHECK_THAT(row.exps[0], WithinAbs(7.389, kThreeDecimals));
  CHECK_THAT(row.total, WithinAbs(9.389, kThreeDecimals));
  check_shares(row.shares, {.787, .107, .107});
  CHECK_THAT(100 * row.shares[2], WithinAbs(10.7, 0.05));
  check_shares(engine::softmax_guarded(scores).shares, {.787, .107, .107});
}

TEST_CASE("e^0.707 is 2.028, and with one key struck by zero the row sums to 3.028") {
  const std::array<float, 2> scores{static_cast<float>(1 / std::sqrt(2.0)), 0};
  const auto row = engine::softmax_plain(scores);
  CHECK_THAT(row.exps[0], WithinAbs(2.028, kThreeDecimals));
  CHECK_THAT(row.total, WithinAbs(3.028, kThreeDecimals));
}

TEST_CASE("scores 1 and 4 share .047 and .953") {
  const std::array<float, 2> scores{1, 4};
  const auto row = engine::softmax_plain(scores);
  CHECK_THAT(row.exps[0], WithinAbs(2.718, kThreeDecimals));
  CHECK_THAT(row.exps[1], WithinAbs(54.60, 0.005));
  CHECK_THAT(row.total, WithinAbs(57.32, 0.005));
  check_shares(row.shares, {.047, .953});
}

TEST_CASE("a score of 89 overflows float32, and what it touches is no number; the guarded row is exact") {
  const std::array<float, 3> scores{1, 89, 3};
  const auto plain = engine::softmax_plain(scores);
  CHECK(std::isinf(plain.exps[1]));
  CHECK(std::isinf(plain.total));
  CHECK(plain.shares[0] == 0);
  CHECK(std::isnan(plain.shares[1]));
  CHECK(plain.shares[2] == 0);
  const std::array<float, 6> values{1, 2, 3, 4, 5, 6};
  for (const float value : engine::blend(plain.shares, values, 2)) CHECK(std::isnan(value));

  const auto guarded = engine::softmax_guarded(scores);
  const double total = std::exp(1.0 - 89) + 1 + std::exp(3.0 - 89);
  for (std::size_t n = 0; n < 3; ++n) {
    CHECK_THAT(guarded.shares[n], WithinAbs(std::exp(scores[n] - 89.0) / total, 1e-6));
  }
  const auto out = engine::blend(guarded.shares, values, 2);
  CHECK_THAT(out[0], WithinAbs(3, 1e-6));
  CHECK_THAT(out[1], WithinAbs(4, 1e-6));
}

TEST_CASE("the guarded row is the double one to 1e-6, also of scores that are all far from 0") {
  const float shift = GENERATE(0.0F, 300.0F, -300.0F);
  const std::array<float, 5> scores{shift + 1.5F, shift - 2, kStruck, shift + 0.25F, shift + 4};
  std::vector<double> wide(scores.begin(), scores.end());
  const auto exact = engine::softmax_rows(wide, 1, 5);
  const auto row = engine::softmax_guarded(scores);
  float sum = 0;
  for (std::size_t n = 0; n < scores.size(); ++n) {
    CHECK_THAT(row.shares[n], WithinAbs(exact[n], 1e-6));
    sum += row.shares[n];
  }
  CHECK(row.shares[2] == 0);
  CHECK_THAT(sum, WithinAbs(1, 1e-6));
}

TEST_CASE("a row that keeps nothing has shares 0 where it is guarded, and no numbers where it is not") {
  const std::array<float, 2> scores{kStruck, kStruck};
  const auto guarded = engine::softmax_guarded(scores);
  CHECK(guarded.exps == std::vector<float>{0, 0});
  CHECK(guarded.total == 0);
  CHECK(guarded.shares == std::vector<float>{0, 0});
  for (const float share : engine::softmax_plain(scores).shares) CHECK(std::isnan(share));
  CHECK(engine::softmax_guarded({}).shares.empty());
}

TEST_CASE("over keys the rows sum to 1, over queries the columns; what keeps nothing is 0") {
  constexpr int kRows = 4, kColumns = 3;
  // The last row and the last column are struck.
  const std::vector<double> scores{1,
                                   2000,
                                   kStruckDouble,
                                   3,
                                   -1,
                                   kStruckDouble,
                                   -900,
                                   0.5,
                                   kStruckDouble,
                                   kStruckDouble,
                                   kStruckDouble,
                                   kStruckDouble};
  const auto over_keys = engine::softmax_rows(scores, kRows, kColumns);
  const auto over_queries = engine::softmax_columns(scores, kRows, kColumns);
  REQUIRE(over_keys.size() == scores.size());
  REQUIRE(over_queries.size() == scores.size());
  for (int i = 0; i < kRows; ++i) {
    double sum = 0;
    for (int j = 0; j < kColumns; ++j) sum += over_keys[static_cast<std::size_t>(i * kColumns + j)];
    CHECK_THAT(sum, WithinAbs(i < 3 ? 1 : 0, 1e-12));
  }
  for (int j = 0; j < kColumns; ++j) {
    double sum = 0;
    for (int i = 0; i < kRows; ++i) sum += over_queries[static_cast<std::size_t>(i * kColumns + j)];
    CHECK_THAT(sum, WithinAbs(j < 2 ? 1 : 0, 1e-12));
  }
  CHECK_THAT(over_keys[3], WithinAbs(1 / (1 + std::exp(-4.0)), 1e-12));
  CHECK_THAT(over_queries[3], WithinAbs(1 / (1 + std::exp(-2.0)), 1e-12));
}

TEST_CASE("a share's slope is s (1 - s), as a small step of its score shows") {
  CHECK(engine::share_slope(0.5) == 0.25);
  CHECK(engine::share_slope(1) == 0);
  CHECK(engine::share_slope(0) == 0);
  constexpr double kStep = 1e-5;
  const auto share = [](double score) {
    return engine::softmax_rows(std::array<double, 3>{score, 0.25, -0.5}, 1, 3)[0];
  };
  CHECK_THAT((share(0.7 + kStep) - share(0.7 - kStep)) / (2 * kStep), WithinRel(engine::share_slope(share(0.7)), 1e-8));
}

TEST_CASE("without marks order is invisible, with marks it is not") {
  const InputSpec spec =
      GENERATE(random_spec(16), random_spec(64), random_spec(256), text_spec(false), text_spec(true));
  const std::uint32_t seed = GENERATE(0U, 1U, 2U);
  CAPTURE(static_cast<int>(spec.kind), spec.tokens, spec.built, seed);
  const auto without = engine::order_check(spec, false, seed), with = engine::order_check(spec, true, seed);
  // Sums of more keys in another order round further apart.
  CHECK(without.difference <= (spec.tokens <= 64 ? 1e-6 : 2e-6));
  CHECK(with.difference > 1e-3);
  CHECK(with.permutation == without.permutation);
  CHECK(with.plain != without.plain);
  const auto shape = engine::shape_of(spec);
  const auto size = static_cast<std::size_t>(shape.queries) * static_cast<std::size_t>(shape.merged_width());
  CHECK(without.plain.size() == size);
  CHECK(without.permuted.size() == size);
  CHECK(without.permuted != without.plain);

  std::vector<int> sorted = without.permutation;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> all;
  for (int i = 0; i < spec.tokens; ++i) all.push_back(i);
  CHECK(sorted == all);
  std::reverse(all.begin(), all.end());
  CHECK((without.permutation == all) == (seed == 0));
}

TEST_CASE("the order check's first run is the page's own layer, two-sided and with no window") {
  const bool marks = GENERATE(false, true);
  InputSpec spec = GENERATE(random_spec(16), text_spec(false), text_spec(true));
  CAPTURE(marks, static_cast<int>(spec.kind), spec.built);
  spec.positions = marks;
  engine::InputSource source;
  const auto& tensors = source.make(spec);
  engine::LayerSettings settings;
  settings.shape = source.shape();
  settings.causal = false;
  engine::Layer<float> layer;
  REQUIRE_FALSE(layer.run(tensors, settings));
  CHECK(engine::order_check(spec, marks, 1).plain == layer.trace().merged);

  // And of words, the second is that of the permuted text.
  if (spec.kind != InputKind::kWords) return;
  const auto check = engine::order_check(spec, marks, 1);
  InputSpec turned = spec;
  turned.words.clear();
  for (const int word : check.permutation) turned.words.push_back(spec.words[static_cast<std::size_t>(word)]);
  REQUIRE_FALSE(layer.run(source.make(turned), settings));
  CHECK(check.permuted == layer.trace().merged);
}

TEST_CASE("order needs an x") {
  CHECK(engine::order_check({.kind = InputKind::kNolan, .tokens = 4, .heads = 1}, true, 1).plain.empty());
  CHECK(engine::order_check(random_spec(0), true, 1).permutation.empty());
  CHECK(engine::order_check(random_spec(1), false, 1).permutation == std::vector<int>{0});
}

TEST_CASE("after 79 rewrites of weight 1 the memory is 0.136, and its beginning counts 0.002") {
  const auto steps = engine::walk(1, 79);
  REQUIRE(steps.size() == 80);
  CHECK(steps[0].h == 1);
  CHECK(steps[0].gradient == 1);
  CHECK_THAT(steps[1].h, WithinAbs(std::tanh(1.0), 1e-15));
  CHECK_THAT(steps[79].h, WithinAbs(0.136, kThreeDecimals));
  CHECK_THAT(steps[79].gradient, WithinAbs(0.002, kThreeDecimals));
  CHECK(engine::walk(1, 0).size() == 1);
  CHECK(engine::walk(1, -1).size() == 1);
}

TEST_CASE("the walk's gradient is what a small step of its beginning shows") {
  const double weight = GENERATE(0.0, 0.5, 1.0, 1.3, 2.0, -0.9);
  CAPTURE(weight);
  const auto steps = engine::walk(weight, 20);
  constexpr double kStep = 1e-5;
  double above = 1 + kStep, below = 1 - kStep;
  for (int n = 1; n <= 20; ++n) {
    above = std::tanh(weight * above);
    below = std::tanh(weight * below);
    CHECK_THAT(steps[static_cast<std::size_t>(n)].gradient, WithinAbs(std::abs(above - below) / (2 * kStep), 1e-9));
  }
}
