// The views of the needle and of cost by label: keys, clicks, sliders, buttons. Asserts on state, not on pixels.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "config/limits.h"
#include "support/app_page.h"
#include "view/numbers.h"

using namespace bandscope;
using support::AppPage;

namespace {

const view::NeedleModel& model(AppPage& page) { return page.app.models().needle; }

}  // namespace

TEST_CASE("The needle follows the pointer and the arrow keys", "[depth]") {
  AppPage page("view=needle&t=24&w=4&layers=3");
  CHECK(config::effective_needle(page.config()) == 12);
  page.host.click(page.in("needle", 3.5F / 24, 0.3F));
  page.host.frames(2);
  CHECK(page.config().needle == 3);
  CHECK(page.says("3"));
  page.key(ImGuiKey_RightArrow);
  CHECK(page.config().needle == 4);
  page.host.key(ImGuiKey_LeftArrow, true);
  page.host.frames(2);
  CHECK(page.config().needle == 0);  // eight at a time, held at the first
  page.key(ImGuiKey_End);
  CHECK(page.config().needle == 23);
  page.key(ImGuiKey_PageUp);
  CHECK(page.config().needle == 15);
  page.key(ImGuiKey_Home);
  CHECK(page.config().needle == 0);
  page.key(ImGuiKey_Escape);
  CHECK_FALSE(page.config().needle.has_value());
}

TEST_CASE("A drag over the strip moves the needle in every frame and settles at its release", "[depth]") {
  AppPage page("view=needle&t=24&w=4&layers=3");
  const auto settles = page.app.settles();
  page.host.move(page.in("needle", 0.5F / 24, 0.3F));
  page.host.press();
  page.host.move(page.in("needle", 10.5F / 24, 0.3F));
  page.host.frames(2);
  CHECK(page.config().needle == 10);
  CHECK(page.app.settles() == settles);
  page.host.move({5000, 300});
  page.host.frames(2);
  CHECK(page.config().needle == 23);
  page.host.release();
  CHECK(page.app.settles() > settles);
}

TEST_CASE("A cell of the map sets W and L, and arrows walk over it", "[depth]") {
  AppPage page("view=needle&t=24&w=4&layers=3");
  page.host.click(page.in("needle map", 6.5F / 24, 1 - 4.5F / 12));
  page.host.frames(2);
  CHECK(page.config().window == 7);
  CHECK(page.config().layers == 5);
  page.key(ImGuiKey_RightArrow);
  page.key(ImGuiKey_UpArrow);
  CHECK(page.config().window == 8);
  CHECK(page.config().layers == 6);
  page.key(ImGuiKey_LeftArrow);
  page.key(ImGuiKey_DownArrow);
  CHECK(page.config().window == 7);
  CHECK(page.config().layers == 5);
  page.host.move(page.in("needle map", 0.5F / 24, 1 - 0.5F / 12));
  page.host.frames(2);
  CHECK(page.says("W 1, L 1: 0 %"));
}

TEST_CASE("The threshold is a slider on a logarithmic scale, and what arrives follows it", "[depth]") {
  AppPage page("view=needle&t=24&w=4&layers=3");
  const auto stairs = model(page).map.stairs;
  page.host.click(page.in("epsilon", 0.97F, 0.8F));
  page.host.frames(2);
  CHECK(page.config().epsilon > 0.4);
  CHECK(model(page).map.stairs != stairs);
  page.key(ImGuiKey_Home);
  CHECK(page.config().epsilon == config::kMinEpsilon);
  page.key(ImGuiKey_End);
  CHECK(page.config().epsilon == config::kMaxEpsilon);
  page.key(ImGuiKey_LeftArrow);
  CHECK(page.config().epsilon < config::kMaxEpsilon);
  CHECK(page.config().epsilon > config::kMaxEpsilon / 2);
}

TEST_CASE("Real shares: a tab shows them, a button runs the map and stops it", "[depth]") {
  AppPage page("view=needle&t=24&w=4&layers=3&h=2&d=4");
  CHECK_FALSE(page.ui().needle_real);
  page.click("needle real");
  CHECK(page.ui().needle_real);
  CHECK(model(page).strip.has_shares);
  CHECK(model(page).map.some_unknown);
  page.click("needle uniform");
  CHECK_FALSE(page.ui().needle_real);
  page.click("needle run");
  CHECK(page.ui().needle_real);
  page.host.frames(40);
  CHECK_FALSE(page.ui().needle_sweep);  // through
  CHECK_FALSE(model(page).map.some_unknown);
  // Through the whole stack it is the table's number.
  const int column = model(page).map.column_of(4);
  CHECK(view::small_per_cent(model(page).swept.at(column, 3)) == model(page).rows[2].real);

  AppPage large("view=needle&t=256&w=32&layers=20&d=32");
  REQUIRE(large.has("needle run"));
  large.host.click("needle run");
  REQUIRE(large.ui().needle_sweep);
  CHECK(large.says("Stop"));
  large.click("needle run");
  CHECK_FALSE(large.ui().needle_sweep);
}

