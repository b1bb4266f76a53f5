// The lessons by label: moves, places, and the articles' printed figures. Asserts on state and texts, not on pixels.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "config/limits.h"
#include "support/app_page.h"
#include "view/lesson/stage_words.h"

using namespace bandscope;
using support::AppPage;

namespace {

/// Whether all of these are texts of the page.
bool says_all(AppPage& page, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (page.says(text)) continue;
    UNSCOPED_INFO("not on the page: " << text);
    return false;
  }
  return true;
}

/// The page's text as one line, in the order in which it is drawn.
std::string line_of(AppPage& page) {
  std::string line;
  for (const view::TextRecord& record : page.host.painter().records()) line += record.text;
  return line;
}

bool holds(AppPage& page, const std::string& text) {
  const std::string line = line_of(page);
  UNSCOPED_INFO(line);
  return line.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("Arrow keys walk the moves in the order of the data", "[lesson]") {
  AppPage page("view=stage&t=6");
  page.click("stage cut");
  CHECK(page.config().stage == config::Stage::kCut);
  page.key(ImGuiKey_RightArrow);
  page.key(ImGuiKey_RightArrow);
  CHECK(page.config().stage == config::Stage::kReshelve);
  page.key(ImGuiKey_LeftArrow);
  CHECK(page.config().stage == config::Stage::kSplit);
  page.click("stage output");
  page.key(ImGuiKey_RightArrow);
  CHECK(page.config().stage == config::Stage::kOutput);
}

TEST_CASE("Every move has at most 80 words and a thing to try that changes the state", "[lesson]") {
  for (const char* state : {"view=stage&t=6", "view=stage&example=shapes", "view=stage&example=nolan"}) {
    for (int i = 0; i < config::kStageCount; ++i) {
      const view::StageWords& words = view::stage_words(static_cast<config::Stage>(i));
      CAPTURE(state, words.name);
      int count = 1;
      for (const char c : words.text) count += c == ' ' ? 1 : 0;
      CHECK(count <= 80);
      AppPage page(std::string(state) + "&stage=" + std::string(words.name));
      const config::Config before = page.config();
      // One head of nolan's cannot be stepped, and nothing there is masked.
      const bool nolan = before.example == config::Example::kNolan;
      page.click("try");
      if (!nolan) CHECK(page.config() != before);
    }
  }
}

TEST_CASE("An example skips the moves that it does not have", "[lesson]") {
  AppPage page("view=stage&example=shapes&stage=cut");
  CHECK(page.config().stage == config::Stage::kCut);
  CHECK(config::effective_stage(page.config()) == config::Stage::kSplit);
  CHECK_FALSE(page.has("stage cut"));
  CHECK_FALSE(page.has("stage output"));
}

TEST_CASE("Figure: one output of the table is 13", "[lesson][figures]") {
  AppPage page("view=stage&stage=project&example=shapes");
  CHECK(holds(page, "output 0 = 5 × 2 + 3 × 1 = 13"));
}

TEST_CASE("Figure: nolan.WANT from the grid is 2, 0, 1, 0", "[lesson][figures]") {
  AppPage page("view=stage&stage=project&example=nolan");
  CHECK(holds(page, "output 0 = 2 × 1 + 1 × 0 + 1 × 0 + 0 × 0 = 2"));
  CHECK(holds(page, "output 1 = 2 × 0 + 1 × 0 + 1 × 0 + 0 × 0 = 0"));
  CHECK(holds(page, "output 2 = 2 × 0 + 1 × 0 + 1 × 1 + 0 × 0 = 1"));
  CHECK(holds(page, "output 3 = 2 × 0 + 1 × 0 + 1 × 0 + 0 × 0 = 0"));
}

TEST_CASE("Figure: shapes (3,4), (3,2,2), (2,3,2), and (3,2) that becomes (2,3)", "[lesson][figures]") {
  AppPage page("view=stage&stage=split&example=shapes");
  CHECK(holds(page, "(T, C) = (3, 4)"));
  CHECK(holds(page, "(T, H, D) = (3, 2, 2)"));
  page.app.change("view=strides&move=reshelve");
  page.host.frames(2);
  CHECK(holds(page, "(H, T, D) = (2, 3, 2)"));
  page.app.change("view=stage&stage=flip");
  page.host.frames(2);
  CHECK(holds(page, "(T, D) = (3, 2)"));
  CHECK(holds(page, "(D, T) = (2, 3)"));
}

TEST_CASE("Figure: token 0's WANT is split into 1 0 and 2 1", "[lesson][figures]") {
  AppPage page("view=stage&stage=split&example=shapes&pick=0,0");
  // Q as rows of four, then the same with its divider: 1 0 2 1, 0 1 1 0, 1 1 0 2.
  CHECK(holds(page, "102101101102"));
}

TEST_CASE("Figure: lens 0's HAVE before and after the inside flip", "[lesson][figures]") {
  AppPage page("view=stage&stage=flip&example=shapes&head=0");
  CHECK(holds(page, "100211"));  // 1 0, 0 2, 1 1
  CHECK(holds(page, "101021"));  // 1 0 1, 0 2 1
}

TEST_CASE("Figure: softmax of 0 and 0.707: 2.028 of 3.028", "[lesson][figures]") {
  AppPage page("view=stage&stage=softmax&example=sliding-window&head=0&pick=1,1");
  CHECK(says_all(page, {"0.707", "2.028", "3.028"}));
}

TEST_CASE("Figure: e^1 2.718, e^4 54.60, together 57.32, and nolan listens 4.7 and 95.3 %", "[lesson][figures]") {
  AppPage page("view=stage&stage=softmax&example=nolan");
  CHECK(says_all(page, {"2.718", "54.60", "57.32", "4.7 %", "95.3 %"}));
}

TEST_CASE("Pointing at a number lights its address everywhere", "[lesson]") {
  AppPage page("view=strides&example=sliding-window&move=flips");
  page.host.move(page.in("flip after 9", 0.5F));
  page.host.frames(2);
  CHECK(page.ui().lesson_cell == 9);
  CHECK(holds(page, "base + t · 4 + h · 2 + d = 0 + 2 · 4 + 0 · 2 + 1 = 9"));
  page.host.move(page.in("address 6", 0.5F));
  page.host.frames(2);
  CHECK(page.ui().lesson_cell == 6);
}

TEST_CASE("Cut from the wide row the base is 0, C and 2C and rows lie 3C apart", "[lesson]") {
  AppPage page("view=strides&move=cut&t=4&h=2&d=2&pick=1,0&head=1");
  CHECK(holds(page, "base + t · 12 + h · 2 + d = 0 + 1 · 12 + 1 · 2 + 0 = 14"));
  page.host.move(page.in("move before 22", 0.5F));  // V of token 1
  page.host.frames(2);
  CHECK(holds(page, "= 8 + 1 · 12 + 1 · 2 + 0 = 22"));
}

TEST_CASE("Flips copy nothing; contiguous and merge copy T · C numbers", "[lesson]") {
  AppPage page("view=strides&t=16&h=4&d=8&move=flips");
  CHECK(holds(page, "0 copied"));
  for (const char* move : {"cut", "split", "reshelve", "flip"}) {
    page.app.change("move=" + std::string(move));
    page.host.frames(2);
    CAPTURE(move);
    CHECK(holds(page, "0 copied"));
    CHECK_FALSE(holds(page, "512 copied"));
  }
  for (const char* move : {"contiguous", "merge"}) {
    page.app.change("move=" + std::string(move));
    page.host.frames(2);
    CAPTURE(move);
    CHECK(holds(page, "512 copied"));
    CHECK(page.has("new address 352"));  // of number (11, 0, 0), whose old one is 88
  }
  // One head: the order in memory is the order of the tokens already.
  page.app.change("move=contiguous&h=1");
  page.host.frames(2);
  CHECK(holds(page, "0 copied"));
}

TEST_CASE("The state is shown as a program from the lesson and from More", "[lesson]") {
  AppPage page("view=stage&t=6");
  CHECK(page.app.codes() == 0);
  page.click("code");
  CHECK(page.app.codes() == 1);
}
