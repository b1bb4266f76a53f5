// The control panels by label: drag, type, step, reset, switch, and the menus. Asserts on state, not on pixels.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "config/limits.h"
#include "config/query.h"
#include "support/app_page.h"

using namespace bandscope;
using support::AppPage;

namespace {

/// A value typed over another: the entry is open with its text selected.
void type_value(AppPage& page, std::string_view label, std::string_view text) {
  page.host.click(label);
  page.host.frames(30);  // a second click would reset
  page.host.key(ImGuiKey_Home);
  page.host.key(ImGuiKey_End, true);
  page.host.type(text);
  page.key(ImGuiKey_Enter);
}

}  // namespace

TEST_CASE("A slider follows the finger in every frame and settles at its release", "[controls]") {
  AppPage page("t=64&w=8");
  const auto settles = page.app.settles();
  page.host.move(page.in("W", 0.5F, 0.8F));
  page.host.press();
  page.host.frames(2);
  CHECK(page.config().window == 33);
  page.host.move(page.in("W", 0.75F, 0.8F));
  page.host.frames(2);
  CHECK(page.config().window > 40);
  CHECK(page.app.settles() == settles);
  // Past the end of the slot, and past the canvas.
  page.host.move({5000, -200});
  page.host.frames(2);
  CHECK(page.config().window == 64);
  page.host.release();
  CHECK(page.app.settles() > settles);
}

TEST_CASE("Arrows step a slider, Page by ten, Home and End to its ends", "[controls]") {
  AppPage page("t=64&w=8");
  page.host.click(page.in("T", 0.1F, 0.8F));
  page.key(ImGuiKey_Home);
  CHECK(page.config().tokens == 1);
  page.key(ImGuiKey_RightArrow);
  CHECK(page.config().tokens == 2);
  page.key(ImGuiKey_PageUp);
  CHECK(page.config().tokens == 12);
  page.key(ImGuiKey_LeftArrow);
  CHECK(page.config().tokens == 11);
  page.key(ImGuiKey_End);
  CHECK(page.config().tokens == 256);
}

TEST_CASE("Values are typed, also beyond the slider; what is not legal is held and said", "[controls]") {
  AppPage page("t=16&d=2&h=1");
  type_value(page, "T value", "1000");
  CHECK(page.config().tokens == 1000);
  type_value(page, "W value", "all");
  CHECK(page.config().window == config::kAllKeys);
  type_value(page, "W value", "9");  // all of 64 heads would be too much
  type_value(page, "H value", "999");
  CHECK(page.config().heads == 64);
  CHECK(page.ui().held.has_value());
  CHECK(page.says("H goes from 1 to 64"));
  type_value(page, "D value", "minus two");
  CHECK(page.config().head_width == 2);
  CHECK(page.says("Not a number"));
  type_value(page, "D value", "0");
  CHECK(page.config().head_width == 1);
}

TEST_CASE("W at the right end of all stays all until it is moved", "[controls]") {
  AppPage page("t=16&w=all");
  page.host.click(page.in("W", 0.99F, 0.8F));
  page.host.frames(2);
  CHECK(page.config().window == config::kAllKeys);
  page.key(ImGuiKey_LeftArrow);
  CHECK(page.config().window == 15);
}

TEST_CASE("A double click resets a value to the opened state", "[controls]") {
  AppPage page("t=16&h=2");
  page.host.click(page.in("H", 0.1F, 0.8F));
  page.key(ImGuiKey_End);
  REQUIRE(page.config().heads == 16);
  page.host.double_click(page.host.at("H value"));
  page.host.frames(3);
  CHECK(page.config().heads == 2);
}

TEST_CASE("An example's H and D move together among the divisors of C", "[controls]") {
  AppPage page("example=sliding-window");
  page.host.click(page.in("H", 0.02F, 0.8F));
  page.host.frames(2);
  CHECK(page.config().heads == 1);
  CHECK(page.config().head_width == 4);
  page.host.click(page.in("D", 0.02F, 0.8F));
  page.host.frames(2);
  CHECK(page.config().head_width == 1);
  CHECK(page.config().heads == 4);
}

