// The settings of a stack by hand: alpha, pattern, presets, and words for what cannot be.
#include <catch2/catch_test_macros.hpp>

#include "config/presets.h"
#include "support/app_page.h"

using namespace bandscope;
using support::AppPage;

namespace {
/// Types into the open field and leaves it.
void type(AppPage& page, std::string_view text) {
  page.host.type(text);
  page.host.key(ImGuiKey_Enter);
  page.host.frames(3);
}
bool notes(const AppPage& page, std::string_view words) {
  for (const std::string& notice : page.app.state().notices) {
    if (notice.find(words) != std::string::npos) return true;
  }
  return false;
}
}  // namespace

TEST_CASE("Alpha is dragged, stepped and typed, and says what it cannot be", "[depth]") {
  AppPage page("view=reach&t=16");
  page.host.drag(page.in("alpha", 0.1F, 0.75F), page.in("alpha", 0.5F, 0.75F));
  CHECK(page.config().alpha > 0.4);
  CHECK(page.config().alpha < 0.6);
  page.key(ImGuiKey_Home);
  CHECK(page.config().alpha == 0);
  page.key(ImGuiKey_RightArrow);
  CHECK(page.config().alpha == 0.01);
  page.key(ImGuiKey_End);
  CHECK(page.config().alpha == 1);
  page.key(ImGuiKey_Enter);
  type(page, "0.125");
  CHECK(page.config().alpha == 0.125);
  CHECK(page.says("0.125"));
  page.key(ImGuiKey_Enter);
  type(page, "1.5");
  CHECK(page.config().alpha == 1);
  CHECK(notes(page, "α goes from 0 to 1"));
  page.key(ImGuiKey_Enter);
  type(page, "half");
  CHECK(page.config().alpha == 1);
  CHECK(notes(page, "α goes from 0 to 1"));
}

TEST_CASE("A pattern is chosen or typed, and one with other letters is refused in words", "[depth]") {
  AppPage page("view=reach&t=16&layers=6");
  page.click("pattern LLLLLG");
  CHECK(page.config().pattern == "LLLLLG");
  page.click("pattern value");
  page.host.key(ImGuiKey_End);
  page.host.type("x");
  page.host.frames(2);
  CHECK(page.config().pattern == "LLLLLG");
  CHECK(notes(page, "A pattern is 1 to 64 letters, each L or G: it stays LLLLLG"));
}

TEST_CASE("A preset says when its sizes have been changed", "[depth]") {
  AppPage page("view=reach");
  page.click("presets");
  page.click("preset gemma-3-270m");
  CHECK(page.config().preset == config::Preset::kGemma3m270);
  CHECK(page.says("Gemma 3 270M"));
  CHECK_FALSE(page.says("*"));
  page.app.change("w=256");
  page.host.frames(2);
  CHECK(page.says("*"));
}

TEST_CASE("Views of depth can turn both ways without the bench", "[depth]") {
  AppPage page("view=cost");
  page.click("more");
  page.click("causal");
  CHECK_FALSE(page.config().causal);
  CHECK(page.config().view == config::View::kCost);
}
