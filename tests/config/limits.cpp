#include "config/limits.h"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <string>
#include <vector>

#include "config/query.h"

using namespace bandscope::config;

namespace {

Config link(std::string_view query) { return parse(query).config; }

constexpr Letter kLetters[] = {Letter::kT, Letter::kW, Letter::kH, Letter::kD, Letter::kL};

}  // namespace

TEST_CASE("Legal ranges are wider than the sliders", "[limits]") {
  const Config random;
  CHECK(range(Letter::kT, random) == Range{1, 1'000'000, 256});
  CHECK(range(Letter::kH, random) == Range{1, 64, 16});
  CHECK(range(Letter::kD, random) == Range{1, 256, 64});
  CHECK(range(Letter::kW, random) == Range{1, 16, 16});
  CHECK(range(Letter::kW, link("t=1000&w=5")) == Range{1, 1000, 1000});
  CHECK(stops(Letter::kH, random).empty());
}

TEST_CASE("A text's T ends at its tokens", "[limits]") {
  CHECK(range(Letter::kT, link("text=a+b,+c")) == Range{1, 4, 4});
  CHECK(range(Letter::kT, link("text=a+b,+c&t=2")) == Range{1, 4, 4});
  CHECK(range(Letter::kW, link("text=a+b,+c&t=2")) == Range{1, 2, 2});
  std::string words;
  for (int i = 0; i < 300; ++i) words += "a+";
  CHECK(range(Letter::kT, link("text=" + words)) == Range{1, 300, 256});
  CHECK(range(Letter::kH, link("text=a")) == Range{1, 64, 16});
}

TEST_CASE("An example ends at its rows and stops at the divisors of C", "[limits]") {
  CHECK(range(Letter::kT, link("example=shapes")) == Range{1, 3, 3});
  CHECK(range(Letter::kT, link("example=sliding-window")) == Range{1, 4, 4});
  CHECK(range(Letter::kT, link("example=nolan")) == Range{1, 2, 2});
  for (const char* example : {"example=shapes", "example=sliding-window", "example=nolan"}) {
    const Config config = link(example);
    CHECK(range(Letter::kH, config) == Range{1, 4, 4});
    CHECK(range(Letter::kD, config) == Range{1, 4, 4});
    CHECK(stops(Letter::kH, config) == std::vector<int>{1, 2, 4});
    CHECK(stops(Letter::kD, config) == std::vector<int>{1, 2, 4});
    CHECK(stops(Letter::kT, config).empty());
    CHECK(stops(Letter::kW, config).empty());
    CHECK(value(Letter::kH, with_value(Letter::kH, 4, config)) == 4);
    CHECK(value(Letter::kD, with_value(Letter::kH, 4, config)) == 1);
    CHECK(value(Letter::kH, with_value(Letter::kD, 4, config)) == 1);
  }
}

TEST_CASE("Steps of one reach every divisor", "[limits]") {
  Config config = link("example=shapes&h=1");
  std::vector<int> seen;
  for (int i = 0; i < 4; ++i) {
    seen.push_back(config.heads);
    config = with_value(Letter::kH, config.heads + 1, config);
  }
  CHECK(seen == std::vector<int>{1, 2, 4, 4});
  config = with_value(Letter::kH, config.heads - 1, config);
  CHECK(config.heads == 2);
  config = with_value(Letter::kD, config.head_width + 1, config);
  CHECK(config.head_width == 4);
  config = with_value(Letter::kD, config.head_width - 1, config);
  CHECK(config.head_width == 2);
}

TEST_CASE("A letter set to its own value changes nothing", "[limits]") {
  for (const char* query : {"", "v=1", "t=5&w=4", "text=a+b&h=2", "example=shapes", "example=nolan", "w=all"}) {
    const Config config = link(query);
    for (const Letter letter : {Letter::kT, Letter::kH, Letter::kD}) {
      CAPTURE(query, static_cast<int>(letter));
      CHECK(with_value(letter, value(letter, config), config) == config);
    }
  }
}

TEST_CASE("Nothing that is typed leaves the legal range", "[limits]") {
  constexpr int kTyped[] = {std::numeric_limits<int>::min(),    -1, 0, 1, 3, 64, 65, 257, 1'000'001,
                            std::numeric_limits<int>::max() - 1};
  for (const char* query : {"", "v=1", "text=a+b", "example=shapes", "example=nolan", "t=1000&w=all"}) {
    const Config config = link(query);
    for (const Letter letter : kLetters) {
      for (const int typed : kTyped) {
        CAPTURE(query, static_cast<int>(letter), typed);
        const Config now = with_value(letter, typed, config);
        const Range legal = range(letter, now);
        CHECK(value(letter, now) >= legal.low);
        CHECK(value(letter, now) <= legal.high);
        CHECK(clamp(now).config == now);
        CHECK(clamp(now).notices.empty());
      }
    }
  }
}

TEST_CASE("W follows T down and returns", "[limits]") {
  const Config config = link("t=16&w=12");
  CHECK(effective_window(config) == 12);
  CHECK_FALSE(window_held(config));
  const Config low = with_value(Letter::kT, 5, config);
  CHECK(low.window == 12);
  CHECK(effective_window(low) == 5);
  CHECK(value(Letter::kW, low) == 5);
  CHECK(window_held(low) == "W 12 is held at T = 5");
  CHECK(with_value(Letter::kT, 16, low) == config);
}