TEST_CASE("What is off does not move, and says why", "[controls]") {
  AppPage page("example=nolan");
  for (const char* label : {"causal", "tie", "W"}) {
    const config::Config before = page.config();
    page.click(label);
    CHECK(page.config() == before);
    CHECK(page.says("This example"));
  }
  page.host.move(page.host.at("seed"));
  page.host.frames(2);
  CHECK(page.says("This example's numbers"));
}

TEST_CASE("Switches and the seed", "[controls]") {
  AppPage page("t=16");
  page.click("causal");
  CHECK_FALSE(page.config().causal);
  page.click("scale");
  CHECK_FALSE(page.config().scale);
  page.click("tie");
  CHECK(page.config().tie);
  page.key(ImGuiKey_Space);
  CHECK_FALSE(page.config().tie);
  page.click("seed");
  page.host.key(ImGuiKey_Home);
  page.host.key(ImGuiKey_End, true);
  page.host.type("4294967295");
  page.key(ImGuiKey_Enter);
  CHECK(page.config().seed == 4294967295U);
  page.key(ImGuiKey_RightArrow);
  CHECK(page.config().seed == 4294967295U);
  page.key(ImGuiKey_LeftArrow);
  CHECK(page.config().seed == 4294967294U);
}

TEST_CASE("Sources: the reader's sentence comes back", "[controls]") {
  AppPage page("text=one+two+three");
  page.click("source random");
  CHECK(page.config().source() == config::Source::kRandom);
  page.click("source example");
  CHECK(page.config().example == config::Example::kSlidingWindow);
  page.click("examples");
  REQUIRE(page.ui().menu == view::Menu::kExamples);
  page.click("example nolan");
  CHECK(page.config().example == config::Example::kNolan);
  CHECK(page.ui().menu == view::Menu::kNone);
  page.click("examples");
  page.click("random of this size");
  CHECK(page.config().source() == config::Source::kRandom);
  CHECK(page.config().tokens == 2);
  page.click("source text");
  CHECK(page.config().text == "one two three");
}

TEST_CASE("Typing a sentence makes its words the tokens", "[controls]") {
  AppPage page("text=one+two+three");
  page.host.click(page.in("text", 0.9F));
  page.host.frames(2);
  page.host.key(ImGuiKey_End);
  page.host.type(", four");
  page.host.frames(3);
  CHECK(page.config().text == "one two three, four");
  CHECK(page.config().tokens == 5);
  // Emptied on the way to another sentence, the last one stays on screen.
  page.host.key(ImGuiKey_Home);
  page.host.key(ImGuiKey_End, true);
  page.host.key(ImGuiKey_Delete);
  page.host.frames(3);
  CHECK(page.config().source() == config::Source::kText);
  page.host.type("a b");
  page.host.frames(3);
  CHECK(page.config().text == "a b");
}

TEST_CASE("The more menu: strike, weights, positions, theme, reset", "[controls]") {
  AppPage page("text=one+two+three");
  page.click("more");
  REQUIRE(page.ui().menu == view::Menu::kMore);
  page.click("strike");
  CHECK(page.config().strike == config::Strike::kZero);
  CHECK(page.ui().menu == view::Menu::kNone);
  page.click("more");
  page.click("positions");
  CHECK_FALSE(page.config().positions);
  CHECK(page.ui().menu == view::Menu::kMore);  // a check may be set back at once
  page.click("weights random");
  CHECK(page.config().weights == config::Weights::kRandom);
  page.click("more");
  page.click("theme dark");
  CHECK(page.app.dark(false));
  page.click("theme");
  CHECK_FALSE(page.app.dark(true));
  page.click("more");
  page.click("reset");
  CHECK(page.config() == page.app.state().opened);
  // Escape, and a press outside, close a menu and change nothing.
  page.click("more");
  page.key(ImGuiKey_Escape);
  CHECK(page.ui().menu == view::Menu::kNone);
  page.click("more");
  page.host.click({300, 500});
  page.host.frames(3);
  CHECK(page.ui().menu == view::Menu::kNone);
}

