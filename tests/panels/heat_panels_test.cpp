// The heat panels by label, on the headless platform: what a hand does to them, and that their texts keep their places.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <random>

#include "panels/panel.h"
#include "platform/null/headless.h"
#include "support/text_boxes.h"
#include "support/view_frame.h"

using namespace bandscope;
using platform::Headless;
using support::ViewFrame;

namespace {

/// A page of panels that obeys what they wish, as the app does.
struct Page {
  ViewFrame frame;
  Headless host;
  int settles = 0;

  explicit Page(std::string_view query, const Headless::Options& options = {})
      : frame(query, options.width), host(options, [this] { draw(); }) {
    frame.dark = options.dark;
    frame.dpr = options.dpr;
    frame.run();
    host.frames(3);
  }

  void draw() {
    frame.make_models();
    panels::Wishes wishes;
    wishes.config = frame.config;
    wishes.ui = frame.state;
    const panels::PanelInput input{host.painter(), host.ui(),    host.palette(), frame.layout, frame.models,
                                   frame.config,   frame.config, frame.opened,   frame.state};
    for (const panels::PanelRow& row : panels::registry()) {
      if (!row.shown(frame.layout)) continue;
      host.painter().begin_panel(row.name);
      row.draw(input, wishes);
    }
    frame.state = wishes.ui;
    settles += wishes.settled ? 1 : 0;
    if (wishes.config != frame.config) {
      frame.config = wishes.config;
      frame.run();
    }
  }

  view::Point cell(const view::SheetModel& sheet, int row, int column) const {
    return sheet.grid.cell_box(row, column).centre();
  }
  config::Pick pick() const { return config::effective_pick(frame.config); }
};

}  // namespace

TEST_CASE("hovering a cell previews it, and leaving lets it go") {
  Page page("t=16&h=4&d=8&w=4");
  page.host.move(page.cell(page.frame.models.scores.sheet, 9, 7));
  REQUIRE(page.frame.state.hover);
  CHECK(page.frame.state.hover->cell == config::Pick{9, 7});
  CHECK_FALSE(page.frame.config.pick);
  page.host.move({600, 640});
  CHECK_FALSE(page.frame.state.hover);
}

TEST_CASE("a click picks in every sheet") {
  Page page("t=16&h=4&d=8&w=4");
  page.host.click(page.cell(page.frame.models.band.sheet, 3, 2));
  CHECK(page.frame.config.pick == config::Pick{3, 2});
  CHECK(page.settles == 1);
  page.host.click(page.cell(page.frame.models.scores.sheet, 5, 4));
  CHECK(page.frame.config.pick == config::Pick{5, 4});
  page.host.click(page.cell(page.frame.models.shares.sheet, 15, 0));
  CHECK(page.frame.config.pick == config::Pick{15, 0});
  page.host.click(page.frame.models.merge.cell_box(6, 17).centre());
  CHECK(page.frame.config.pick == config::Pick{6, 0});
  CHECK(page.frame.state.merged_column == 17);
}

TEST_CASE("keys move the pick while the sheet has the keyboard") {
  Page page("t=16&h=4&d=8&w=4");
  page.host.click(page.cell(page.frame.models.scores.sheet, 9, 8));
  page.host.key(ImGuiKey_DownArrow);
  page.host.key(ImGuiKey_RightArrow);
  CHECK(page.pick() == config::Pick{10, 9});
  page.host.key(ImGuiKey_UpArrow, true);
  CHECK(page.pick() == config::Pick{2, 9});
  page.host.key(ImGuiKey_UpArrow, true);
  CHECK(page.pick() == config::Pick{0, 9});
  page.host.key(ImGuiKey_End);
  CHECK(page.pick() == config::Pick{0, 15});
  page.host.key(ImGuiKey_Home);
  CHECK(page.pick() == config::Pick{0, 0});
  page.host.key(ImGuiKey_Escape);
  CHECK_FALSE(page.frame.config.pick);
}

