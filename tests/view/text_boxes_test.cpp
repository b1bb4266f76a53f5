#include "support/text_boxes.h"

#include <catch2/catch_test_macros.hpp>

using namespace bandscope::view;
using bandscope::test::text_faults;

namespace {

TextRecord record(const char* text, Box ink, bool chip = false, int layer = 0) {
  TextRecord r;
  r.text = text;
  r.ink = ink;
  r.style.chip = chip;
  r.panel = "band";
  r.layer = layer;
  return r;
}

std::size_t faults(std::vector<TextRecord> records, Box area = {0, 0, 100, 100}) {
  return text_faults(records, {.page = {0, 0, 200, 200}, .areas = {{"band", area}}}).size();
}

}  // namespace

TEST_CASE("the layout test finds overlaps, what leaves its place, and what is too small") {
  CHECK(faults({record("a", {10, 10, 20, 10}), record("b", {30, 10, 20, 10})}) == 0);  // side by side
  CHECK(faults({record("a", {10, 10, 20, 10}), record("b", {25, 12, 20, 10})}) == 1);
  CHECK(faults({record("a", {10, 10, 20, 10}), record("b", {29.5f, 10, 20, 10})}) == 0);  // a rounding
  CHECK(faults({record("a", {10, 10, 20, 10}), record("b", {25, 12, 20, 10}, true)}) == 0);
  CHECK(faults({record("a", {10, 10, 20, 10}), record("b", {25, 12, 20, 10}, false, 1)}) == 0);
  CHECK(faults({record("a", {90, 10, 20, 10})}) == 1);   // out of the panel
  CHECK(faults({record("a", {190, 10, 20, 10})}) == 2);  // and off the page
  TextRecord small = record("a", {10, 10, 20, 10});
  small.style.size = static_cast<Type>(9);
  CHECK(faults({small}) == 1);
  std::vector<TextRecord> two = {record("ab", {10, 10, 20, 10}), record("cd", {25, 12, 20, 10})};
  std::string message = bandscope::test::joined(text_faults(two, {.page = {0, 0, 200, 200}, .areas = {}}));
  CHECK(message == "overlap: \"ab\" of band at 10, 10, 20 x 10 and \"cd\" of band at 25, 12, 20 x 10\n");
}
