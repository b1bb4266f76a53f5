// Slider position <-> value, both ways, for every letter and source.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "config/query.h"
#include "view/controls.h"

using namespace bandscope;
using config::Config;
using config::Letter;

namespace {

constexpr Letter kLetters[] = {Letter::kT, Letter::kW, Letter::kH, Letter::kD};
constexpr std::string_view kStates[] = {
    "",
    "t=16",
    "t=1&h=1&d=1&w=1",
    "t=256&h=16&d=64&w=256",
    "t=1000000&h=1&d=1&w=7",
    "t=64&w=all",
    "text=one+two+three",
    "text=alone",
    "example=shapes",
    "example=sliding-window",
    "example=nolan",
};

Config link(std::string_view query) { return config::parse(query).config; }

/// Every value that the slider of a letter can stop at.
std::vector<int> reachable(Letter letter, const Config& config) {
  std::vector<int> stops = config::stops(letter, config);
  if (!stops.empty()) return stops;
  for (int v = 1; v <= config::range(letter, config).slider_high; ++v) stops.push_back(v);
  return stops;
}

}  // namespace

TEST_CASE("A slider's value and its thumb agree both ways", "[sliders]") {
  for (const std::string_view state : kStates) {
    const Config config = link(state);
    for (const Letter letter : kLetters) {
      INFO(state << " " << view::letter_name(letter));
      float before = -1;
      for (const int value : reachable(letter, config)) {
        const float position = view::slider_position(letter, value, config);
        CHECK(position > before);  // monotone, so no two values share a thumb
        CHECK(position <= 1);
        CHECK(view::slider_value(letter, position, config) == value);
        before = position;
      }
    }
  }
}

TEST_CASE("Every point of the travel is a legal value, and they rise", "[sliders]") {
  for (const std::string_view state : kStates) {
    const Config config = link(state);
    for (const Letter letter : kLetters) {
      INFO(state << " " << view::letter_name(letter));
      int before = 0;
      for (int i = -5; i <= 105; ++i) {
        const int value = view::slider_value(letter, static_cast<float>(i) / 100, config);
        CHECK(value >= std::max(1, before));
        CHECK(value <= config::range(letter, config).slider_high);
        before = value;
        // A window that is off stays as it is.
        if (letter == Letter::kW && config::off_reason(config::Control::kW, config)) continue;
        CHECK(config::value(letter, config::with_value(letter, value, config)) == value);
      }
      CHECK(before == config::range(letter, config).slider_high);
    }
  }
}

TEST_CASE("A value beyond the slider's end rests at its right end", "[sliders]") {
  CHECK(view::slider_position(Letter::kT, 1'000'000, link("t=16")) == 1);
  CHECK(view::slider_position(Letter::kH, 64, link("h=64")) == 1);
  CHECK(view::slider_position(Letter::kD, 256, link("d=256")) == 1);
  CHECK(view::slider_position(Letter::kT, 1, link("t=16")) == 0);
}

TEST_CASE("T, H and D are logarithmic, W is linear", "[sliders]") {
  using Catch::Matchers::WithinAbs;
  const Config config = link("t=17&w=9");
  CHECK_THAT(view::slider_position(Letter::kT, 16, config), WithinAbs(0.5, 1e-6));
  CHECK_THAT(view::slider_position(Letter::kH, 4, config), WithinAbs(0.5, 1e-6));
  CHECK_THAT(view::slider_position(Letter::kD, 8, config), WithinAbs(0.5, 1e-6));
  CHECK_THAT(view::slider_position(Letter::kW, 9, config), WithinAbs(0.5, 1e-6));
}

TEST_CASE("Steps go by stops and stay in the legal range", "[sliders]") {
  const Config random = link("t=16");
  CHECK(view::stepped(Letter::kT, 16, 1, random) == 17);
  CHECK(view::stepped(Letter::kT, 256, 10, random) == 266);  // legal above the slider's end
  CHECK(view::stepped(Letter::kT, 3, -10, random) == 1);
  CHECK(view::stepped(Letter::kT, 1'000'000, 1, random) == 1'000'000);
  CHECK(view::stepped(Letter::kW, 16, 1, random) == 16);
  const Config example = link("example=sliding-window");
  CHECK(view::stepped(Letter::kH, 2, 1, example) == 4);
  CHECK(view::stepped(Letter::kH, 4, 1, example) == 4);
  CHECK(view::stepped(Letter::kH, 2, -1, example) == 1);
}

TEST_CASE("A text keeps its sizes while it is typed, and T follows its words", "[controls]") {
  const Config before = link("text=one+two+three&w=2&h=2");
  const Config after = view::with_text(before, "one two & three, 100% four");
  CHECK(after.text == "one two & three, 100% four");
  CHECK(after.tokens == 7);
  CHECK(after.window == 2);
  CHECK(after.heads == 2);
  const Config shorter = view::with_text(config::with_value(Letter::kT, 2, before), "one two three four");
  CHECK(shorter.tokens == 2);
}

TEST_CASE("Sources change the numbers and keep what is not about them", "[controls]") {
  Config base = link("text=one+two&seed=7&theme=dark&show=raw");
  const Config random = view::with_source(base, config::Source::kRandom, "");
  CHECK(random.source() == config::Source::kRandom);
  CHECK(random.seed == 7);
  CHECK(random.theme == config::Theme::kDark);
  CHECK(random.show == config::Show::kRaw);
  CHECK(random.tokens == 16);
  const Config back = view::with_source(random, config::Source::kText, "one two");
  CHECK(back.text == "one two");
  CHECK(back.weights == config::Weights::kBuilt);
  CHECK(view::with_source(random, config::Source::kText, "").text == config::opening().text);
  CHECK(view::with_source(random, config::Source::kExample, "").source() == config::Source::kExample);
  for (const view::ExampleRow& row : view::example_rows()) {
    const Config example = view::with_example(random, row.example);
    CHECK(example.example == row.example);
    CHECK(config::clamp(example).notices.empty());
    const Config size = config::as_random(example);
    CHECK(size.source() == config::Source::kRandom);
    CHECK(size.tokens == example.tokens);
    CHECK(size.heads == example.heads);
    CHECK(size.head_width == example.head_width);
    CHECK(size.window == example.window);
  }
}