TEST_CASE("The narrow page: letter tabs, one slider, the source menu, the docked card", "[controls]") {
  AppPage page("text=one+two+three+four", {.width = 390, .height = 844, .touch = true});
  CHECK(page.has("W"));
  CHECK_FALSE(page.has("T"));
  page.click("H tab");
  CHECK(page.ui().letter_tab == config::Letter::kH);
  page.host.drag(page.in("H", 0.3F), page.in("H", 0.5F));
  page.host.frames(2);
  CHECK(page.config().heads > 1);
  page.click("source");
  REQUIRE(page.ui().menu == view::Menu::kSource);
  page.click("example shapes");
  CHECK(page.config().example == config::Example::kShapes);
  page.click("card");
  CHECK(page.ui().card_open);
  page.host.settle();
  page.click("card");
  CHECK_FALSE(page.ui().card_open);
}

TEST_CASE("The strip scrolls by dragging where it is wider than its room", "[controls]") {
  AppPage page("t=16", {.width = 390, .height = 844});
  page.host.drag(page.in("moves", 0.8F), page.in("moves", 0.2F));
  page.host.frames(2);
  CHECK(page.ui().moves_scroll > 150);
  CHECK(page.config().show == config::Show::kMasked);
  page.host.drag(page.in("moves", 0.1F), page.in("moves", 5.0F));
  page.host.frames(2);
  CHECK(page.ui().moves_scroll == 0);
  page.host.move(page.host.at("moves"));
  page.host.wheel(-2, 0);
  page.host.frames(2);
  CHECK(page.ui().moves_scroll > 100);
}

TEST_CASE("Stops of the strip choose what is shown", "[controls]") {
  AppPage page("t=16");
  page.click("move score");
  CHECK(page.config().show == config::Show::kRaw);
  page.click("move strike");
  CHECK(page.config().show == config::Show::kMasked);
  page.click("move merge");
  CHECK(page.ui().merged_column == 0);
  page.click("move softmax");
  CHECK_FALSE(page.ui().merged_column.has_value());
}

TEST_CASE("The card opens by its title, closes by its cross, and scrolls its terms", "[controls]") {
  AppPage page("t=16&d=20");
  page.click("card");
  CHECK(page.ui().card_open);
  page.host.settle();
  page.click("terms on");
  CHECK(page.ui().card_first_term == 8);
  page.click("terms on");
  CHECK(page.ui().card_first_term == 12);
  page.click("card close");
  CHECK_FALSE(page.ui().card_open);
}

TEST_CASE("A linked pick of few tokens opens the drawer, the default one does not", "[controls]") {
  CHECK(AppPage("example=sliding-window&pick=1,1").ui().card_open);
  CHECK_FALSE(AppPage("example=sliding-window").ui().card_open);
  CHECK_FALSE(AppPage("t=16&pick=1,1").ui().card_open);
}

TEST_CASE("W plays its range once and comes back", "[controls]") {
  AppPage page("t=30&w=3", {.reduced_motion = false});
  page.click("play W");
  CHECK(page.ui().playing == view::Playing::kWindow);
  int seen = 0;
  int before = 0;
  for (int i = 0; i < 400 && page.ui().playing != view::Playing::kNone; ++i) {
    page.host.frames(1);
    const int window = page.config().window;
    if (page.ui().playing != view::Playing::kNone) {
      CHECK(window >= before);
      if (window != before) ++seen;
      before = window;
    }
  }
  CHECK(seen > 20);
  CHECK(page.ui().playing == view::Playing::kNone);
  CHECK(page.config().window == 3);
  // Any touch stops it where it is.
  page.click("play W");
  page.host.frames(30);
  page.host.click({640, 700});
  page.host.frames(3);
  CHECK(page.ui().playing == view::Playing::kNone);
  CHECK(page.config().window != 3);
}
