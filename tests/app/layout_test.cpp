// Every view at every width in both themes: no texts over each other, none out of its panel, none too small.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <span>
#include <string>

#include "app/open_page.h"
#include "support/text_boxes.h"

namespace {

using namespace bandscope;
using test::OpenPage;

test::TextRules rules_of(const view::Layout& layout) {
  test::TextRules rules;
  rules.page = {0, 0, layout.width, layout.height};
  const auto keep = [&](const char* panel, const view::Box& box) {
    if (!box.empty()) rules.areas[panel] = box;
  };
  keep("header", layout.header.empty() ? layout.block
                                       : view::Box{layout.header.x, 0, layout.header.width,
                                                   std::max(layout.header.bottom(), layout.source_field.bottom())});
  // The strip runs on to the edges of the page.
  keep("moves", {0, layout.moves.y, layout.width, layout.moves.height});
  // A figure is one panel with its sentence beside it.
  const bool figure = layout.form == view::Form::kFigure || layout.form == view::Form::kFigureStacked;
  keep("scores", figure ? layout.block : layout.scores.area);
  keep("shares", figure ? layout.block : layout.shares.area);
  keep("merge", figure ? layout.block : layout.merge.area);
  keep("notice", layout.notice);
  keep("card", layout.card);
  keep("reach card", layout.reach_card);
  if (layout.view == config::View::kReach) {
    // Its title and all under the controls.
    const view::Box& picture = layout.depth.picture;
    keep("reach", {picture.x, layout.depth.title.y, picture.width, picture.bottom() - layout.depth.title.y});
  }
  return rules;
}

constexpr const char* kStates[] = {"",
                                   "t=1&h=1&d=1&w=1",
                                   "t=256&h=16&d=64&w=256",
                                   "t=300&h=1&d=1&w=7",
                                   "example=nolan",
                                   "example=shapes",
                                   "example=sliding-window"};
constexpr const char* kViews[] = {"bench", "band", "scores", "shares", "merge", "reach"};
constexpr const char* kReach[] = {"reach"};
constexpr float kWidths[] = {320, 390, 768, 1280};

void check_views(const std::string& state, std::span<const char* const> views) {
  // One page for all: the numbers are the same, and at the sliders' ends they take their time.
  OpenPage page(state);
  for (const char* view : views) {
    page.app().change(std::string("view=") + view);
    for (const float width : kWidths) {
      page.headless().options().width = width;
      page.headless().frames(2);
      page.show_whole();
      for (const bool dark : {false, true}) {
        CAPTURE(state, view, width, dark);
        page.headless().options().dark = dark;
        page.headless().frames(1);
        const auto faults = test::text_faults(page.headless().painter().records(), rules_of(page.app().layout()));
        INFO(test::joined(faults));
        CHECK(faults.empty());
      }
    }
  }
}

void check_all(const char* state) { check_views(state, kViews); }

}  // namespace

TEST_CASE("Texts stand free: the opening sentence") { check_all(kStates[0]); }
TEST_CASE("Texts stand free: one of everything") { check_all(kStates[1]); }
TEST_CASE("Texts stand free: the sliders' ends") { check_all(kStates[2]); }
TEST_CASE("Texts stand free: more tokens than pixels") { check_all(kStates[3]); }
TEST_CASE("Texts stand free: nolan ended") { check_all(kStates[4]); }
TEST_CASE("Texts stand free: deep stacks") {
  check_all("t=24&w=3&layers=5&pick=22,21");
  check_all("t=48&w=5&layers=12&pattern=LLG&alpha=0.5&causal=0&h=2&d=4");
  check_all("t=200&w=9&layers=64&pattern=LLLLLG&h=1&d=2&axis=log&pick=199,3");
}
TEST_CASE("Texts stand free: published sizes, which are only counted") {
  for (const char* preset : {"mistral-7b", "gemma-3-27b", "longformer-base"}) {
    check_views("view=reach&preset=" + std::string(preset), kReach);
  }
  check_views("view=reach&t=1000000000&w=3&layers=5", kReach);
}
TEST_CASE("Texts stand free: the worked examples") {
  check_all(kStates[5]);
  check_all(kStates[6]);
}
