// The play button: one sweep of W.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "app/play.h"
#include "config/limits.h"

namespace {

using namespace bandscope;

struct Sweep {
  app::State state;
  app::Numbers numbers;
  app::Play play;
  double now = 100;
  std::vector<int> windows;
  explicit Sweep(std::string_view query) {
    app::open(state, numbers, query);
    state.ui.playing = view::Playing::kWindow;
  }
  /// Runs to the end by the times that the play itself asks for; returns its seconds.
  double run(bool reduced_motion = false) {
    const double start = now;
    for (int frames = 0; state.ui.playing != view::Playing::kNone && frames < 10000; ++frames) {
      now += play.next_step_in(state, now) + 1e-6;
      play.advance(state, numbers, now, reduced_motion);
      if (windows.empty() || windows.back() != state.config.window) windows.push_back(state.config.window);
    }
    return now - start;
  }
};

}  // namespace

TEST_CASE("A sweep shows every W once, 120 ms each, and returns to what was") {
  Sweep sweep("t=10&w=4");
  const double seconds = sweep.run();
  CHECK(sweep.windows == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4});
  CHECK(seconds > 1.1);
  CHECK(seconds < 1.3);
  CHECK(sweep.play.next_step_in(sweep.state, sweep.now) < 0);
}

TEST_CASE("A long sweep takes at most six seconds and ends at T") {
  Sweep sweep("t=200&w=7");
  const double seconds = sweep.run();
  CHECK(seconds <= 6.01);
  REQUIRE(sweep.windows.size() > 2);
  CHECK(sweep.windows.front() == 1);
  CHECK(sweep.windows[sweep.windows.size() - 2] == 200);
  CHECK(sweep.windows.back() == 7);
}

TEST_CASE("Reduced motion takes a single step") {
  Sweep sweep("t=10&w=4");
  sweep.run(true);
  CHECK(sweep.windows == std::vector<int>{5});
  Sweep at_the_end("t=10&w=10");
  at_the_end.run(true);
  CHECK(at_the_end.windows == std::vector<int>{1});
}

TEST_CASE("A sweep stops where it is when something else moves W, and where W is off") {
  Sweep sweep("t=10&w=4");
  sweep.play.advance(sweep.state, sweep.numbers, 0, false);
  config::Config moved = config::with_value(config::Letter::kW, 9, sweep.state.config);
  app::apply(sweep.state, sweep.numbers, {moved, {}}, app::Origin::kReader);
  sweep.play.advance(sweep.state, sweep.numbers, 0.2, false);
  CHECK(sweep.state.ui.playing == view::Playing::kNone);
  CHECK(sweep.state.config.window == 9);

  Sweep nolan("example=nolan");
  nolan.play.advance(nolan.state, nolan.numbers, 0, false);
  CHECK(nolan.state.ui.playing == view::Playing::kNone);
}
