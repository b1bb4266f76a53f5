// Attention rollout against the plain matrix product and the reference values.
#include "engine/stack/rollout.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "engine/stack/reach.h"
#include "support/stack_runs.h"

using namespace bandscope;
using engine::Flow;
using engine::KeyTable;
using engine::Stack;
using support::HeldWeights;
using support::numbers_of;

namespace {

/// A (T, T) list as a table that holds each row's run of numbers that are not 0.
KeyTable<double> table_of(const std::vector<double>& dense, int tokens) {
  KeyTable<double> table;
  table.batch = table.heads = 1;
  table.rows = table.slots = table.row_room = table.slot_room = tokens;
  table.values.assign(dense.size(), 0.0);
  for (int i = 0; i < tokens; ++i) {
    int first = tokens, last = -1;
    for (int j = 0; j < tokens; ++j) {
      if (dense[static_cast<std::size_t>(i * tokens + j)] == 0) continue;
      first = std::min(first, j);
      last = j;
    }
    table.first.push_back(last < 0 ? 0 : first);
    table.count.push_back(last < 0 ? 0 : last - first + 1);
    for (int j = first; j <= last; ++j) table.row(0, 0, i)[j - first] = dense[static_cast<std::size_t>(i * tokens + j)];
  }
  return table;
}

/// Row `i` of a (T, T) product.
std::vector<double> row_of(const std::vector<double>& product, int tokens, int i) {
  return {product.begin() + i * tokens, product.begin() + (i + 1) * tokens};
}

std::vector<double> dense_flow(const Flow& flow, int tokens) {
  std::vector<double> out;
  for (int j = 0; j < tokens; ++j) out.push_back(flow.at(j));
  return out;
}

}  // namespace

TEST_CASE("Rollout equals the reference values", "[rollout]") {
  const auto golden = support::golden("stack_cases")["influence"];
  const int tokens = golden["T"].get<int>(), layers = golden["L"].get<int>();
  std::vector<KeyTable<double>> tables;
  for (const auto& shares : golden["layer_shares"]) tables.push_back(table_of(support::flat(shares), tokens));
  REQUIRE(static_cast<int>(tables.size()) == layers);
  for (const double alpha : {0.0, 0.5}) {
    const auto wanted = support::flat(golden[alpha == 0 ? "product" : "rollout_half"]);
    REQUIRE(wanted.size() == static_cast<std::size_t>(tokens * tokens));
    for (int t = 0; t < tokens; ++t) {
      const auto rows = engine::rollout_rows<double>(tables, alpha, t, layers);
      CHECK(support::array_error(dense_flow(rows[0], tokens), row_of(wanted, tokens, t)) <= 1e-9);
      const auto columns = engine::rollout_columns<double>(tables, alpha, t);
      for (int i = 0; i < tokens; ++i) {
        CHECK(std::fabs(columns.back().at(i) - wanted[static_cast<std::size_t>(i * tokens + t)]) <= 1e-9);
      }
    }
  }
}

