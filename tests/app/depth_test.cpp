// The stack behind the page: which layer the panels show, what comes when, and what is too large for tensors.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "app/state.h"
#include "config/limits.h"
#include "engine/stack/rollout.h"
#include "support/golden.h"
#include "support/oracle.h"

namespace {

using namespace bandscope;

struct Page {
  app::State state;
  app::Numbers numbers;
  explicit Page(std::string_view query) { app::open(state, numbers, query); }
  void change(std::string_view query) {
    app::apply(state, numbers, config::change(state.config, query), app::Origin::kReader);
  }
  const view::DepthInput& shown() const { return numbers.depth(); }
  const engine::Trace<float>& trace() {
    numbers.finish();
    return numbers.trace();
  }
  void frame(bool idle = false) {
    std::int64_t work = app::kFrameWork;
    numbers.advance(work);
    numbers.advance_depth(state.ui, idle, work);
  }
  /// Frames with nothing moving until all is done; how many.
  int settle(int most = 2000) {
    int frames = 0;
    do {
      frame(true);
      ++frames;
    } while (numbers.busy() && frames < most);
    return frames;
  }
};

}  // namespace

TEST_CASE("The panels show the chosen layer of the stack", "[depth]") {
  for (const char* settings : {"", "&norm=rms", "&alpha=0.25", "&alpha=0.5&norm=rms&pattern=LG", "&causal=0&tie=1"}) {
    Page page("t=9&h=2&d=3&w=3&layers=4" + std::string(settings));
    page.settle();
    REQUIRE(page.shown().stack_current);
    for (int layer = 1; layer <= 4; ++layer) {
      CAPTURE(settings, layer);
      page.change("layer=" + std::to_string(layer));
      page.settle();
      const engine::Trace<float>& trace = page.trace();
      const engine::Stack<float>& stack = *page.shown().stack;
      const double alpha = page.state.config.alpha;
      // h = alpha h' + (1 - alpha) output, by the page's own layer.
      std::vector<double> h;
      for (std::size_t n = 0; n < trace.output.size(); ++n) {
        h.push_back(alpha * stack.h(layer - 1)[n] + (1 - alpha) * trace.output[n]);
      }
      CHECK(support::array_error(h, stack.h(layer)) < 1e-6);
      // A global layer has no window.
      const bool global = page.state.config.pattern == "LG" && layer % 2 == 0;
      CHECK(trace.keep.count[8] == (page.state.config.causal ? (global ? 9 : 3) : 3));
    }
  }
}

TEST_CASE("Layer 1 is the layer that was there before there were stacks", "[depth]") {
  Page one("t=12&w=4&layers=1"), many("t=12&w=4&layers=9");
  CHECK(one.trace().output == many.trace().output);
}

TEST_CASE("At H·D = 32 the whole stack is there in the frame of the change, and influence within three", "[depth]") {
  Page page("t=256&layers=8&w=32&view=reach");
  page.settle();
  for (const int window : {33, 256}) {
    CAPTURE(window);
    page.change("w=" + std::to_string(window));
    page.frame();
    CHECK(page.shown().stack_current);
    int frames = 1;
    while (!page.shown().influence.current && frames < 100) {
      page.frame();
      ++frames;
    }
    CHECK(frames <= 3);
  }
}

TEST_CASE("A hand that never rests still sees an influence", "[depth]") {
  Page page("t=256&layers=4&w=8&view=reach");
  page.settle();
  const std::uint64_t before = page.shown().influence.revision;
  int seen = 0;
  std::uint64_t revision = before;
  for (int window = 9; window < 25; ++window) {
    page.change("w=" + std::to_string(window));
    page.frame();
    if (page.shown().influence.revision != revision && !page.shown().influence.norms.empty()) ++seen;
    revision = page.shown().influence.revision;
  }
  CHECK(seen >= 4);
}

TEST_CASE("What a frame cannot do waits until nothing moves, and is marked", "[depth]") {
  Page page("t=256&layers=2&w=32&h=6&d=64&view=reach");
  page.frame(true);
  while (!page.shown().stack_current) page.frame(true);
  page.change("w=33");
  for (int frames = 0; frames < 3; ++frames) {
    page.frame();
    CHECK_FALSE(page.shown().stack_current);
    CHECK_FALSE(page.shown().influence.current);
    CHECK(page.shown().stack->done() == 0);
    CHECK(page.numbers.busy());
  }
  // At rest it comes, a frame's work at a time.
  page.frame(true);
  CHECK_FALSE(page.shown().stack_current);
  int frames = 1;
  while (!page.shown().stack_current && frames < 100) {
    page.frame(true);
    ++frames;
  }
  CHECK(frames <= 6);
}

TEST_CASE("Influence becomes exact, and agrees with what an estimate said", "[depth]") {
  Page page("t=40&layers=3&w=5&view=reach&alpha=0.3&norm=rms");
  page.settle();
  const view::InfluenceInput& influence = page.shown().influence;
  REQUIRE(influence.exact);
  CHECK(influence.passes_needed == 32);
  CHECK(influence.relative_error == 0);
  CHECK(influence.row == 28);
  CHECK(influence.layer == 3);
  REQUIRE(influence.norms.size() == 40);
  for (int j = 0; j < 40; ++j) CHECK((influence.norms[static_cast<std::size_t>(j)] > 0) == (j <= 28 && j >= 28 - 12));
}

