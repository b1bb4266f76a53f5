// The view of reach and the bench's card by label: what a hand does to them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "config/limits.h"
#include "support/app_page.h"

using namespace bandscope;
using support::AppPage;

namespace {

constexpr const char* kFive = "view=reach&t=24&w=3&layers=5&pick=22,21";

/// A node of a lattice of 24 tokens, five layers and pitch 38, by the lattice's own box.
view::Point node(AppPage& page, int layer, int token) {
  const view::Box box = page.host.box("lattice");
  constexpr float kPitch = 38;
  return {box.x + box.width * (static_cast<float>(token) + 0.5F) / 24,
          box.y + (box.height - 5 * kPitch) / 2 + static_cast<float>(5 - layer) * kPitch};
}

void click(AppPage& page, view::Point at) {
  page.host.click(at);
  page.host.frames(2);
}

}  // namespace

TEST_CASE("Hover previews a node's cone, and leaving shows the held one again", "[reach]") {
  AppPage page(kFive, {.width = 960, .height = 900});
  CHECK(page.says(" layers of window "));
  page.host.move(node(page, 2, 9));
  page.host.frames(2);
  CHECK(page.ui().node_hover == view::Node{2, 9});
  CHECK(page.says(" reach 4 tokens back"));
  CHECK(page.config().pick == config::Pick{22, 21});
  page.host.move({5, 890});
  page.host.frames(2);
  CHECK_FALSE(page.ui().node_hover);
  CHECK(page.says(" reach 10 tokens back"));
}

TEST_CASE("A click holds a node, arrows move it, Escape lets go", "[reach]") {
  AppPage page(kFive, {.width = 960, .height = 900});
  click(page, node(page, 3, 10));
  CHECK(page.config().pick == config::Pick{10, 9});
  CHECK(page.config().layer == 3);
  page.key(ImGuiKey_RightArrow);
  CHECK(page.config().pick == config::Pick{11, 10});
  page.key(ImGuiKey_LeftArrow);
  page.key(ImGuiKey_LeftArrow);
  CHECK(page.config().pick == config::Pick{9, 8});
  page.key(ImGuiKey_UpArrow);
  CHECK(page.config().layer == 4);
  // The last layer goes along with L, so nothing is chosen.
  page.key(ImGuiKey_UpArrow);
  CHECK_FALSE(page.config().layer);
  page.key(ImGuiKey_DownArrow);
  CHECK(page.config().layer == 4);
  for (int k = 0; k < 6; ++k) page.key(ImGuiKey_DownArrow);
  CHECK(page.config().layer == 1);
  page.key(ImGuiKey_Home);
  CHECK(page.config().pick->query == 0);
  page.key(ImGuiKey_End);
  CHECK(page.config().pick->query == 23);
  // On the input a click moves the token alone.
  click(page, node(page, 0, 4));
  CHECK(page.config().pick->query == 4);
  CHECK(page.config().layer == 1);
  page.key(ImGuiKey_Escape);
  CHECK_FALSE(page.config().pick);
  CHECK_FALSE(page.config().layer);
}

TEST_CASE("A finger picks without a preview", "[reach]") {
  AppPage page(kFive, {.width = 960, .height = 900, .touch = true});
  click(page, node(page, 4, 12));
  CHECK(page.config().pick->query == 12);
  CHECK(page.config().layer == 4);
  CHECK_FALSE(page.ui().node_hover);
}

TEST_CASE("The relay plays layer by layer, and anything skips it", "[reach]") {
  AppPage page(kFive, {.width = 960, .height = 900, .reduced_motion = false});
  page.click("play relay");
  REQUIRE(page.ui().relay_started);
  const auto labels = [&] {
    int count = 0;
    for (const view::TextRecord& record : page.host.painter().records())
      count += record.text.rfind("\u2212", 0) == 0 ? 1 : 0;
    return count;
  };
  const int at_first = labels();
  page.host.frames(40);
  CHECK(page.ui().relay_started);
  CHECK(labels() > at_first);
  page.host.frames(60);
  CHECK_FALSE(page.ui().relay_started);
  CHECK(labels() > at_first + 2);
  page.click("play relay");
  REQUIRE(page.ui().relay_started);
  page.key(ImGuiKey_A);
  CHECK_FALSE(page.ui().relay_started);
  page.host.move({5, 890});
  page.click("play relay");
  REQUIRE(page.ui().relay_started);
  click(page, {5, 890});
  CHECK_FALSE(page.ui().relay_started);

  AppPage still(kFive, {.width = 960, .height = 900, .reduced_motion = true});
  still.click("play relay");
  CHECK_FALSE(still.ui().relay_started);
}

TEST_CASE("The plot's axis is a choice", "[reach]") {
  AppPage page(kFive, {.width = 960, .height = 900});
  CHECK(page.says("20 %"));
  page.click("axis log");
  CHECK(page.config().axis == config::Axis::kLog);
  CHECK(page.says("0.1 %"));
  page.click("axis linear");
  CHECK(page.config().axis == config::Axis::kLinear);
}