TEMPLATE_TEST_CASE("Rollout of random stacks is the plain product, within the hard reach", "[rollout]", float, double) {
  std::mt19937 random(81);
  for (int n = 0; n < 60; ++n) {
    const oracle::StackProblem p = support::random_stack(random);
    const int tokens = p.layer.queries;
    HeldWeights<TestType> weights(p);
    Stack<TestType> stack;
    support::run_all(stack, support::settings_of(p), numbers_of<TestType>(p.layer.x), 1, weights);
    // Of the shares that there are, so that only rollout itself is looked at.
    std::vector<oracle::Array> shares;
    for (int layer = 1; layer <= p.layers; ++layer) {
      const auto dense = support::dense_table(stack.mean_shares(layer), tokens, TestType{0});
      shares.emplace_back(dense.begin(), dense.end());
    }
    CAPTURE(n, tokens, p.layers, p.pattern, p.alpha, p.layer.causal, p.layer.window.value_or(0));
    const engine::StackRule rule = support::settings_of(p).rule();
    for (int i = 0; i < tokens; ++i) {
      for (int from = 0; from <= p.layers; ++from) {
        const auto rows = engine::rollout_rows(stack, i, from);
        REQUIRE(rows.size() == static_cast<std::size_t>(from) + 1);
        for (int to = 0; to <= from; ++to) {
          const Flow& flow = rows[static_cast<std::size_t>(to)];
          const auto product = oracle::rollout({shares.begin() + to, shares.begin() + from}, tokens, p.alpha);
          CHECK(support::array_error(dense_flow(flow, tokens), row_of(product, tokens, i)) <= 1e-12);
          const engine::Span span = engine::reach(rule, i, from, to);
          CHECK(flow.first == span.first);
          CHECK(static_cast<std::int64_t>(flow.values.size()) == span.size());
          double sum = 0;
          for (const double value : flow.values) sum += value;
          CHECK(std::fabs(sum - 1) <= 4 * support::kTolerance<TestType>);
        }
      }
      const auto columns = engine::rollout_columns(stack, i);
      REQUIRE(columns.size() == static_cast<std::size_t>(p.layers) + 1);
      for (int layer = 0; layer <= p.layers; ++layer) {
        const auto product = oracle::rollout({shares.begin(), shares.begin() + layer}, tokens, p.alpha);
        double worst = 0;
        for (int t = 0; t < tokens; ++t) {
          worst = std::max(worst, std::fabs(columns[static_cast<std::size_t>(layer)].at(t) -
                                            product[static_cast<std::size_t>(t * tokens + i)]));
        }
        CHECK(worst <= 1e-12);
      }
    }
  }
}

TEST_CASE("What is not a number shows only where a path of weight leads through it", "[rollout]") {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  // Row 2 of layer 1 is broken; in layer 2 row 3 reads it, row 4 gives it a share of 0, row 5 does not read it.
  std::vector<double> first(36, 0.0), second(36, 0.0);
  for (int t = 0; t < 6; ++t)
    first[static_cast<std::size_t>(t * 6 + t)] = second[static_cast<std::size_t>(t * 6 + t)] = 1;
  first[2 * 6 + 1] = first[2 * 6 + 2] = kNaN;
  second[3 * 6 + 2] = second[3 * 6 + 3] = 0.5;
  second[4 * 6 + 1] = 0.25;
  second[4 * 6 + 4] = 0.75;
  const std::vector<KeyTable<double>> tables{table_of(first, 6), table_of(second, 6)};
  for (int i = 0; i < 6; ++i) {
    const auto row = engine::rollout_rows<double>(tables, 0, i, 2)[0];
    for (int j = 0; j < 6; ++j) {
      const bool broken = (i == 2 || i == 3) && (j == 1 || j == 2);
      CAPTURE(i, j);
      CHECK(std::isnan(row.at(j)) == broken);
      CHECK(std::isnan(engine::rollout_columns<double>(tables, 0, j)[2].at(i)) == broken);
      // With alpha 1 no share counts.
      CHECK(engine::rollout_rows<double>(tables, 1, i, 2)[0].at(j) == (i == j ? 1.0 : 0.0));
      CHECK(engine::rollout_columns<double>(tables, 1, j)[2].at(i) == (i == j ? 1.0 : 0.0));
    }
  }
}

TEST_CASE("A row that keeps no key passes on its residual alone", "[rollout]") {
  const std::vector<KeyTable<double>> tables{table_of({0, 0, 0.5, 0.5}, 2)};
  CHECK(engine::rollout_rows<double>(tables, 0.25, 0, 1)[0].at(0) == 0.25);
  CHECK(engine::rollout_rows<double>(tables, 0, 0, 1)[0].at(0) == 0);
  CHECK(engine::rollout_columns<double>(tables, 0.25, 0)[1].at(0) == 0.25);
  CHECK(engine::rollout_columns<double>(tables, 0.25, 0)[1].at(1) == 0.375);
}
