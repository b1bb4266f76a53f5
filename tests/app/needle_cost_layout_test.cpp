// The needle and cost at every width in both themes: no texts over each other, none off the page, none too small.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "app/free_texts.h"

namespace {

using namespace bandscope;
using test::OpenPage;

void check_all(const char* state) {
  OpenPage page(state);
  for (const char* view : {"needle", "cost"}) {
    page.app().change(std::string("view=") + view);
    test::check_free_texts(page, state, view);
  }
}

}  // namespace

TEST_CASE("Needle and cost stand free: the opening sentence") { check_all(""); }
TEST_CASE("Needle and cost stand free: as the sliders end") {
  check_all("t=256&w=32&layers=8&view=needle");
  check_all("t=1&w=1&layers=1&h=1&d=1&view=needle");
  check_all("t=24&w=3&layers=5&needle=22&epsilon=0.000001&view=needle");
}
TEST_CASE("Needle and cost stand free: models") {
  check_all("preset=mistral-7b");
  check_all("preset=gemma-3-4b");
  check_all("preset=longformer-base");
  check_all("preset=tokens-100k");
}
TEST_CASE("Needle and cost stand free: a thousand million tokens") {
  check_all("t=1000000000&w=4096&layers=64&view=needle");
  check_all("t=1000000000&w=all&layers=64&h=64&d=256&pattern=LLLLLG&needle=999999998&view=cost");
}
TEST_CASE("Needle and cost stand free: an example, which has no stack") { check_all("example=sliding-window"); }
