// The page as a whole, without a window: any state draws, and a page that nothing happens to rests.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>

#include "app/open_page.h"
#include "config/field_table.h"
#include "config/limits.h"

namespace {

using namespace bandscope;
using test::OpenPage;

using Random = std::mt19937;

int one_of(Random& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

/// A value for a key: mostly one that is legal, at times one that is not.
std::string value_for(const config::Field& field, Random& random) {
  const std::string key(field.key);
  const bool size = key == "t" || key == "h" || key == "d";
  // A size out of range is drawn at the largest that fits into the memory, which takes its time.
  if (!size && one_of(random, 0, 30) == 0) {
    constexpr std::array<const char*, 6> kGarbage = {"", "-3", "99999999999999999999", "x%zz", "NaN", "1e9"};
    return kGarbage[static_cast<std::size_t>(one_of(random, 0, 5))];
  }
  switch (field.kind) {
    case config::FieldKind::kFlag:
      return std::to_string(one_of(random, 0, 1));
    case config::FieldKind::kChoice:
      // The models are as wide as the page can hold, which takes its time.
      if (key == "preset") return "tokens-100k";
      return std::string(field.choices[random() % field.choices.size()]);
    case config::FieldKind::kPick:
      return std::to_string(one_of(random, 0, 40)) + "," + std::to_string(one_of(random, 0, 40));
    case config::FieldKind::kText: {
      constexpr std::array<const char*, 5> kTexts = {"A%20cat%20sat", "The%20cat%20%E6%9D%B1%E4%BA%AC%20na%C3%AFve.",
                                                     "x",
                                                     "to%20be%20or%20not%20to%20be%2C%20that%20is%20the%20question",
                                                     "donaudampfschifffahrtsgesellschaft%20%F0%9F%98%80"};
      return kTexts[random() % kTexts.size()];
    }
    case config::FieldKind::kNumber:
      return "0." + std::to_string(one_of(random, 0, 99));
    case config::FieldKind::kPattern: {
      constexpr std::array<const char*, 4> kPatterns = {"L", "G", "LG", "LLLLLG"};
      return kPatterns[random() % kPatterns.size()];
    }
    case config::FieldKind::kUnsetInteger:
      return std::to_string(one_of(random, 0, 12));
    case config::FieldKind::kInteger:
      break;
  }
  if (!field.choices.empty() && one_of(random, 0, 3) == 0) return "all";
  if (key == "t") return std::to_string(one_of(random, 0, 5) == 0 ? one_of(random, 200, 400) : one_of(random, 1, 40));
  if (key == "h") return std::to_string(one_of(random, 1, one_of(random, 0, 3) == 0 ? 16 : 6));
  if (key == "d") return std::to_string(one_of(random, 1, one_of(random, 0, 3) == 0 ? 32 : 16));
  if (key == "w") return std::to_string(one_of(random, 1, 60));
  if (key == "layers") return std::to_string(one_of(random, 1, 6));
  if (key == "head") return std::to_string(one_of(random, 0, 6));
  return std::to_string(one_of(random, 0, 1000));
}

std::string random_query(Random& random) {
  std::string query;
  for (const config::Field& field : config::field_table()) {
    const std::string key(field.key);
    // A text and an example are each a world of their own: often neither.
    const int rarity = key == "text" || key == "example" || key == "preset" ? 3 : 1;
    if (one_of(random, 0, rarity) != 0) continue;
    query += "&" + key + "=" + value_for(field, random);
  }
  return query;
}

}  // namespace

TEST_CASE("Two hundred random states draw at any width, in both themes") {
  Random random(20240607);
  for (int i = 0; i < 200; ++i) {
    const std::string query = random_query(random);
    const test::PageOptions options = {.width = static_cast<float>(one_of(random, 320, 1400)),
                                       .height = static_cast<float>(one_of(random, 300, 1000)),
                                       .dpr = static_cast<float>(one_of(random, 2, 6)) / 2,
                                       .dark = one_of(random, 0, 1) == 1};
    CAPTURE(i, query, options.width, options.height, options.dpr, options.dark);
    OpenPage page(query, options);
    CHECK_FALSE(page.headless().painter().records().empty());
    // The pointer passes over it, the wheel of time turns, and a change arrives.
    for (int hop = 0; hop < 4; ++hop) {
      page.headless().move({static_cast<float>(one_of(random, 0, 1400)), static_cast<float>(one_of(random, 0, 1000))});
    }
    page.headless().scroll().y = static_cast<float>(one_of(random, 0, 1000));
    page.app().change(random_query(random));
    page.headless().frames(2);
    // A view of depth counts what it cannot hold.
    const bool counts = config::is_depth(page.config().view);
    CHECK((counts || app::needed_bytes(page.config()) <= app::kMemoryLimit));
  }
}

TEST_CASE("A page that nothing happens to asks for no frame") {
  for (const char* query : {"", "t=64", "example=shapes", "example=nolan", "view=band&t=8", "t=300&head=all"}) {
    for (const float width : {390.0F, 768.0F, 1280.0F}) {
      CAPTURE(query, width);
      OpenPage page(query, {.width = width});
      constexpr int kSettled = 10;
      CHECK(page.headless().settle(kSettled) < kSettled);
      CHECK_FALSE(page.headless().ui().wanted_in().has_value());
      CHECK_FALSE(page.app().stale());
      CHECK_FALSE(page.app().next_change_in(page.headless().seconds()).has_value());
      const app::State before = page.app().state();
      page.headless().frames(2);
      CHECK(page.app().state().config == before.config);
      CHECK(page.app().state().ui == before.ui);
    }
  }
}

TEST_CASE("Play sweeps by frames, and a press stops it where it is") {
  OpenPage page("t=12&w=4");
  page.headless().options().reduced_motion = false;
  page.headless().click("play W");
  REQUIRE(page.app().state().ui.playing == view::Playing::kWindow);
  CHECK(page.app().next_change_in(page.headless().seconds()).has_value());
  page.headless().frames(20);
  const int window = page.config().window;
  CHECK(window >= 1);
  CHECK(window <= 12);
  const auto settles = page.app().settles();
  page.headless().click(view::Point{700, 780});
  CHECK(page.app().state().ui.playing == view::Playing::kNone);
  CHECK(page.app().settles() > settles);
  // A press on the button itself stops it too, and does not start it again.
  page.headless().click("play W");
  REQUIRE(page.app().state().ui.playing == view::Playing::kWindow);
  page.headless().click("play W");
  CHECK(page.app().state().ui.playing == view::Playing::kNone);
  page.headless().frames(10);
  CHECK(page.app().state().ui.playing == view::Playing::kNone);
}