TEST_CASE("Sliders pass the sizes that hold a setting back and return", "[limits]") {
  const Config built = opening();
  const Config narrow = with_value(Letter::kD, 2, built);
  CHECK(effective_weights(narrow) == Weights::kRandom);
  CHECK(weights_held(narrow) == "Built weights need D = 8 or more: random until then");
  CHECK_FALSE(weights_held(built));
  CHECK(with_value(Letter::kD, 8, narrow) == built);
  const Config zero = link("strike=zero");
  const Config wide = with_value(Letter::kT, 1000, zero);
  CHECK(effective_strike(wide) == Strike::kInfinity);
  CHECK(strike_held(wide) == "Strike by zero needs every score: it stops at T = 256, minus infinity beyond");
  CHECK_FALSE(strike_held(zero));
  CHECK(with_value(Letter::kT, 16, wide) == zero);
}

TEST_CASE("Only kAllKeys is all", "[limits]") {
  const Config config = link("t=16&w=12");
  CHECK(with_value(Letter::kW, 16, config).window == 16);
  CHECK(with_value(Letter::kW, 99, config).window == 16);
  CHECK(with_value(Letter::kW, kAllKeys, config).window == kAllKeys);
  const Config all = link("t=16&w=all");
  CHECK(value(Letter::kW, all) == 16);
  CHECK(effective_window(with_value(Letter::kT, 200, all)) == 200);
  CHECK_FALSE(window_held(all));
}

TEST_CASE("The pick that is not set follows T", "[limits]") {
  CHECK(effective_pick(opening()) == Pick{17, 16});
  CHECK(effective_pick(link("t=1")) == Pick{0, 0});
  CHECK(effective_pick(link("t=2")) == Pick{1, 0});
  CHECK(effective_pick(link("t=3")) == Pick{2, 1});
  CHECK(effective_pick(link("t=5")) == Pick{4, 3});  // 3.5 is rounded up
  CHECK(effective_pick(link("t=16")) == Pick{11, 10});
  CHECK(effective_pick(link("t=1000000")) == Pick{700'000, 699'999});
  CHECK(effective_pick(link("example=nolan")) == Pick{0, 0});
  CHECK(effective_pick(link("example=nolan&pick=0,1")) == Pick{0, 1});
  CHECK(effective_pick(link("pick=3,1")) == Pick{3, 1});
  Config config = link("pick=15,15");
  config.tokens = 4;  // not clamped yet
  CHECK(effective_pick(config) == Pick{3, 3});
  CHECK_FALSE(with_value(Letter::kT, 9, link("t=16")).pick);
}

TEST_CASE("Nolan has one query and T keys", "[limits]") {
  CHECK(query_count(link("example=nolan")) == 1);
  CHECK(key_count(link("example=nolan")) == 2);
  CHECK(key_count(link("example=nolan&t=1")) == 1);
  CHECK(query_count(link("t=9")) == 9);
  CHECK(key_count(link("t=9")) == 9);
}

TEST_CASE("A control that is off says why", "[limits]") {
  const Config random;
  const Config nolan = link("example=nolan");
  const Config shapes = link("example=shapes");
  const Config text = link("text=a+b");
  for (const Control on : {Control::kT, Control::kW, Control::kH, Control::kD, Control::kCausal, Control::kScale,
                           Control::kStrikeZero, Control::kTie, Control::kSeed}) {
    CHECK_FALSE(off_reason(on, random));
    CHECK_FALSE(off_reason(on, text));
  }
  CHECK_FALSE(off_reason(Control::kPositions, text));
  CHECK_FALSE(off_reason(Control::kWeightsBuilt, text));
  CHECK(off_reason(Control::kPositions, random) == "Position marks are added to the words of a text");
  CHECK(off_reason(Control::kWeightsBuilt, random) == "Built weights need the words of a text");
  CHECK(off_reason(Control::kWeightsBuilt, link("text=a&d=7")) == "Built weights need D = 8 or more");
  CHECK(off_reason(Control::kStrikeZero, link("t=257")) == "Strike by zero needs every score: it stops at T = 256");
  CHECK_FALSE(off_reason(Control::kStrikeZero, link("t=256")));
  CHECK(off_reason(Control::kW, nolan) == "This example masks nothing: no causal rule, no window");
  CHECK(off_reason(Control::kCausal, nolan) == off_reason(Control::kW, nolan));
  for (const Control control :
       {Control::kStrikeZero, Control::kTie, Control::kSeed, Control::kPositions, Control::kWeightsBuilt}) {
    CHECK(off_reason(control, nolan));
  }
  CHECK_FALSE(off_reason(Control::kT, nolan));
  CHECK_FALSE(off_reason(Control::kScale, nolan));
  for (const Control control : {Control::kW, Control::kCausal, Control::kTie, Control::kStrikeZero}) {
    CHECK_FALSE(off_reason(control, shapes));
  }
  CHECK(off_reason(Control::kSeed, shapes) == "This example's numbers are given, not drawn");
}
