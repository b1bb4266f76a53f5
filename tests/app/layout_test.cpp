// Every view at every width in both themes: no texts over each other, none out of its panel, none too small.
#include <catch2/catch_test_macros.hpp>
#include <span>
#include <string>

#include "app/free_texts.h"

namespace {

using namespace bandscope;
using test::OpenPage;

constexpr const char* kStates[] = {"",
                                   "t=1&h=1&d=1&w=1",
                                   "t=256&h=16&d=64&w=256",
                                   "t=300&h=1&d=1&w=7",
                                   "example=nolan",
                                   "example=shapes",
                                   "example=sliding-window"};
constexpr const char* kViews[] = {"bench", "band", "scores", "shares", "merge", "reach"};
constexpr const char* kReach[] = {"reach"};

void check_views(const std::string& state, std::span<const char* const> views) {
  // One page for all: the numbers are the same, and at the sliders' ends they take their time.
  OpenPage page(state);
  for (const char* view : views) {
    page.app().change(std::string("view=") + view);
    test::check_free_texts(page, state, view);
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