TEST_CASE("What is too large for tensors is counted and not run", "[depth]") {
  Page page("preset=mistral-7b");
  CHECK(page.state.notices.empty());
  CHECK(page.state.config.tokens == 131'072);
  CHECK(page.shown().stack == nullptr);
  CHECK(page.shown().no_stack.starts_with("As tensors this would need "));
  CHECK(page.trace().shape.queries == 0);
  CHECK(page.settle() == 1);
  // The panels show what fits, and say so.
  page.change("preset=tokens-100k");
  page.change("view=bench");
  CHECK(page.state.config.view == config::View::kBench);
  CHECK(page.state.config.tokens == 256);
  REQUIRE(page.state.notices.size() >= 1);
  CHECK(page.trace().shape.queries == page.state.config.tokens);
  CHECK(Page("preset=tokens-100k&view=bench").state.config.tokens == 256);
  // Back again nothing is lost; with another W what is on screen goes along.
  page.change("view=reach");
  CHECK(page.state.config.tokens == 100'000);
  page.change("view=bench");
  page.change("w=5");
  page.change("view=reach");
  CHECK(page.state.config.tokens == 256);
  // And a view of depth counts on from there.
  page.change("view=cost&t=1000000000");
  CHECK(page.state.config.tokens == 1'000'000'000);
  CHECK(page.shown().stack == nullptr);
}

TEST_CASE("What would hold up a hand is said and not done", "[depth]") {
  // A layer of a model's width.
  Page wide("preset=gemma-2-2b&t=280&layer=8");
  CHECK(wide.shown().stack == nullptr);
  CHECK(wide.shown().no_stack.ends_with("too many to follow live: counted, not run"));
  CHECK(wide.settle() == 1);

  Page deep("t=100&h=16&d=32&w=9&layers=64");
  deep.change("layer=64");
  CHECK(config::panel_layer(deep.state.config) == 1);
  REQUIRE(deep.state.notices.size() == 1);
  CHECK(deep.state.notices[0].ends_with("too many to follow live, so nothing was changed."));
}

TEST_CASE("An example has one layer, and says why there is no stack", "[depth]") {
  Page page("example=sliding-window&view=reach&layers=5");
  CHECK(page.shown().stack == nullptr);
  CHECK_FALSE(page.shown().no_stack.empty());
  CHECK(page.trace().shape.queries == 4);
}

TEST_CASE("The needle's map runs on request, line by line, and can be stopped", "[depth]") {
  Page page("t=14&w=4&layers=3&view=needle&needle=5");
  page.settle();
  CHECK(page.shown().needle.windows.empty());
  page.state.ui.needle_sweep = true;
  page.settle();
  const view::NeedleSweep& sweep = page.shown().needle;
  REQUIRE(sweep.current);
  CHECK_FALSE(page.state.ui.needle_sweep);
  CHECK(sweep.done == 14);
  REQUIRE(sweep.windows.size() == 14);
  CHECK(sweep.layers == 12);
  // The line of the page's own W is what its stack says.
  const auto flow = engine::rollout_columns(*page.shown().stack, 5);
  for (int layer = 1; layer <= 3; ++layer) {
    CHECK(sweep.share[3][static_cast<std::size_t>(layer) - 1] ==
          Catch::Approx(flow[static_cast<std::size_t>(layer)].at(13)).margin(1e-12));
  }
  page.change("needle=6");
  page.frame();
  CHECK_FALSE(sweep.current);

  Page large("t=256&d=32&layers=20&view=needle");
  large.settle();
  large.state.ui.needle_sweep = true;
  large.frame(true);
  CHECK(large.shown().needle.running);
  large.state.ui.needle_sweep = false;
  large.frame(true);
  CHECK_FALSE(large.shown().needle.running);
  CHECK(large.settle() < 10);
}

TEST_CASE("The engine's time is measured on request, a size a frame", "[depth]") {
  Page page("t=64&w=8&h=1&d=4&view=cost");
  page.settle();
  page.state.ui.cost_sweep = true;
  page.frame(true);
  CHECK(page.shown().cost.running);
  CHECK(page.numbers.busy());
  page.settle();
  const view::CostSweep& sweep = page.shown().cost;
  CHECK_FALSE(page.state.ui.cost_sweep);
  CHECK(sweep.current);
  REQUIRE(sweep.points.size() >= 3);
  CHECK(sweep.points[0].tokens == 32);
  CHECK(sweep.points[1].tokens == 64);
  for (const view::CostSweep::Point& point : sweep.points) CHECK(point.milliseconds > 0);
  page.change("d=8");
  page.frame();
  CHECK_FALSE(sweep.current);
  CHECK(sweep.off.empty());

  // Nothing fits: it says so and takes back the wish.
  Page large("t=1000000000&w=1024&layers=64&h=64&d=256&view=cost");
  large.settle();
  CHECK(large.shown().cost.off.find("32 tokens") != std::string::npos);
  large.state.ui.cost_sweep = true;
  large.frame(true);
  CHECK_FALSE(large.state.ui.cost_sweep);
  CHECK(large.shown().cost.points.empty());
}