TEST_CASE("tabs choose what is shown") {
  Page page("t=16&h=4&d=8&w=4");
  page.host.click("show raw");
  CHECK(page.frame.config.show == config::Show::kRaw);
  page.host.click("show scaled");
  CHECK(page.frame.config.show == config::Show::kScaled);
  page.host.click("head 2");
  CHECK(page.frame.config.head == 2);
  page.host.click("head all");
  CHECK(page.frame.config.head == config::kAllHeads);
  page.host.move({600, 640});
  const view::HeadMap& map = page.frame.models.shares.all.maps[1];
  page.host.click(map.grid.box.centre());
  CHECK(page.frame.config.head == 1);
}

TEST_CASE("over six heads: a stepper") {
  Page page("t=16&h=16&d=8&w=4&head=3");
  page.host.click("head on");
  CHECK(page.frame.config.head == 4);
  page.host.click("head back");
  page.host.click("head back");
  CHECK(page.frame.config.head == 2);
  page.host.click("head all");
  CHECK(page.frame.config.head == config::kAllHeads);
  page.host.click("head back");
  CHECK(page.frame.config.head == 15);
}

TEST_CASE("all heads are off where a map would be less than a pixel a cell") {
  Page page("t=250&h=16&d=2&w=4");
  page.host.click("head all");
  CHECK(page.frame.config.head == 0);
}

TEST_CASE("a part of a large table is dragged") {
  Page page("t=600&h=1&d=1&w=9&pick=300,299");
  const view::Grid before = page.frame.models.band.sheet.grid;
  REQUIRE_FALSE(before.whole);
  const view::Point from = before.box.centre();
  page.host.drag(from, {from.x - 50, from.y - 50});
  const view::Grid after = page.frame.models.band.sheet.grid;
  CHECK(after.first_row == before.first_row + 50);
  CHECK(after.first_column == before.first_column + 50);
  CHECK_FALSE(page.frame.state.sheet_drag);
}

TEST_CASE("the heat panels' texts stay in their panels and off each other") {
  std::mt19937 random(7);
  const auto any = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  std::vector<std::string> queries = {
      "t=24&h=4&d=8&w=all",   "t=16&head=all",
      "t=16&h=16&head=all",   "t=24&causal=0&w=6",
      "t=16&strike=zero",     "t=60000&h=1&d=1&w=3",
      "t=120000&h=1&d=1&w=3", "text=A+word+may+read+only+six+words,+itself+included.&w=3"};
  for (int n = 0; n < 16; ++n) {
    const int tokens = any(1, 60);
    const int heads = any(1, 16);
    queries.push_back("t=" + std::to_string(tokens) + "&h=" + std::to_string(heads) +
                      "&d=" + std::to_string(any(1, 24)) + "&w=" + std::to_string(any(1, tokens)) +
                      "&causal=" + std::to_string(any(0, 1)) + "&show=" + (any(0, 1) == 0 ? "raw" : "masked") +
                      "&head=" + std::to_string(any(0, heads - 1)) + "&pick=" + std::to_string(any(0, tokens - 1)) +
                      "," + std::to_string(any(0, tokens - 1)));
  }
  constexpr config::View kViews[] = {config::View::kBench, config::View::kBand, config::View::kScores,
                                     config::View::kShares, config::View::kMerge};
  for (const std::string& query : queries) {
    Page page(query);
    for (const float width : {320.0F, 390.0F, 768.0F, 1280.0F}) {
      page.frame.dpr = page.host.options().dpr = width == 390 ? 2.0F : 1.0F;
      page.host.options().width = width;
      for (const config::View view : kViews) {
        page.frame.config.view = view;
        page.frame.layout = view::layout({.width = width, .view = view, .source = page.frame.config.source()});
        page.host.painter().clear_records();
        page.host.frames(1);
        const view::Layout& l = page.frame.layout;
        test::TextRules rules;
        rules.page = {0, 0, l.width, l.height};
        rules.areas = {{"band", l.band.area},   {"scores", l.scores.area},         {"shares", l.shares.area},
                       {"merge", l.merge.area}, {"sentence", l.sentence.grown(2)}, {"words", l.words.grown(2)}};
        std::vector<view::TextRecord> heat;
        for (const view::TextRecord& record : page.host.painter().records()) {
          if (rules.areas.contains(record.panel)) heat.push_back(record);
        }
        REQUIRE_FALSE(heat.empty());
        const std::string faults = test::joined(test::text_faults(heat, rules));
        CAPTURE(query, width, static_cast<int>(view));
        INFO(faults);
        CHECK(faults.empty());
      }
    }
  }
}
