// The uniform relay against its list, dense matrix products, and integers counted elsewhere.
#include "engine/stack/relay.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "engine/stack/reach.h"
#include "support/golden.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using engine::StackRule;

namespace {

using Matrix = std::vector<std::vector<double>>;

Matrix product(const Matrix& left, const Matrix& right) {
  const std::size_t size = left.size();
  Matrix result(size, std::vector<double>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t n = 0; n < size; ++n) result[i][j] += left[i][n] * right[n][j];
    }
  }
  return result;
}

Matrix identity(std::int64_t tokens) {
  Matrix result(static_cast<std::size_t>(tokens), std::vector<double>(static_cast<std::size_t>(tokens)));
  for (std::size_t i = 0; i < result.size(); ++i) result[i][i] = 1;
  return result;
}

/// alpha I + (1 - alpha) · the uniform shares of one layer, from the rule pair by pair.
Matrix layer_matrix(const StackRule& rule, double alpha, int layer) {
  Matrix result = identity(rule.tokens);
  const bool global = rule.pattern[static_cast<std::size_t>(layer - 1) % rule.pattern.size()] == 'G';
  for (std::int64_t i = 0; i < rule.tokens; ++i) {
    std::vector<std::size_t> kept;
    for (std::int64_t j = 0; j < rule.tokens; ++j) {
      if (rule.causal && j > i) continue;
      if (global || std::abs(i - j) <= rule.window - 1) kept.push_back(static_cast<std::size_t>(j));
    }
    std::vector<double>& row = result[static_cast<std::size_t>(i)];
    for (double& value : row) value *= alpha;
    for (const std::size_t j : kept) row[j] += (1 - alpha) / static_cast<double>(kept.size());
  }
  return result;
}

/// max|a - b| / b, where b is not 0; where it is, a must be 0.
double relative_error(double a, double b) {
  if (b == 0) return a == 0 ? 0 : HUGE_VAL;
  return std::fabs(a - b) / b;
}

/// The shares by the plain convolution, every product of it.
std::vector<double> plain_shares(int window, int layers, double alpha) {
  std::vector<double> share{1.0};
  for (int layer = 0; layer < layers; ++layer) {
    std::vector<double> next(share.size() + static_cast<std::size_t>(window) - 1);
    for (std::size_t d = 0; d < share.size(); ++d) {
      next[d] += alpha * share[d];
      for (int back = 0; back < window; ++back)
        next[d + static_cast<std::size_t>(back)] += (1 - alpha) / window * share[d];
    }
    share = next;
  }
  return share;
}

/// From the list, its end first, as the small shares are there.
std::int64_t radius_of(const std::vector<double>& share) {
  double beyond = 0;
  auto d = static_cast<std::int64_t>(share.size()) - 1;
  while (d > 0 && beyond + share[static_cast<std::size_t>(d)] <= 0.01 + 1e-12) {
    beyond += share[static_cast<std::size_t>(d--)];
  }
  return d;
}

}  // namespace

TEST_CASE("The uniform relay has the reference values", "[relay]") {
  int lines = 0;
  const auto cases = support::golden("stack_cases")["uniform_relay"];
  for (const auto& line : cases) {
    const auto window = line["W"].get<std::int64_t>();
    const int layers = line["L"].get<int>();
    const auto alpha = line["alpha"].get<double>();
    CAPTURE(window, layers, alpha);
    const engine::UniformRelay relay = engine::uniform_relay(window, layers, alpha);
    const std::vector<double> share = support::flat(line["share"]);
    REQUIRE(relay.share.size() == share.size());
    for (std::size_t d = 0; d < share.size(); ++d)
      CHECK_THAT(relay.share[d], WithinAbs(share[d], 1e-15) || WithinRel(share[d], 1e-9));
    CHECK_THAT(relay.mean, WithinAbs(line["mean"].get<double>(), 1e-9));
    CHECK_THAT(relay.sigma, WithinAbs(line["sigma"].get<double>(), 1e-9));
    CHECK(relay.radius99 == line["radius99"].get<std::int64_t>());
    ++lines;
  }
  CHECK(lines == 6);
}

