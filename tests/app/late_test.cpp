// Numbers that take more than a frame: what a frame spends, what is marked meanwhile, and what comes of it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "app/app.h"
#include "platform/null/headless.h"

namespace {

using namespace bandscope;

/// A page whose frames may spend so little that a small state is a large one.
struct Slow {
  app::App app;
  platform::Headless host{{.height = 1000}};
  explicit Slow(std::string_view query, std::int64_t frame_work) : app(query, {.work = frame_work}) {
    host.set_draw([this] {
      app.draw(host.painter(), host.ui(),
               {.width = host.options().width,
                .viewport_height = host.options().height,
                .reduced_motion = host.options().reduced_motion,
                .seconds = host.seconds()});
    });
  }
  int settle() {
    int frames = 0;
    do {
      host.frames();
      ++frames;
    } while (app.pending() && frames < 10'000);
    return frames;
  }
  bool says(std::string_view text) {
    const auto& records = host.painter().records();
    return std::any_of(records.begin(), records.end(), [&](const view::TextRecord& r) { return r.text == text; });
  }
  bool draws_numbers() { return says("key →"); }
};

constexpr std::int64_t kFew = 200'000;
constexpr std::string_view kQuery = "t=128&h=4&d=8&w=16&layers=2";
}  // namespace

TEST_CASE("No frame works off more than it may and one slice", "[late]") {
  constexpr std::int64_t kMay = 1'000'000;
  // Not cut in two: 384 columns of weights packed, eight rows of them multiplied, a tile of a head.
  constexpr std::int64_t kSlice = 1'000'000;
  for (const char* view : {"bench", "reach", "needle", "merge"}) {
    CAPTURE(view);
    Slow page(std::string("t=256&h=4&d=16&w=64&layers=3&alpha=0.3&norm=rms&layer=2&view=") + view, kMay);
    int all = 0;
    for (const char* change : {"", "w=65", "seed=2", "t=200", "h=8", "d=8", "layers=4", "pattern=LG"}) {
      CAPTURE(change);
      page.app.change(change);
      std::int64_t most = 0;
      int frames = 0;
      do {
        page.host.frames();
        most = std::max(most, page.app.spent());
        ++frames;
      } while (page.app.pending() && frames < 10'000);
      CHECK(most <= kMay + kSlice);
      CHECK(frames < 10'000);
      all += frames;
    }
    CHECK(all > 50);
  }
}

TEST_CASE("A large state opens with its controls and says that it computes", "[late]") {
  Slow page(kQuery, kFew);
  page.host.frames();
  CHECK(page.app.pending());
  CHECK(page.says("computing"));
  CHECK(page.says("Scores"));
  CHECK_FALSE(page.draws_numbers());
  CHECK(page.app.pictures() == 0);
  CHECK(page.app.next_change_in(page.host.seconds()) == 0);
  page.settle();
  CHECK_FALSE(page.says("computing"));
  CHECK(page.draws_numbers());
  CHECK(page.app.pictures() == 1);
}

TEST_CASE("A picture of another config is marked from the frame of the change until it is of this one", "[late]") {
  Slow page(kQuery, kFew);
  page.settle();
  const std::uint32_t pictures = page.app.pictures();
  page.app.change("w=40");
  page.host.frames();
  CHECK(page.app.pending());
  CHECK(page.app.pictures() == pictures);
  // The old picture stays; only where it stands still for long a word is said.
  CHECK(page.draws_numbers());
  CHECK(page.app.models().band.sheet.queries == 128);
  const auto kept_before = page.app.models().band.kept;
  page.settle();
  CHECK(page.app.pictures() == pictures + 1);
  CHECK(page.app.models().band.kept.back().text != kept_before.back().text);
  CHECK(page.app.numbers().trace().keep.count[127] == 40);
}

TEST_CASE("What fits into a frame is there in the frame of the change", "[late]") {
  Slow page(kQuery, app::kFrameWork);
  page.host.frames();
  for (const char* change : {"w=17", "seed=2", "t=100", "h=8", "d=16"}) {
    CAPTURE(change);
    page.app.change(change);
    const std::uint32_t pictures = page.app.pictures();
    page.host.frames();
    CHECK(page.app.numbers().current());
    CHECK(page.app.pictures() == pictures + 1);
  }
}

TEST_CASE("A hand that never rests still sees pictures, and what it ends on is the same bit for bit", "[late]") {
  Slow page(kQuery, kFew);
  page.settle();
  const std::uint32_t pictures = page.app.pictures();
  for (int window = 17; window <= 76; ++window) {
    page.app.change("w=" + std::to_string(window));
    page.host.frames();
    CHECK_FALSE(page.app.numbers().current());
  }
  CHECK(page.app.pictures() >= pictures + 3);
  for (int tokens = 127; tokens >= 90; --tokens) {
    page.app.change("t=" + std::to_string(tokens));
    page.host.frames();
  }
  page.app.change("seed=9&causal=0&head=3");
  page.settle();
  Slow fresh("t=90&h=4&d=8&w=76&layers=2&seed=9&causal=0&head=3", app::kFrameWork);
  fresh.settle();
  CHECK(page.app.state().config == fresh.app.state().config);
  CHECK(page.app.numbers().trace().output == fresh.app.numbers().trace().output);
  CHECK(page.app.models().shares.sheet.cells.texels == fresh.app.models().shares.sheet.cells.texels);
  CHECK(page.app.models().merge.cells.texels == fresh.app.models().merge.cells.texels);
}

TEST_CASE("A smaller state does not wait for a larger one", "[late]") {
  Slow page("t=256&h=4&d=16&w=256", kFew);
  page.host.frames(2);
  page.app.change("t=8&w=4");
  int frames = 0;
  while (!page.app.numbers().current() && frames < 1000) {
    page.host.frames();
    ++frames;
  }
  CHECK(frames <= 16);
}

TEST_CASE("The reader may point and pick in a picture that is late", "[late]") {
  Slow page(kQuery, kFew);
  page.settle();
  page.app.change("t=20&h=1&d=2");
  for (int frames = 0; frames < 40; ++frames) {
    page.host.move({100.0F + 30 * static_cast<float>(frames), 500});
    page.host.click({100.0F + 30 * static_cast<float>(frames), 520});
    if (frames % 8 == 0) page.app.change("t=" + std::to_string(20 + frames) + "&h=" + std::to_string(1 + frames % 3));
  }
  page.settle();
  CHECK(page.app.state().notices.empty());
  CHECK_FALSE(page.app.pending());
}

TEST_CASE("A program that asks gets whole numbers at once", "[late]") {
  Slow page(kQuery, kFew);
  page.settle();
  page.app.change("w=40");
  page.host.frames();
  REQUIRE_FALSE(page.app.numbers().whole());
  page.app.finish();
  CHECK(page.app.numbers().current());
  CHECK(page.app.numbers().trace().keep.count[127] == 40);
}

TEST_CASE("Only the view changes: what is being made goes on", "[late]") {
  Slow page(kQuery, kFew);
  page.host.frames(3);
  const float progress = page.app.numbers().progress();
  CHECK(progress > 0);
  page.app.change("pick=5,4&head=2&show=raw");
  page.host.frames();
  CHECK(page.app.numbers().progress() > progress);
  page.settle();
  CHECK(page.app.models().scores.sheet.grid.rows == 128);
  CHECK(page.app.numbers().config().head == 2);
}
