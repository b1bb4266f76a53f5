// Cost and cache: the tables against the engine and the articles, words, the rolling slots, the chart.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "engine/stack/cost.h"
#include "support/view_frame.h"
#include "view/depth/cost_words.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using engine::Count;
using support::ViewFrame;
using view::CostGroup;

namespace {

std::string said(const std::vector<view::Run>& runs) {
  std::string text;
  for (const view::Run& run : runs) text += run.text;
  return text;
}

view::CostModel& cost(ViewFrame& frame) {
  view::update_cost(frame.models.cost, frame.input());
  return frame.models.cost;
}

const view::CostRow& row(const view::CostModel& m, CostGroup group, std::size_t place) {
  return m.tables[static_cast<std::size_t>(group)].rows[place];
}

}  // namespace

TEST_CASE("Every number of the tables is the engine's", "[cost]") {
  for (const char* query : {"view=cost&t=24&w=6", "view=cost&t=24&w=all&layers=5", "view=cost&t=100&w=9&causal=0",
                            "view=cost&preset=gemma-3-4b", "view=cost&t=1000000000&w=4096&layers=64&h=64&d=256"}) {
    CAPTURE(query);
    ViewFrame frame(query);
    const view::CostModel& m = cost(frame);
    const config::Config& c = frame.config;
    const int window = std::min(c.window, c.tokens);
    const engine::Cost e = engine::cost({{c.tokens, window, c.layers, c.pattern, c.causal}, c.heads, c.head_width});
    const std::vector<std::vector<Count>> wanted = {
        {e.pairs_full, e.pairs_causal, e.pairs_kept},
        {e.project, e.score, e.blend, e.output, e.project + e.score + e.blend + e.output},
        {e.score_bytes_band, e.score_bytes_full},
        {e.cache_tokens, e.cache_bytes32, e.cache_bytes16, e.cache_tokens_full, e.cache_bytes32_full,
         e.cache_bytes16_full}};
    for (std::size_t group = 0; group < wanted.size(); ++group) {
      REQUIRE(m.tables[group].rows.size() == wanted[group].size());
      REQUIRE(m.tables[group].rows.size() == static_cast<std::size_t>(view::kCostRows[group]));
      for (std::size_t i = 0; i < wanted[group].size(); ++i) {
        std::string digits = m.tables[group].rows[i].number;
        std::erase(digits, ',');
        CHECK(digits == engine::decimal(wanted[group][i]));
      }
    }
  }
}

TEST_CASE("The article's long document: ten billion pairs, and a hundred million", "[cost]") {
  ViewFrame frame("view=cost&preset=tokens-100k");
  const view::CostModel& m = cost(frame);
  CHECK(row(m, CostGroup::kPairs, 0).number == "10,000,000,000");
  CHECK(row(m, CostGroup::kPairs, 0).human == "10.0 billion");
  CHECK(row(m, CostGroup::kPairs, 1).number == "5,000,050,000");
  CHECK(row(m, CostGroup::kPairs, 2).number == "101,876,224");
  CHECK(row(m, CostGroup::kPairs, 2).human == "102 million");
  CHECK(said(m.title) == "W = 1,024 keeps 2.04 % of the causal pairs");
  CHECK(said(m.subtitle) == "A windowed layer saves 49.1 ×, about T / (2W) = 48.8, not T / W = 97.7.");
}

TEST_CASE("Everything is exact at T = 1e9 and L = 64", "[cost]") {
  ViewFrame frame("view=cost&t=1000000000&w=4096&layers=64");
  const view::CostModel& m = cost(frame);
  CHECK(row(m, CostGroup::kPairs, 0).number == "64,000,000,000,000,000,000");
  CHECK(row(m, CostGroup::kPairs, 1).number == "32,000,000,032,000,000,000");
  CHECK(row(m, CostGroup::kPairs, 2).number == "262,143,463,260,160");  // 64 (4096 · 1e9 - 4096 · 4095 / 2)
  CHECK(row(m, CostGroup::kPairs, 2).human == "262 trillion");
  CHECK(said(m.title) == "W = 4,096 keeps 8.2e−4 % of the causal pairs");
  CHECK(m.cache.token == 999'999'999);
  CHECK(m.cache.slot == 2559);
  CHECK(m.cache.slots.size() < 40);
}

TEST_CASE("The saving in words: no window, two-sided, a mixed pattern", "[cost]") {
  const auto words = [](const char* query) {
    ViewFrame frame(query);
    return said(cost(frame).title) + ": " + said(cost(frame).subtitle);
  };
  CHECK(words("view=cost&t=24&w=all&layers=1") ==
        "No window: every causal pair is kept: A window as long as the sequence saves nothing.");
  CHECK(words("view=cost&t=24&w=24&causal=0&layers=2") ==
        "No window: every pair is kept: A window as long as the sequence saves nothing.");
  CHECK(words("view=cost&t=1000&w=10&causal=0&layers=1") ==
        "W = 10 keeps 1.89 % of the pairs: A two-sided layer saves 52.9 ×, about T / (2W − 1) = 52.6.");
  CHECK(
      words("view=cost&t=1000&w=10&pattern=LG&layers=2") ==
      "W = 10 in LG keeps 51.0 % of the causal pairs: A windowed layer saves 50.3 ×, about T / (2W) = 50.0, not T / W "
      "= 100; the stack 1.96 ×.");
}