TEST_CASE("The far edge of the relay is (1/W)^L", "[relay]") {
  const engine::UniformRelay five = engine::uniform_relay(3, 5, 0);
  REQUIRE(five.share.size() == 11);
  CHECK_THAT(five.share[10], WithinRel(1.0 / 243, 1e-14));
  for (const auto& [window, layers, alpha] :
       {std::tuple{3, 64, 0.0}, {100, 32, 0.5}, {4096, 32, 0.0}, {4096, 32, 0.99}, {15'000, 64, 0.0}, {2, 64, 0.25}}) {
    CAPTURE(window, layers, alpha);
    const std::vector<double> share = engine::uniform_relay(window, layers, alpha).share;
    REQUIRE(share.size() == static_cast<std::size_t>(layers * (window - 1) + 1));
    CHECK_THAT(share.back(), WithinRel(std::pow((1 - alpha) / window, layers), 1e-12));
    // One step from the edge L of the layers can be the one that goes a step less.
    if (alpha == 0) CHECK_THAT(share[share.size() - 2], WithinRel(layers * std::pow(1.0 / window, layers), 1e-12));
  }
}

TEST_CASE("Every share, the smallest too, is right to 1e-12 of itself", "[relay]") {
  for (const int window : {1, 2, 3, 7, 64, 200}) {
    for (const int layers : {1, 2, 5, 12}) {
      for (const double alpha : {0.0, 0.3, 0.95, 1.0}) {
        CAPTURE(window, layers, alpha);
        const engine::UniformRelay relay = engine::uniform_relay(window, layers, alpha);
        const std::vector<double> plain = plain_shares(window, layers, alpha);
        REQUIRE(relay.share.size() == plain.size());
        double error = 0, sum = 0, mean = 0, square = 0;
        for (std::size_t d = 0; d < plain.size(); ++d) {
          const auto back = static_cast<double>(d);
          error = std::max(error, relative_error(relay.share[d], plain[d]));
          sum += plain[d];
          mean += back * plain[d];
          square += back * back * plain[d];
        }
        CHECK(error < 1e-12);
        CHECK_THAT(sum, WithinAbs(1, 1e-12));
        CHECK_THAT(relay.mean, WithinAbs(mean, 1e-12) || WithinRel(mean, 1e-12));
        CHECK_THAT(relay.sigma, WithinAbs(std::sqrt(std::max(0.0, square - mean * mean)), 1e-6));
        CHECK(relay.radius99 == radius_of(plain));
      }
    }
  }
}

TEST_CASE("What is beyond d is the sum of the list's end, to 1e-12 of itself", "[relay]") {
  for (const auto& [window, layers, alpha] : {std::tuple{1, 3, 0.5},
                                              {2, 64, 0.0},
                                              {3, 5, 0.0},
                                              {10, 10, 0.9},
                                              {100, 64, 0.95},
                                              {1000, 64, 0.5},
                                              {3000, 8, 1.0}}) {
    CAPTURE(window, layers, alpha);
    const engine::UniformRelay relay = engine::uniform_relay(window, layers, alpha);
    const auto last = static_cast<std::int64_t>(relay.share.size()) - 1;
    const std::int64_t stride = std::max<std::int64_t>(last / 500, 1);
    double beyond = 0, error = 0;
    int compared = 0;
    for (std::int64_t d = last; d >= 0; --d) {
      if ((last - d) % stride == 0) {
        error = std::max(error, relative_error(engine::uniform_beyond(window, layers, alpha, d), beyond));
        ++compared;
      }
      beyond += relay.share[static_cast<std::size_t>(d)];
    }
    CHECK(compared >= std::min<std::int64_t>(last, 500));
    CHECK(error < 1e-12);
    CHECK(relay.radius99 == radius_of(relay.share));
    CHECK(engine::uniform_beyond(window, layers, alpha, -1) == 1);
    CHECK(engine::uniform_beyond(window, layers, alpha, last + 1) == 0);
  }
}

TEST_CASE("One share at every depth is the list's, and goes on where there is no list", "[relay]") {
  for (const std::int64_t window : {1, 2, 3, 7, 50}) {
    for (const double alpha : {0.0, 0.3, 1.0}) {
      constexpr int kLayers = 9;
      for (std::int64_t d = 0; d <= kLayers * (window - 1) + 2; ++d) {
        const std::vector<double> left = engine::uniform_shares_at(window, kLayers, alpha, d);
        REQUIRE(left.size() == kLayers);
        for (int layers = 1; layers <= kLayers; ++layers) {
          const auto share = engine::uniform_relay(window, layers, alpha).share;
          const double wanted = d < static_cast<std::int64_t>(share.size()) ? share[static_cast<std::size_t>(d)] : 0;
          CAPTURE(window, alpha, d, layers);
          CHECK_THAT(left[static_cast<std::size_t>(layers) - 1], WithinRel(wanted, 1e-12));
        }
      }
    }
  }
  // Two layers of a window of 1e9 make a triangle.
  const auto left = engine::uniform_shares_at(1'000'000'000, 2, 0, 999'999'999);
  CHECK_THAT(left[0], WithinRel(1e-9, 1e-12));
  CHECK_THAT(left[1], WithinRel(1e-9, 1e-12));
  CHECK_THAT(engine::uniform_shares_at(1'000'000'000, 2, 0, 1'999'999'998)[1], WithinRel(1e-18, 1e-12));
}

TEST_CASE("The 99 % radius grows with depth while the quoted one does not", "[relay]") {
  CHECK(engine::uniform_relay(100, 2, 0.95).radius99 == 91);
  CHECK(engine::uniform_relay(100, 100, 0.95).radius99 == 587);
  CHECK(std::lround(*engine::quoted_radius(100, 0.95, 0.01)) == 154);
  CHECK_THAT(*engine::quoted_radius(7, 0.5, 0.25), WithinRel(14.0, 1e-14));
  for (const double bad : {0.0, 1.0, -0.1, 1.1, std::nan("")}) {
    CHECK_FALSE(engine::quoted_radius(100, bad, 0.01));
    CHECK_FALSE(engine::quoted_radius(100, 0.95, bad));
  }
  CHECK_THAT(engine::quoted_spread(100, 4), WithinRel(58.0, 1e-14));
  CHECK_THAT(engine::quoted_spread(4096, 32), WithinRel(engine::uniform_relay(4096, 32, 0).sigma, 0.005));
}

TEST_CASE("The 99 % radius is exact where the list is too long to be made", "[relay]") {
  // Counted in whole numbers: of L layers k blend, C(L, k) (1 - a)^k a^(L-k), and of the W^k sums of k of them
  // Σ_j (-1)^j C(k, j) C(d - jW + k, k) are at most d; the least d with at least 99/100 - 10^-12.
  const std::int64_t most = engine::kNoWindow;
  const struct {
    std::int64_t window;
    int layers;
    double alpha;
    std::int64_t radius;
  } counted[] = {
      {100, 2, 0.95, 91},
      {100, 64, 0.95, 439},
      {4096, 32, 0, 81'021},
      {2'000'000, 1, 0, 1'979'999},
      {16'000, 64, 0.875, 128'759},
      {1'000'000'000, 2, 0, 1'858'578'643},
      {most, 5, 0.75, 4'949'014'759},
      {most, 64, 0, 80'234'902'281},
      {most, 64, 0.5, 47'694'715'767},
      {most, 64, 0.95, 9'498'702'132},
  };
  for (const auto& line : counted) {
    CAPTURE(line.window, line.layers, line.alpha);
    const engine::UniformRelay relay = engine::uniform_relay(line.window, line.layers, line.alpha);
    CHECK(relay.radius99 == line.radius);
    CHECK(relay.share.empty() == (line.layers * (line.window - 1) + 1 > engine::kMostShares));
  }
  // The list's limit, to the entry.
  CHECK(engine::uniform_relay(1'000'000, 1, 0.5).share.size() == 1'000'000);
  CHECK(engine::uniform_relay(1'000'001, 1, 0.5).share.empty());
  CHECK(engine::uniform_relay(most, engine::kMostRelayLayers, 1).radius99 == 0);
}

TEST_CASE("Uniform rows and columns are the product of the layers' matrices", "[relay]") {
  std::mt19937 random(7);
  const auto number = [&random](int first, int last) { return std::uniform_int_distribution(first, last)(random); };
  for (int trial = 0; trial < 240; ++trial) {
    StackRule rule;
    rule.tokens = number(1, 40);
    rule.window = number(0, 9) == 0 ? engine::kNoWindow : number(1, static_cast<int>(rule.tokens) + 2);
    rule.layers = number(1, 6);
    rule.causal = number(0, 1) == 1;
    rule.pattern.clear();
    for (int letters = number(1, 4); letters > 0; --letters) rule.pattern += number(0, 3) == 0 ? 'G' : 'L';
    const double alpha = std::array{0.0, 0.3, 1.0}[static_cast<std::size_t>(trial) % 3];
    const int from = number(0, rule.layers);
    CAPTURE(rule.tokens, rule.window, rule.layers, rule.pattern, rule.causal, alpha, from);

    // through[l]: h[from] as a blend of h[l].
    std::vector<Matrix> through(static_cast<std::size_t>(from) + 1);
    through.back() = identity(rule.tokens);
    for (int layer = from; layer >= 1; --layer) {
      through[static_cast<std::size_t>(layer) - 1] =
          product(through[static_cast<std::size_t>(layer)], layer_matrix(rule, alpha, layer));
    }
    double error = 0;
    bool spans = true;
    std::vector<std::vector<engine::Flow>> rows;
    for (std::int64_t i = 0; i < rule.tokens; ++i) {
      rows.push_back(engine::uniform_rows(rule, alpha, i, from));
      REQUIRE(rows.back().size() == through.size());
      for (int l = 0; l <= from; ++l) {
        const engine::Flow& flow = rows.back()[static_cast<std::size_t>(l)];
        spans = spans && engine::Span{flow.first, flow.last()} == engine::reach(rule, i, from, l);
        double sum = 0;
        for (std::int64_t j = 0; j < rule.tokens; ++j) {
          const double wanted =
              through[static_cast<std::size_t>(l)][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
          error = std::max(error, relative_error(flow.at(j), wanted));
          sum += flow.at(j);
        }
        error = std::max(error, std::fabs(sum - 1));
      }
    }
    CHECK(spans);
    CHECK(error < 1e-12);

    error = 0;
    for (std::int64_t needle = 0; needle < rule.tokens; ++needle) {
      const std::vector<engine::Flow> columns = engine::uniform_columns(rule, alpha, needle);
      REQUIRE(columns.size() == static_cast<std::size_t>(rule.layers) + 1);
      for (std::int64_t i = 0; i < rule.tokens; ++i) {
        error = std::max(error, relative_error(columns[static_cast<std::size_t>(from)].at(i),
                                               rows[static_cast<std::size_t>(i)].front().at(needle)));
      }
    }
    CHECK(error < 1e-12);
  }
}

TEST_CASE("Far from the start a uniform row is the relay, end to end", "[relay]") {
  for (const auto& [window, layers, alpha] : {std::tuple{100, 12, 0.3}, {1024, 5, 0.0}, {3, 40, 0.9}}) {
    CAPTURE(window, layers, alpha);
    const StackRule rule{1'000'000'000, window, layers};
    const engine::UniformRelay relay = engine::uniform_relay(window, layers, alpha);
    const auto back = static_cast<std::int64_t>(relay.share.size()) - 1;
    const std::int64_t i = 999'999'000;
    const engine::Flow row = engine::uniform_rows(rule, alpha, i, layers).front();
    const engine::Flow column = engine::uniform_columns(rule, alpha, i - back).back();
    REQUIRE(row.first == i - back);
    REQUIRE(row.last() == i);
    double error = 0;
    for (std::int64_t d = 0; d <= back; ++d) {
      const double share = relay.share[static_cast<std::size_t>(d)];
      error = std::max({error, relative_error(row.at(i - d), share), relative_error(column.at(i - back + d), share)});
    }
    CHECK(error < 1e-12);
    CHECK(row.at(i - back - 1) == 0);
    CHECK(row.at(i + 1) == 0);
  }
}

TEST_CASE("The radius is the smallest distance that leaves out no more than epsilon, for any epsilon", "[relay]") {
  for (const double alpha : {0.0, 0.4, 0.95}) {
    for (const double epsilon : {0.5, 0.1, 0.01, 1e-4}) {
      const engine::UniformRelay relay = engine::uniform_relay(9, 6, alpha);
      double sum = 0;
      std::int64_t least = -1;
      while (sum < 1 - epsilon - 1e-12) sum += relay.share[static_cast<std::size_t>(++least)];
      INFO("alpha " << alpha << ", epsilon " << epsilon);
      CHECK(engine::uniform_radius(9, 6, alpha, epsilon) == least);
    }
  }
  CHECK(engine::uniform_radius(100, 2, 0.95, 0.01) == 91);
  CHECK(engine::uniform_radius(100, 100, 0.95, 0.01) == 587);
}
