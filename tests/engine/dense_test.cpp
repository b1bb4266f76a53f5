// Trace arrays by name.
#include "engine/dense.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "support/layer_runs.h"

using namespace bandscope;
using Shape = std::vector<std::int64_t>;

namespace {
engine::DenseArray array(const engine::Trace<float>& trace, const char* name, int first = 0, int last = -1) {
  const auto found = engine::dense(trace, name, first, last);
  REQUIRE(found);
  return std::get<engine::DenseArray>(*found);
}
}  // namespace

TEST_CASE("Every array has its name, its shape and its values") {
  std::mt19937 random(41);
  oracle::Problem p = support::random_problem(random, 1, 7, 7, 5, 2, 3, false);
  p.window = 3;
  p.key_mask = {1, 1, 1, 0, 1, 1, 1};
  const auto trace = support::run_fresh<float>(p);
  const auto answer = oracle::attend(p);
  const auto check = [&](const char* name, const Shape& shape, const std::vector<double>& values) {
    INFO(name);
    const auto found = array(trace, name);
    CHECK(found.shape == shape);
    CHECK(support::array_error(found.data, values) <= 1e-5);
  };
  check("x", {7, 5}, p.x);
  check("q", {2, 7, 3}, answer.q);
  check("k", {2, 7, 3}, answer.k);
  check("v", {2, 7, 3}, answer.v);
  check("keep", {7, 7}, {answer.keep.begin(), answer.keep.end()});
  check("scores_raw", {2, 7, 7}, answer.scores_raw);
  check("scores_scaled", {2, 7, 7}, answer.scores_scaled);
  check("scores_masked", {2, 7, 7}, answer.scores_masked);
  check("shares", {2, 7, 7}, answer.shares);
  check("head_out", {2, 7, 3}, answer.head_out);
  check("merged", {7, 6}, answer.merged);
  check("output", {7, 5}, answer.output);
  CHECK(array(trace, "qkv").shape == Shape{7, 18});
  CHECK(array(trace, "shares").data[3] == 0);
  CHECK_FALSE(engine::dense(trace, "weights"));
  CHECK_FALSE(engine::dense(trace, ""));
}

TEST_CASE("Rows cut every array of the queries") {
  std::mt19937 random(42);
  oracle::Problem p = support::random_problem(random, 2, 7, 7, 5, 2, 3, false);
  const auto trace = support::run_fresh<float>(p);
  for (const char* name :
       {"x", "qkv", "q", "scores_raw", "scores_masked", "keep", "shares", "head_out", "merged", "output"}) {
    INFO(name);
    const auto whole = array(trace, name), cut = array(trace, name, 2, 4);
    const std::size_t rows = whole.shape.size() - 2;
    CHECK(cut.shape[rows] == 3);
    const auto inner = static_cast<std::size_t>(whole.shape.back());
    std::vector<float> expected;
    for (std::size_t block = 0; block < whole.data.size() / (7 * inner); ++block) {
      const auto from = whole.data.begin() + static_cast<std::ptrdiff_t>((block * 7 + 2) * inner);
      expected.insert(expected.end(), from, from + static_cast<std::ptrdiff_t>(3 * inner));
    }
    CHECK(support::same_bits(cut.data, expected));
  }
  CHECK(array(trace, "k", 2, 4).shape == Shape{2, 2, 7, 3});
}

TEST_CASE("What does not exist is nothing, what was never scored is NaN, what is too large says its size") {
  std::mt19937 random(43);
  oracle::Problem p = support::random_problem(random, 1, 300, 300, 2, 1, 2, true);
  p.w_o.clear();
  p.window = 3;
  const auto trace = support::run_fresh<float>(p);
  for (const char* name : {"x", "qkv", "output"}) CHECK_FALSE(engine::dense(trace, name));
  CHECK_FALSE(engine::dense(engine::Trace<float>{}, "shares"));
  const auto raw = array(trace, "scores_raw", 10, 10);
  CHECK(raw.shape == Shape{1, 1, 300});
  CHECK(std::isnan(raw.data[7]));
  CHECK_FALSE(std::isnan(raw.data[8]));
  CHECK(std::isnan(raw.data[11]));
  CHECK(array(trace, "scores_masked", 10, 10).data[7] == -std::numeric_limits<float>::infinity());

  oracle::Problem large = support::random_problem(random, 1, 4097, 4097, 1, 1, 1, true);
  large.w_o.clear();
  large.window = 2;
  const auto band = support::run_fresh<float>(large);
  const auto refused = engine::dense(band, "shares");
  REQUIRE(refused);
  CHECK(std::get<engine::DenseTooLarge>(*refused).values == 4097LL * 4097);
  CHECK(array(band, "shares", 0, 4000).data.size() == 4001U * 4097U);
}
