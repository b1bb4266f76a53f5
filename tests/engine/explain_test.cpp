// A card's terms are read from the Trace, and re-sum to the value shown.
#include "engine/explain.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "support/layer_runs.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;

namespace {

double close(double size) { return 1e-5 * std::max(1.0, std::fabs(size)); }

void check_cell(const engine::Trace<float>& trace, int b, int h, int i, int j) {
  const auto cell = engine::explain_score(trace, b, h, i, j);
  const int depth = trace.shape.head_width;
  REQUIRE(cell.products.size() == static_cast<std::size_t>(depth));
  double sum = 0;
  for (int d = 0; d < depth; ++d) {
    CHECK(cell.q[d] == trace.q.at(b, h, i, d));
    CHECK(cell.k[d] == trace.k.at(b, h, j, d));
    sum += cell.products[d];
  }
  const bool dense = std::max(trace.shape.queries, trace.shape.keys) <= engine::kDenseTokens;
  CHECK((cell.struck == engine::Struck::kNo) == trace.keep.keeps(b, i, j));
  if (dense || cell.struck == engine::Struck::kNo) {
    CHECK_THAT(cell.raw, WithinAbs(sum, close(sum)));
    CHECK(cell.raw == trace.scores_raw.at(b, h, i, j, 0));
    CHECK_THAT(cell.scaled, WithinAbs(cell.raw / cell.divisor, close(cell.raw)));
  }
  if (cell.struck == engine::Struck::kNo) {
    CHECK(cell.masked == cell.scaled);
  } else {
    CHECK(cell.masked == (trace.strike_zero ? 0.0 : -std::numeric_limits<double>::infinity()));
  }
  CHECK(cell.share == trace.shares.at(b, h, i, j, 0));
  if (cell.total > 0) {
    CHECK_THAT(cell.exp / cell.total, WithinAbs(cell.share, 1e-5));
  } else {
    CHECK(cell.exp == 0);
  }
}

void check_row(const engine::Trace<float>& trace, int b, int h, int i, int d) {
  double total = 0, shares = 0;
  for (const auto& term : engine::explain_row(trace, b, h, i)) {
    CHECK(term.share == trace.shares.at(b, h, i, term.key, 0));
    total += term.exp;
    shares += term.share;
  }
  const double held = trace.row_total[trace.row_index(b, h, i)];
  CHECK_THAT(total, WithinAbs(held, close(held)));
  CHECK_THAT(shares, WithinAbs(held > 0 ? 1 : 0, 1e-5));

  const auto merged = engine::explain_merged(trace, b, h, i, d);
  double sum = 0;
  for (const auto& term : merged.terms) {
    CHECK(term.value == trace.v.at(b, h, term.key, d));
    sum += term.share * term.value;
  }
  CHECK_THAT(sum, WithinAbs(merged.sum, close(merged.sum)));
  const std::size_t at = (static_cast<std::size_t>(b) * trace.shape.queries + i) * trace.shape.merged_width() +
                         h * trace.shape.head_width + d;
  CHECK(merged.sum == trace.merged[at]);
}

}  // namespace

TEST_CASE("The terms of random cells re-sum to the values in the Trace") {
  std::mt19937 random(51);
  const auto pick = [&](int low, int high) { return support::random_integer(random, low, high); };
  for (int n = 0; n < 60; ++n) {
    const int tokens = n % 12 == 0 ? 280 : pick(1, 24);
    oracle::Problem p = support::random_problem(random, pick(1, 2), tokens, n % 3 == 0 ? tokens + pick(0, 3) : tokens,
                                                6, pick(1, 3), pick(1, 9), n % 3 == 0);
    if (n % 4 != 0) p.window = pick(1, 9);
    p.causal = n % 5 != 0;
    p.scale = n % 6 != 0;
    p.strike_zero = n % 7 == 0;
    if (n % 4 == 1) {
      for (int j = 0; j < p.batch * p.keys; ++j) p.key_mask.push_back(random() % 3 != 0 ? 1 : 0);
    }
    const auto trace = support::run_fresh<float>(p);
    for (int cell = 0; cell < 20; ++cell) {
      const int b = pick(0, p.batch - 1), h = pick(0, p.heads - 1), i = pick(0, p.queries - 1);
      CAPTURE(n, b, h, i);
      check_cell(trace, b, h, i, pick(0, p.keys - 1));
      check_row(trace, b, h, i, pick(0, p.head_width - 1));
    }
  }
}