TEST_CASE("The key says the three ways", "[reach]") {
  AppPage page(kFive, {.width = 960, .height = 900});
  page.host.settle(400);
  for (const char* words : {"uniform relay", "each share 1/3", "real shares", "product of heads’ means", "real numbers",
                            "norm of ∂h/∂x, as shares", "0.41 %", "exact", "linear", "square-root scale"}) {
    INFO(words);
    CHECK(page.says(words));
  }
}

TEST_CASE("In the narrow form a finger finds the axis and the relay", "[reach]") {
  AppPage page(kFive, {.width = 390, .height = 900, .touch = true});
  for (const char* label : {"axis linear", "axis log", "play relay"}) {
    CAPTURE(label);
    page.host.scroll().y = 0;
    page.host.frames(2);
    for (int screens = 0; screens < 4 && !page.has(label); ++screens) {
      page.host.scroll().y += 500;
      page.host.frames(2);
    }
    REQUIRE(page.has(label));
    const view::Box box = page.host.box(label);
    CHECK(box.width >= 44);
    CHECK(box.height >= 44);
  }
}

TEST_CASE("A page of reach keeps within 20,000 vertices", "[reach]") {
  for (const char* query : {"view=reach&t=48&w=12&layers=12&pick=40,39", "view=reach&t=256&w=256&layers=64&h=1&d=1",
                            "view=reach&t=256&w=9&layers=64&h=1&d=1&axis=log", "view=reach&t=24&w=all&layers=30",
                            "view=reach&t=48&w=24&layers=5&causal=0&pick=24,23", "view=reach&preset=mistral-7b"}) {
    for (const float dpr : {1.0F, 2.0F}) {
      CAPTURE(query, dpr);
      AppPage page(query, {.width = 1280, .height = 1100, .dpr = dpr});
      page.host.frames(8);
      CHECK(page.host.vertices() <= 20'000);
      CHECK(page.host.vertices() > 1'000);
    }
  }
}

TEST_CASE("The bench's lattice chooses the layer of the panels and the query", "[reach]") {
  AppPage page("t=24&w=6&layers=3", {.width = 1280, .height = 800});
  CHECK(page.says("Reach of query "));
  CHECK(config::panel_layer(page.config()) == 1);
  // Rows are 24 px apart, the last layer at the top.
  const view::Box rows = page.host.box("reach layers");
  click(page, {rows.x + 8, rows.y + rows.height / 2});
  CHECK(page.config().layer == 2);
  CHECK(config::panel_layer(page.config()) == 2);
  page.key(ImGuiKey_UpArrow);
  CHECK(page.config().layer == 3);
  page.key(ImGuiKey_UpArrow);
  CHECK(page.config().layer == 3);
  page.key(ImGuiKey_DownArrow);
  CHECK(page.config().layer == 2);

  const view::Box lattice = page.host.box("reach lattice");
  const view::Point at{lattice.x + lattice.width * 12.5F / 24, lattice.bottom() - 12 - 24};
  page.host.move(at);
  page.host.frames(2);
  CHECK(page.ui().node_hover == view::Node{1, 12});
  CHECK(page.config().layer == 2);
  click(page, at);
  CHECK(page.config().layer == 1);
  CHECK(config::effective_pick(page.config()).query == 12);

  page.click("open reach");
  CHECK(page.config().view == config::View::kReach);
}

TEST_CASE("Under the open drawer the bench's lattice is no stop of Tab, and has no pointer", "[reach]") {
  AppPage page("t=24&w=6&layers=3", {.width = 1280, .height = 800});
  const view::Point at = page.host.at("reach lattice");
  page.click("card");
  REQUIRE(page.ui().card_open);
  page.host.move(at);
  page.host.frames(2);
  CHECK_FALSE(page.ui().node_hover);
  // How many stops of Tab take an arrow as a layer.
  const auto takers = [&] {
    int count = 0;
    page.host.ui().enter_by_tab(true);
    for (int stops = 0; stops < 60; ++stops) {
      page.host.frames(2);
      const auto before = page.config().layer;
      page.key(ImGuiKey_UpArrow);
      page.key(ImGuiKey_DownArrow);
      count += page.config().layer != before ? 1 : 0;
      page.host.key(ImGuiKey_Tab, true);
    }
    return count;
  };
  CHECK(takers() == 0);
  page.click("card close");
  page.host.settle();
  REQUIRE_FALSE(page.ui().card_open);
  CHECK(takers() > 0);
}

TEST_CASE("The bench has its lattice at every width", "[reach]") {
  for (const float width : {390.0F, 768.0F, 1280.0F}) {
    CAPTURE(width);
    AppPage page("t=24&w=6&layers=64&pattern=LLG", {.width = width, .height = 800});
    page.host.scroll().y = std::max(0.0F, page.app.layout().reach_card.bottom() - 700);
    page.host.frames(2);
    CHECK(page.has("reach lattice"));
    const view::Box rows = page.host.box("reach layers");
    click(page, {rows.x + 8, rows.y + 2});
    CHECK(page.config().layer == 64);
  }
}
