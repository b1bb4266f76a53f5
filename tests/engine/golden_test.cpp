// The reference values by NumPy: worked examples, whole layers, hostile numbers, cross attention, position marks.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "engine/dense.h"
#include "engine/inputs.h"
#include "engine/positions.h"
#include "support/layer_runs.h"

using namespace bandscope;
using support::array_error;
using support::flat;
using support::kTolerance;

namespace {

int width_of(const nlohmann::json& rows) { return static_cast<int>(rows.at(0).size()); }

/// A golden case with q, k, v, heads and keep.
oracle::Problem given_problem(const nlohmann::json& line) {
  oracle::Problem p;
  p.heads = line.value("heads", line.value("H", 1));
  p.queries = static_cast<int>(line["q"].size());
  p.keys = static_cast<int>(line["k"].size());
  p.head_width = width_of(line["q"]) / p.heads;
  if (line.contains("window") && !line["window"].is_null()) p.window = line["window"].get<int>();
  p.causal = line.value("causal", true);
  if (line.contains("key_mask")) p.key_mask = line["key_mask"].get<std::vector<std::uint8_t>>();
  p.q = flat(line["q"]);
  p.k = flat(line["k"]);
  p.v = flat(line["v"]);
  return p;
}

/// Compares every array that the golden case has with the Trace's.
template <class Real>
void check_trace(const engine::Trace<Real>& trace, const nlohmann::json& line) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  const int keys = trace.shape.keys;
  const auto check = [&](const char* name, const auto& values) {
    if (!line.contains(name)) return;
    INFO(name);
    CHECK(array_error(values, flat(line[name])) <= kTolerance<Real>);
  };
  check("qkv", trace.qkv);
  check("keep", support::dense_keep(trace.keep, 1));
  check("scores_raw", support::dense_table(trace.scores_raw, keys, Real{0}));
  check("scores_scaled", support::dense_table(trace.scores_scaled, keys, Real{0}));
  check("scores_masked", support::dense_table(trace.scores_masked, keys, -kInfinity));
  check("shares", support::dense_table(trace.shares, keys, Real{0}));
  check("head_out", trace.head_out);
  check("merged", trace.merged);
  check("output", trace.output);
}

}  // namespace

TEMPLATE_TEST_CASE("Worked examples equal the reference values", "", float, double) {
  const auto examples = support::golden("worked_examples");
  for (const char* name : {"shapes", "sliding-window", "nolan"}) {
    INFO(name);
    check_trace(support::run_fresh<TestType>(given_problem(examples[name])), examples[name]);
  }
}

TEST_CASE("The engine's own worked examples are the golden ones") {
  const auto examples = support::golden("worked_examples");
  struct Named {
    engine::InputKind kind;
    const char* name;
  };
  for (const Named& example :
       {Named{engine::InputKind::kShapes, "shapes"}, Named{engine::InputKind::kSlidingWindow, "sliding-window"},
        Named{engine::InputKind::kNolan, "nolan"}}) {
    INFO(example.name);
    const auto& line = examples[example.name];
    engine::InputSource source;
    const auto& tensors = source.make({.kind = example.kind, .tokens = 99, .heads = line["heads"].get<int>()});
    CHECK(array_error(tensors.q, flat(line["q"])) == 0);
    CHECK(array_error(tensors.k, flat(line["k"])) == 0);
    CHECK(array_error(tensors.v, flat(line["v"])) == 0);
    CHECK(tensors.x.empty());
    CHECK(tensors.w_o.empty());
    CHECK(source.shape().queries == static_cast<int>(line["q"].size()));
    CHECK(source.shape().keys == static_cast<int>(line["k"].size()));
  }
}

TEMPLATE_TEST_CASE("Whole layers equal the reference values", "", float, double) {
  const auto cases = support::golden("layer_cases");
  REQUIRE(cases.size() >= 16);
  for (const auto& line : cases) {
    oracle::Problem p;
    p.queries = p.keys = line["T"].get<int>();
    p.embed_width = line["E"].get<int>();
    p.heads = line["H"].get<int>();
    p.head_width = line["D"].get<int>();
    if (!line["W"].is_null()) p.window = line["W"].get<int>();
    p.causal = line["causal"].get<bool>();
    if (!line["key_mask"].is_null()) p.key_mask = line["key_mask"].get<std::vector<std::uint8_t>>();
    p.x = flat(line["x"]);
    p.w_qkv = flat(line["w_qkv"]);
    p.w_o = flat(line["w_o"]);
    CAPTURE(p.queries, p.embed_width, p.heads, p.head_width, line["W"].dump(), p.causal);
    check_trace(support::run_fresh<TestType>(p), line);
    // The oracle is held to the same values, or it could not be one.
    const oracle::Answer answer = oracle::attend(p);
    CHECK(array_error(answer.shares, flat(line["shares"])) <= 1e-13);
    CHECK(array_error(answer.output, flat(line["output"])) <= 1e-13);
  }
}

TEMPLATE_TEST_CASE("Hostile numbers give the reference values", "", float, double) {
  const auto cases = support::golden("hostile_cases");
  REQUIRE(cases.size() == 3);
  for (const auto& line : cases) {
    INFO(line["name"]);
    check_trace(support::run_fresh<TestType>(given_problem(line)), line);
  }
}

TEMPLATE_TEST_CASE("Cross attention equals the reference values", "", float, double) {
  int found = 0;
  const auto cases = support::golden("variant_cases");
  for (const auto& line : cases) {
    if (!line["name"].get<std::string>().starts_with("cross attention")) continue;
    ++found;
    oracle::Problem p = given_problem(line);
    p.causal = false;
    check_trace(support::run_fresh<TestType>(p), line);
  }
  CHECK(found == 1);
}

TEST_CASE("Position marks equal the reference values") {
  const auto line = support::golden("position_cases")["sinusoid"];
  const int width = line["C"].get<int>();
  std::vector<double> marks;
  for (int p = 0; p < line["T"].get<int>(); ++p) {
    for (int e = 0; e < width; ++e) marks.push_back(engine::position_mark(p, e, width));
  }
  CHECK(array_error(marks, flat(line["value"])) <= 1e-15);
}

TEST_CASE("Strike by zero gives the article's wrong shares, by minus infinity the right ones") {
  const auto line = support::golden("worked_examples")["strike"];
  oracle::Problem p;
  p.keys = p.queries = 3;
  p.q = {0, 0, 2};  // the last row's score is 2 for each key, and its window keeps the last key alone
  p.k = {1, 1, 1};
  p.v = {1, 1, 1};
  p.window = 1;
  for (const bool zero : {false, true}) {
    p.strike_zero = zero;
    const auto trace = support::run_fresh<double>(p);
    std::vector<double> row(3);
    for (int j = 0; j < 3; ++j) row[j] = trace.shares.at(0, 0, 2, 2 - j, 0.0);  // the kept key first, as printed
    CHECK(array_error(row, flat(line[zero ? "zero" : "minus_infinity"])) <= 1e-12);
    CHECK(support::compare_with_oracle(trace, oracle::attend(p)).error <= 1e-12);
  }
}
