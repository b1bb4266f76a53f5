// The lessons at every width in both themes: no texts over each other, none off the page, none too small.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "app/free_texts.h"

namespace {

using namespace bandscope;
using test::OpenPage;

void check_all(const char* state) {
  OpenPage page(state);
  const auto check = [&](const std::string& change) {
    page.app().change(change);
    test::check_free_texts(page, state, change);
  };
  for (const char* stage : {"project", "cut", "split", "reshelve", "flip", "score", "scale", "mask", "strike",
                            "softmax", "blend", "merge", "output"}) {
    check("view=stage&stage=" + std::string(stage));
  }
  for (const char* move : {"cut", "split", "reshelve", "flip", "flips", "contiguous", "merge"}) {
    check("view=strides&move=" + std::string(move));
  }
}

}  // namespace

TEST_CASE("Lessons stand free: the opening sentence") { check_all(""); }
TEST_CASE("Lessons stand free: random numbers") { check_all("t=16"); }
TEST_CASE("Lessons stand free: the least and the widest") {
  check_all("t=1&w=1&h=1&d=1");
  check_all("t=256&h=16&d=64&w=32&head=15");
}
TEST_CASE("Lessons stand free: examples") {
  check_all("example=shapes");
  check_all("example=sliding-window");
  check_all("example=nolan");
}