TEST_CASE("The worked example's card: 0.330 and 0.670") {
  oracle::Problem p;
  p.queries = p.keys = 4;
  p.head_width = 2;
  p.window = 2;
  p.q = {1, 0, 0, 1, 1, 1, 0, 0};
  p.k = {1, 0, 1, 1, 0, 1, 1, 0};
  p.v = {2, 0, 1, 1, 0, 2, 3, 1};
  const auto trace = support::run_fresh<float>(p);
  const auto cell = engine::explain_score(trace, 0, 0, 1, 1);
  CHECK(cell.products == std::vector<double>{0, 1});
  CHECK(cell.raw == 1);
  CHECK_THAT(cell.divisor, WithinAbs(std::sqrt(2.0), 1e-15));
  CHECK_THAT(cell.scaled, WithinAbs(0.707, 5e-4));
  CHECK_THAT(cell.share, WithinAbs(0.670, 5e-4));
  const auto row = engine::explain_row(trace, 0, 0, 1);
  REQUIRE(row.size() == 2);
  CHECK(row[0].key == 0);
  CHECK_THAT(row[0].share, WithinAbs(0.330, 5e-4));
  CHECK(engine::explain_score(trace, 0, 0, 1, 2).struck == engine::Struck::kFuture);
  CHECK(engine::explain_score(trace, 0, 0, 2, 0).struck == engine::Struck::kTooOld);
}

TEST_CASE("An altered Trace value alters the explanation") {
  std::mt19937 random(52);
  oracle::Problem p = support::random_problem(random, 1, 8, 8, 6, 2, 3, false);
  p.window = 4;
  const auto trace = support::run_fresh<float>(p);
  const int h = 1, i = 5, j = 3, d = 2, merged = 6;
  const auto cell = engine::explain_score(trace, 0, h, i, j);
  const auto row = engine::explain_row(trace, 0, h, i);
  const auto blend = engine::explain_merged(trace, 0, h, i, d);
  const auto slot = static_cast<std::size_t>(j - trace.shares.first[i]);
  const auto altered = [&](const auto& alter) {
    engine::Trace<float> copy = trace;
    alter(copy);
    return copy;
  };
  using Copy = engine::Trace<float>;
  const auto score = [&](const auto& alter) { return engine::explain_score(altered(alter), 0, h, i, j); };
  const std::size_t q_at = static_cast<std::size_t>(i) * 3 * merged + h * 3 + d;
  const std::size_t k_at = static_cast<std::size_t>(j) * 3 * merged + merged + h * 3 + d;
  const std::size_t v_at = static_cast<std::size_t>(j) * 3 * merged + 2 * merged + h * 3 + d;
  CHECK(score([&](Copy& t) { t.qkv[q_at] += 1; }).products[d] != cell.products[d]);
  CHECK(score([&](Copy& t) { t.qkv[k_at] += 1; }).products[d] != cell.products[d]);
  CHECK(score([&](Copy& t) { t.scores_raw.row(0, h, i)[j] += 1; }).raw == static_cast<float>(cell.raw) + 1);
  CHECK(score([&](Copy& t) { t.scores_scaled.row(0, h, i)[j] += 1; }).scaled != cell.scaled);
  CHECK(score([&](Copy& t) { t.scores_masked.row(0, h, i)[slot] += 1; }).exp != cell.exp);
  CHECK(score([&](Copy& t) { t.row_peak[t.row_index(0, h, i)] += 1; }).exp != cell.exp);
  CHECK(score([&](Copy& t) { t.row_total[t.row_index(0, h, i)] += 1; }).total != cell.total);
  CHECK(score([&](Copy& t) { t.shares.row(0, h, i)[slot] += 1; }).share != cell.share);
  CHECK(score([&](Copy& t) { t.keep.key_mask.assign(8, 0); }).struck == engine::Struck::kKeyMask);

  const auto other = engine::explain_row(altered([&](Copy& t) { t.scores_masked.row(0, h, i)[slot] += 1; }), 0, h, i);
  CHECK(other[slot].exp != row[slot].exp);
  const auto value = engine::explain_merged(altered([&](Copy& t) { t.qkv[v_at] += 1; }), 0, h, i, d);
  CHECK(value.terms[slot].value != blend.terms[slot].value);
  const auto sum =
      engine::explain_merged(altered([&](Copy& t) { t.head_out[t.row_index(0, h, i) * 3 + d] += 1; }), 0, h, i, d);
  CHECK(sum.sum != blend.sum);
}