TEST_CASE("Where there is no stack the map cannot be run, and says why", "[depth]") {
  AppPage page("view=needle&preset=gemma-3-4b");
  CHECK_FALSE(page.has("needle run"));
  CHECK(page.says("As tensors this would need"));
  page.click("needle real");
  CHECK_FALSE(model(page).strip.has_shares);
}

TEST_CASE("The rolling cache goes token by token, by keys, buttons and clicks", "[depth]") {
  AppPage page("view=cost&t=24&w=6");
  page.click("cache back");
  CHECK(page.ui().cache_token == 22);
  page.click("cache next");
  CHECK(page.ui().cache_token == 23);
  page.click("cache next");
  CHECK(page.ui().cache_token == 23);        // the last
  page.host.click(page.in("cache", 0.02F));  // slot 0 has token 18; the next to come there is beyond the last
  page.host.frames(2);
  page.key(ImGuiKey_Home);
  CHECK(page.ui().cache_token == 0);
  page.key(ImGuiKey_RightArrow);
  CHECK(page.ui().cache_token == 1);
  page.key(ImGuiKey_PageDown);
  CHECK(page.ui().cache_token == 7);
  page.key(ImGuiKey_LeftArrow);
  CHECK(page.ui().cache_token == 6);
  CHECK(page.says("Token "));
  page.key(ImGuiKey_End);
  CHECK(page.ui().cache_token == 23);
}

TEST_CASE("The cache plays to the last token, 120 ms each, and can be stopped", "[depth]") {
  AppPage page("view=cost&t=24&w=6", {.reduced_motion = false});
  page.click("cache play");
  const int start = page.ui().cache_token.value_or(-1);
  CHECK(start < 12);
  const double from = page.host.seconds();
  int before = start;
  int seen = 0;
  for (int frame = 0; frame < 600 && page.ui().cache_stepped; ++frame) {
    page.host.frames(1);
    const int now = page.ui().cache_token.value_or(-1);
    CHECK((now == before || now == before + 1));
    seen += now == before + 1 ? 1 : 0;
    before = now;
  }
  CHECK(before == 23);
  CHECK(seen == 23 - start);
  CHECK(page.host.seconds() - from > 0.12 * (23 - start - 1));
  page.click("cache play");
  page.host.frames(60);
  page.click("cache play");
  CHECK_FALSE(page.ui().cache_stepped.has_value());
  CHECK(page.ui().cache_token.value_or(23) < 23);
  AppPage still("view=cost&t=24&w=6", {.reduced_motion = true});
  still.click("cache play");
  CHECK_FALSE(still.ui().cache_stepped.has_value());
}

TEST_CASE("A button measures the layer and stops", "[depth]") {
  AppPage page("view=cost&t=24&w=6&h=1&d=2", {.height = 1400});
  const auto& chart = page.app.models().cost.chart;
  page.host.click("cost measure");
  page.host.frames(60);
  CHECK_FALSE(page.ui().cost_sweep);  // through
  REQUIRE(chart.measured.size() >= 5);
  CHECK(chart.rate.has_value());
  CHECK(chart.progress.empty());
  page.host.key(ImGuiKey_Enter);
  REQUIRE(page.ui().cost_sweep);
  page.host.key(ImGuiKey_Enter);
  page.host.frames(2);
  CHECK_FALSE(page.ui().cost_sweep);
  CHECK_FALSE(chart.progress.empty());
}

TEST_CASE("Where nothing can be measured the button is off, with the reason beside it", "[depth]") {
  AppPage page("view=cost&t=1000000000&w=1024&layers=64&h=64&d=256", {.height = 1400});
  page.host.frames(2);
  CHECK(page.app.models().cost.chart.off);
  CHECK(page.says("Measure this layer"));
  page.host.click("cost measure");
  page.host.frames(2);
  CHECK_FALSE(page.ui().cost_sweep);
}

TEST_CASE("In the narrow form a thumb can hit the buttons of the needle, the cost and the cache", "[depth]") {
  AppPage page("view=cost&t=24&w=6", {.width = 390, .height = 2400});
  const auto high = [&](const char* label) { return page.host.box(label).height; };
  for (const char* label : {"cache back", "cache play", "cache next"}) {
    CAPTURE(label);
    CHECK(page.host.box(label).width >= 44);
    CHECK(high(label) >= 44);
  }
  CHECK(page.host.box("cache next").right() <= 390);
  CHECK(high("cost measure") >= 44);
  CHECK(high("cache") >= 44);
  AppPage needle("view=needle&t=24&w=4&layers=3", {.width = 390, .height = 2400});
  CHECK(needle.host.box("needle run").height >= 44);
  for (const char* label : {"needle uniform", "needle real"}) {
    CHECK(needle.host.box(label).width >= 44);
    CHECK(needle.host.box(label).height >= 44);
  }
}
