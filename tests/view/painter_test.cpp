#include "view/painter.h"

#include <catch2/catch_test_macros.hpp>

#include "support/plain_painter.h"
#include "view/rich_text.h"

using namespace bandscope::view;
using bandscope::test::PlainPainter;

namespace {

std::string last(const PlainPainter& p) { return p.records().empty() ? "(nothing)" : p.records().back().text; }

}  // namespace

TEST_CASE("text() records what it drew, where, and for whom") {
  PlainPainter p;
  p.begin_panel("band");
  p.text({10, 20}, "abc", {.pair = Pair::kMuted});
  p.begin_panel("menu", 1);
  p.text({10, 20}, "abc", {.align = Align::kRight});
  p.text({10, 20}, "ab", {.turn = Turn::kUp});
  p.text({10, 20}, "  ", {});  // no ink, no record
  REQUIRE(p.records().size() == 3);
  CHECK(p.records()[0].panel == "band");
  CHECK(p.records()[0].layer == 0);
  CHECK(p.records()[0].style.pair == Pair::kMuted);
  CHECK(p.records()[0].ink == Box{10, 10, 24, 10});
  CHECK(p.records()[1].panel == "menu");
  CHECK(p.records()[1].layer == 1);
  CHECK(p.records()[1].ink == Box{-14, 10, 24, 10});
  CHECK(p.records()[2].ink == Box{0, 4, 10, 16});
  p.clear_records();
  CHECK(p.records().empty());
}

TEST_CASE("a missing glyph is written as its code point, in text, width and cut") {
  PlainPainter p;
  p.text({}, "a東京b", {});
  CHECK(last(p) == "aU+6771U+4EACb");
  CHECK(p.text_width("東", Face::kRegular, Type::k13) == 6 * 8);
  p.text({}, "naïve 😀", {});
  CHECK(last(p) == "naïve U+1F600");
  p.text({}, "\xff", {});  // not UTF-8
  CHECK(last(p) == "U+FFFD");
  CHECK(p.text_cut({}, "東京", {}, 56));
  CHECK(last(p) == "U+6771…");
}

TEST_CASE("text_cut() shortens only what is too long") {
  PlainPainter p;
  CHECK_FALSE(p.text_cut({}, "included", {}, 64));
  CHECK(last(p) == "included");
  CHECK(p.text_cut({}, "included", {}, 63));
  CHECK(last(p) == "includ…");
  CHECK(p.text_cut({}, "an öre", {}, 40));
  CHECK(last(p) == "an ö…");
  CHECK(p.text_cut({}, "an öre", {}, 32));  // no space before the dots
  CHECK(last(p) == "an…");
  p.clear_records();
  CHECK(p.text_cut({}, "an öre", {}, 7));
  CHECK(p.records().empty());
}

TEST_CASE("runs stand side by side") {
  PlainPainter p;
  std::vector<Run> runs = {{"W", Face::kStrong, Pair::kW}, {" = 6"}};
  CHECK(runs_width(p, runs, Type::k13) == 40);
  CHECK(draw_runs(p, {100, 20}, runs, Type::k13, Align::kRight) == 40);
  REQUIRE(p.records().size() == 2);
  CHECK(p.records()[0].ink.x == 60);
  CHECK(p.records()[0].style.pair == Pair::kW);
  CHECK(p.records()[1].ink.x == 68);
}

TEST_CASE("a paragraph breaks at spaces, also where runs meet, and never inside a word that fits") {
  PlainPainter p;
  std::vector<Run> runs = {{"Query "}, {"17", Face::kMono, Pair::kT}, {": six keys,"}, {" itself"}};
  CHECK(draw_paragraph(p, {0, 20}, runs, Type::k13, 80) == 3);
  std::vector<std::string> texts;
  for (const TextRecord& r : p.records()) texts.push_back(r.text);
  CHECK(texts == std::vector<std::string>{"Query ", "17", ":", "six keys,", "itself"});
  CHECK(p.records()[2].ink == Box{64, 10, 8, 10});  // the colon stays with its number
  CHECK(p.records()[3].ink.y == 32);
  CHECK(p.records()[4].ink == Box{0, 54, 48, 10});
  for (const TextRecord& r : p.records()) CHECK(r.ink.right() <= 80);
}

TEST_CASE("a paragraph breaks a word that is longer than a line, and at line breaks") {
  PlainPainter p;
  CHECK(draw_paragraph(p, {0, 20}, std::vector<Run>{{"a lengthyword b"}}, Type::k13, 40) == 4);
  std::vector<std::string> texts;
  for (const TextRecord& r : p.records()) texts.push_back(r.text);
  CHECK(texts == std::vector<std::string>{"a", "lengt", "hywor", "d b"});
  p.clear_records();
  CHECK(draw_paragraph(p, {0, 20}, std::vector<Run>{{"one\ntwo"}}, Type::k13, 400) == 2);
  CHECK(draw_paragraph(p, {0, 20}, {}, Type::k13, 400) == 0);
}