TEST_CASE("A preset that shares key heads says what that makes of the cache, until it is changed", "[cost]") {
  ViewFrame frame("view=cost&preset=mistral-7b");
  // 32 layers, 4,096 slots, 2 · 4,096 numbers of 2 bytes; a fourth with 8 of 32 key heads.
  CHECK(row(cost(frame), CostGroup::kCache, 2).number == "2,147,483,648");
  CHECK(said(cost(frame).note) ==
        "Counted with a key head for each query head. Mistral 7B has 8 key heads for its 32 query heads: in 16-bit its "
        "rolling cache takes 537 MB instead of 2.15 GB, a whole one 17.2 GB.");
  frame.config.layers = 31;
  CHECK(said(cost(frame).note) ==
        "To decode the next token a layer keeps 2 · H · D = 8,192 numbers of each of the last W tokens; a global layer "
        "of "
        "all.");
  ViewFrame longformer("view=cost&preset=longformer-base");
  CHECK(said(cost(longformer).note).find("two-sided") != std::string::npos);
}

TEST_CASE("Units of counts and bytes", "[cost]") {
  CHECK(view::human_count(9'999).empty());
  CHECK(view::human_count(10'000) == "10.0 thousand");
  CHECK(view::human_count(999'499) == "999 thousand");
  CHECK(view::human_count(999'500) == "1.00 million");
  CHECK(view::human_bytes(999).empty());
  CHECK(view::human_bytes(1'000) == "1.00 kB");
  CHECK(view::human_bytes(38'654'705'664) == "38.7 GB");
  CHECK(view::all_digits(0) == "0");
  CHECK(view::all_digits(999) == "999");
  CHECK(view::all_digits(1'000) == "1,000");
  CHECK(view::three_digits(9.994) == "9.99");
  CHECK(view::three_digits(9.996) == "10.0");
  CHECK(view::three_digits(99.96) == "100");
  CHECK(view::three_digits(244'140.6) == "244,141");
}

TEST_CASE("The cache rolls: each slot holds the last token of its own", "[cost]") {
  for (const int window : {1, 2, 5, 24}) {
    std::vector<std::int64_t> slots(static_cast<std::size_t>(window), -1);
    for (std::int64_t token = 0; token < 24; ++token) {
      const std::int64_t before = slots[static_cast<std::size_t>(engine::cache_slot(token, window))];
      slots[static_cast<std::size_t>(engine::cache_slot(token, window))] = token;
      for (std::int64_t slot = 0; slot < window; ++slot) {
        CHECK(view::cached_token(slot, token, window) == slots[static_cast<std::size_t>(slot)]);
      }
      ViewFrame frame("view=cost&t=24&w=" + std::to_string(window));
      frame.state.cache_token = static_cast<int>(token);
      const view::CachePicture& p = cost(frame).cache;
      CHECK(p.overwritten == before);
      REQUIRE(p.whole);
      for (const view::CacheSlot& slot : p.slots) {
        CHECK(slot.token == slots[static_cast<std::size_t>(slot.slot)]);
        CHECK(slot.lit == (slot.token == token));
      }
    }
  }
  ViewFrame frame("view=cost&t=24&w=6");
  CHECK(said(cost(frame).cache.words) ==
        "Token 23 goes to slot 23 mod 6 = 5, over token 17, which no later token reads.");
  frame.state.cache_token = 3;
  CHECK(said(cost(frame).cache.words) == "Token 3 goes to slot 3 mod 6 = 3, which was empty.");
}

TEST_CASE("Of a large cache the part round the slot is drawn, with all of it as a strip", "[cost]") {
  for (const float width : {320.0F, 390.0F, 768.0F, 1280.0F}) {
    for (const int token : {0, 1'500, 4'095, 4'096, 99'999}) {
      ViewFrame frame("view=cost&t=100000&w=4096", width);
      frame.state.cache_token = token;
      const view::CachePicture& p = cost(frame).cache;
      CAPTURE(width, token);
      CHECK_FALSE(p.whole);
      CHECK(std::ranges::count_if(p.slots, [](const view::CacheSlot& s) { return s.lit; }) == 1);
      CHECK(p.cut_left == (p.slots.front().slot > 0));
      CHECK(p.cut_right == (p.slots.back().slot < 4095));
      for (const view::CacheSlot& s : p.slots) CHECK(frame.models.cost.boxes.slots.holds(s.box, 0.5F));
      CHECK(p.filled == static_cast<float>(std::min(1.0, (token + 1) / 4096.0)));
    }
  }
}

TEST_CASE("The chart's curves are the layer's multiply-adds, and this point lies on the window's", "[cost]") {
  for (const char* query : {"view=cost&t=24&w=6", "view=cost&t=1&w=1", "view=cost&t=100000&w=1024&causal=0",
                            "view=cost&t=1000000000&w=4096&h=64&d=256", "view=cost&t=5000&w=all"}) {
    CAPTURE(query);
    ViewFrame frame(query);
    const view::CostModel& m = cost(frame);
    const view::CostChart& c = m.chart;
    const config::Config& k = frame.config;
    const Count width = static_cast<Count>(k.heads) * static_cast<Count>(k.head_width);
    const engine::Cost one =
        engine::cost({{k.tokens, std::min(k.window, k.tokens), 1, "L", k.causal}, k.heads, k.head_width});
    const auto adds = static_cast<double>(one.project + one.output + 2 * one.pairs_kept * width);
    CHECK_THAT(view::layer_adds(m.rule, view::CostCurve::kWindow, k.tokens), WithinRel(adds, 1e-12));
    CHECK(c.plot.grown(1).contains(c.here));
    CHECK_THAT(c.here.y, WithinAbs(c.y_of(adds), 0.01));
    for (const view::Polyline& line : c.curves) {
      REQUIRE(line.size() > 20);
      CHECK(std::ranges::is_sorted(line, {}, &view::Point::x));
      CHECK(std::ranges::is_sorted(line, std::ranges::greater{}, &view::Point::y));
      for (const view::Point& p : line) CHECK(c.plot.grown(1).contains(p));
    }
    for (const view::ChartTick& tick : c.y_ticks) CHECK((tick.at > c.plot.y - 1 && tick.at < c.plot.bottom() + 1));
  }
}

TEST_CASE("Measured times lie by the median of their rates", "[cost]") {
  ViewFrame frame("view=cost&t=1000&w=64");
  const engine::CostRule rule = view::cost_rule(frame.config);
  const auto adds = [&](int tokens) { return view::layer_adds(rule, view::CostCurve::kWindow, tokens); };
  CHECK_FALSE(view::measured_rate(rule, {}).has_value());
  CHECK_FALSE(view::measured_rate(rule, {{32, 0}}).has_value());
  CHECK_THAT(*view::measured_rate(rule, {{32, 0.5}}), WithinRel(adds(32) / 0.5, 1e-12));
  // The shortest run is cold, twenty times too slow: it moves nothing.
  const auto at_rate = [&](int tokens, double rate) { return view::CostSweep::Point{tokens, adds(tokens) / rate}; };
  const std::vector<view::CostSweep::Point> points = {at_rate(128, 1.1e6), at_rate(64, 1e6), at_rate(32, 5e4)};
  CHECK_THAT(*view::measured_rate(rule, points), WithinRel(1e6, 1e-12));
  CHECK_THAT(*view::measured_rate(rule, {at_rate(64, 1e6), at_rate(32, 4e6)}), WithinRel(2e6, 1e-12));

  CHECK(cost(frame).chart.ms_ticks.empty());
  frame.depth.cost = {.points = points, .steps = 8, .off = {}, .running = true, .current = true, .revision = 1};
  const view::CostChart& c = cost(frame).chart;
  REQUIRE(c.measured.size() == 3);
  CHECK(c.progress == "3 of 8");
  CHECK_FALSE(c.ms_ticks.empty());
  CHECK_THAT(c.measured[0].y, WithinAbs(c.y_of(points[0].milliseconds * *c.rate), 0.01));
  // The middle one lies on the curve.
  CHECK_THAT(c.measured[1].y, WithinAbs(c.y_of(adds(64)), 0.01));
  CHECK(said(c.words).find("set by their median") != std::string::npos);
  CHECK(said(c.words).find("1,000 tokens should take") != std::string::npos);
  frame.depth.cost.current = false;
  CHECK(cost(frame).chart.measured.empty());
}

TEST_CASE("What was measured at this T is said as it was", "[cost]") {
  ViewFrame frame("view=cost&t=4096&w=64&layers=4&h=4&d=16");
  frame.depth.cost = {.points = {{1024, 5}, {2048, 11}, {4096, 25}},
                      .steps = 8,
                      .off = {},
                      .running = false,
                      .current = true,
                      .revision = 1};
  CHECK(said(cost(frame).chart.words).find("A layer of 4,096 tokens took 25.0 ms; without a window it should take") !=
        std::string::npos);
}

TEST_CASE("Where nothing can be measured the chart says why", "[cost]") {
  ViewFrame frame("view=cost&t=24&w=6");
  CHECK_FALSE(cost(frame).chart.off);
  frame.depth.cost.off = "Too wide.";
  CHECK(cost(frame).chart.off);
  CHECK(said(frame.models.cost.chart.words).ends_with("Too wide."));
}
