// The card's texts in all its forms: none over another, none out of the page, whatever the numbers are.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "support/app_page.h"
#include "support/text_boxes.h"

using namespace bandscope;
using support::AppPage;

namespace {

constexpr const char* kStates[] = {
    "",
    "t=24&seed=5&pick=17,16",
    "t=24&w=6&pick=17,20",
    "t=24&w=6&strike=zero&pick=17,2",
    "t=200&d=64&h=2&w=150&pick=150,100",
    "t=40&d=3&h=2&w=2&causal=0&pick=20,21",
    "t=300&w=9&d=100&h=1&pick=200,10",
    "t=1&h=1&d=1&w=1",
    "example=sliding-window&pick=1,1",
    "example=sliding-window&pick=0,2&h=4",
    "example=shapes&pick=2,1&head=1",
    "example=nolan&pick=0,1",
    "w=1&head=1&pick=2,1&text=supercalifragilistically+antidisestablishmentarianism+supercalifragilistically",
    "text=the+cat+saw+the+dog+and+the+cat+ran&w=2&head=1&pick=7,6",
    "text=the+cat+saw+the+dog&positions=0&head=2",
};

void check(AppPage& page, const char* what) {
  page.host.settle();
  std::vector<view::TextRecord> records = page.host.painter().records();
  std::erase_if(records, [](const view::TextRecord& record) { return record.panel != "card"; });
  const view::Layout& layout = page.app.layout();
  INFO(what);
  CHECK(!records.empty());
  const auto faults = test::text_faults(records, {.page = {0, 0, layout.width, layout.height}, .areas = {}});
  INFO(test::joined(faults));
  CHECK(faults.empty());
}

}  // namespace

TEST_CASE("The card's texts stand free in every form", "[card]") {
  for (const float width : {1280.0F, 1200.0F, 768.0F, 390.0F, 320.0F}) {
    for (const char* state : kStates) {
      INFO(width << " " << state);
      AppPage page(state, {.width = width, .height = 844});
      const bool open = page.ui().card_open;
      check(page, open ? "open" : "closed");
      page.app.change("view=bench");
      const std::string label = "card";
      // The card of a tall page lies below the first screen.
      page.host.scroll().y = std::max(0.0F, page.app.layout().card.bottom() - 844);
      page.host.frames(2);
      page.click(label);
      check(page, open ? "closed" : "open");
    }
  }
}

TEST_CASE("A merged number's card stands free in every form", "[card]") {
  for (const float width : {1280.0F, 768.0F, 390.0F, 320.0F}) {
    for (const char* state : kStates) {
      INFO(width << " " << state);
      AppPage page(state, {.width = width, .height = 844});
      if (!page.has("move merge")) {
        page.host.drag(page.in("moves", 0.9F), page.in("moves", -5));
        page.host.frames(2);
      }
      page.click("move merge");
      REQUIRE(page.ui().merged_column.has_value());
      const bool open = page.ui().card_open;
      check(page, "merged");
      page.host.scroll().y = std::max(0.0F, page.app.layout().card.bottom() - 844);
      page.host.frames(2);
      page.click("card");
      check(page, open ? "merged, closed" : "merged, open");
    }
  }
}
