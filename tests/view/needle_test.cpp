// The needle: its numbers against the engine's, its words, and sizes that are only counted.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <set>
#include <string>

#include "config/query.h"
#include "engine/stack/generated_weights.h"
#include "engine/stack/relay.h"
#include "engine/stack/rollout.h"
#include "support/view_frame.h"
#include "view/depth/needle_grid.h"
#include "view/depth/needle_words.h"
#include "view/numbers.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using support::ViewFrame;

namespace {

std::string said(const std::vector<view::Run>& runs) {
  std::string text;
  for (const view::Run& run : runs) text += run.text;
  return text;
}

/// A frame whose layer never runs: nothing in these views needs it.
view::NeedleModel& needle(ViewFrame& frame) {
  view::update_needle(frame.models.needle, frame.input());
  return frame.models.needle;
}

double largest(const view::WindowShares& shares) {
  double most = 0;
  for (const auto& column : shares.share) most = std::max(most, *std::ranges::max_element(column));
  return most;
}

std::int64_t plenty() { return view::kMostNeedleNumbers; }

}  // namespace

TEST_CASE("The table and the words of the look's own needle", "[needle]") {
  // Five layers of window 3 reach 10 back, where 1/243 is left.
  ViewFrame frame("view=needle&t=23&w=3&layers=5&needle=12");
  const view::NeedleModel& m = needle(frame);
  REQUIRE(m.rows.size() == 5);
  CHECK(m.rows[4].uniform == "0.41 %");
  CHECK(m.rows[3].uniform == "0 %");
  CHECK_FALSE(m.rows[4].uniform_arrives);
  CHECK(m.rows[4].real.empty());
  CHECK_FALSE(m.real_off.empty());
  CHECK(said(m.title) == "0.41 % of token 12 is left after 5 layers");
  CHECK(said(m.subtitle) == "At the last token, 22, by uniform shares: less than the threshold of 1.00 %.");
  CHECK(said(m.arrives) ==
        "By uniform shares at least 1.00 % arrives for W = 4 to 9 with 5 layers, and for L = 6 to 12, the last in the "
        "map, with a window of 3.");
}

TEST_CASE("The sentence goes no further than the map, and to the axis' end where the map does", "[needle]") {
  ViewFrame frame("view=needle&t=23&w=3&layers=13&needle=12");
  CHECK(needle(frame).map.layers == 24);
  CHECK(said(frame.models.needle.arrives).ends_with("for L = 6 to 17 with a window of 3."));
  ViewFrame none("view=needle&t=200&w=3&layers=5&needle=12");
  CHECK(said(needle(none).arrives).ends_with("at no L up to 12 with a window of 3."));
  ViewFrame deep("view=needle&t=23&w=9&layers=30&needle=22&causal=0");
  CHECK(needle(deep).map.layers == 64);
  CHECK(said(deep.models.needle.arrives).ends_with("from L = 1 on with a window of 9."));
}

TEST_CASE("What cannot arrive is said, and how far the layers reach", "[needle]") {
  ViewFrame frame("view=needle&t=23&w=3&layers=3&needle=12");
  const view::NeedleModel& m = needle(frame);
  CHECK(said(m.title) == "Token 12 cannot arrive: 3 layers reach 6 back");
  CHECK(said(m.subtitle) == "It lies 10 back from the last token, 22.");
  ViewFrame one("view=needle&t=23&w=3&layers=1&needle=12");
  CHECK(said(needle(one).title) == "Token 12 cannot arrive: 1 layer reaches 2 back");
}

TEST_CASE("Shares at the last token are the engine's columns, clipped, two-sided and global too", "[needle]") {
  for (const char* pattern : {"L", "LG", "LLG"}) {
    for (const bool causal : {true, false}) {
      for (const double alpha : {0.0, 0.4}) {
        for (const int tokens : {1, 2, 7, 24}) {
          for (int window = 1; window <= tokens; ++window) {
            for (int token = 0; token < tokens; ++token) {
              const engine::StackRule rule{tokens, window, 4, pattern, causal};
              CAPTURE(pattern, causal, alpha, tokens, window, token);
              std::int64_t budget = plenty();
              const auto left = view::uniform_left(rule, alpha, token, budget);
              const auto flows = engine::uniform_columns(rule, alpha, token);
              REQUIRE(left.size() == 4);
              for (std::size_t l = 1; l <= 4; ++l) {
                CHECK_THAT(left[l - 1], WithinAbs(flows[l].at(tokens - 1), 1e-15));
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("Where a column is too long to follow, what is known without it still is", "[needle]") {
  const engine::StackRule rule{1'000'000'000, 4096, 64, "L", true};
  std::int64_t budget = plenty();
  const std::int64_t back = 100'000;
  const auto left = view::uniform_left(rule, 0.0, rule.tokens - 1 - back, budget);
  REQUIRE(left.size() == 64);
  CHECK(budget == plenty());
  CHECK(left[23] == 0);  // 24 layers reach 98,280 back
  CHECK(left[24] > 0);   // 25 reach 102,375
  // 48 layers' mean is 98,280, their spread 8,192 · 0.29 · sqrt(48) / 2: near the middle it is a bell.
  const double sigma = std::sqrt(48 * (4096.0 * 4096 - 1) / 12), off = (100'000 - 48 * 4095 / 2.0) / sigma;
  CHECK_THAT(left[47], WithinRel(std::exp(-off * off / 2) / (sigma * std::sqrt(2 * std::acos(-1.0))), 0.01));

  const engine::StackRule global{1'000'000, 1024, 34, "LLLLLG", true};
  budget = plenty();
  CHECK(view::uniform_left(global, 0.0, 500'000, budget).size() == 5);
  // Near the start, rows keep fewer keys: known only as long as nothing arrives.
  budget = plenty();
  const auto early = view::uniform_left({1'000'000, 300'000, 8, "L", true}, 0.0, 10, budget);
  REQUIRE(early.size() == 3);
  CHECK(early.back() == 0);
}

TEST_CASE("No state of the needle makes lists as long as T", "[needle]") {
  for (const char* query : {"view=needle&t=1000000000&w=4096&layers=64", "view=needle&t=1000000000&w=all&layers=64",
                            "view=needle&preset=gemma-3-4b", "view=needle&t=1000000000&causal=0&w=9",
                            "view=needle&t=1000000000&needle=0&w=2", "view=needle&t=1000000000&needle=999999999"}) {
    CAPTURE(query);
    ViewFrame frame(query);
    const view::NeedleModel& m = needle(frame);
    CHECK(m.rows.size() == static_cast<std::size_t>(frame.config.layers));
    CHECK(m.strip.labels.empty());
    CHECK(m.strip.cells.width <= 900);
    CHECK(m.strip.cells.texels.size() == static_cast<std::size_t>(m.strip.cells.width * m.strip.cells.height));
    CHECK_FALSE(m.title.empty());
  }
  ViewFrame far("view=needle&t=1000000000&w=4096&layers=64");
  CHECK(said(needle(far).title) == "Token 500,000,000 cannot arrive: 64 layers reach 262,080 back");
  ViewFrame preset("view=needle&preset=gemma-3-4b");
  CHECK(said(needle(preset).title) == "Token 65,536 can arrive through 34 layers");
  CHECK_FALSE(preset.models.needle.uniform_off.empty());
  CHECK_FALSE(preset.models.needle.strip.has_shares);
  CHECK(preset.models.needle.map.some_unknown);
}

TEST_CASE("The strip's ink is the column's, layer by layer", "[needle]") {
  ViewFrame frame("view=needle&t=24&w=4&layers=3&needle=12");
  const view::NeedleModel& m = needle(frame);
  const auto flows = engine::uniform_columns({24, 4, 3, "L", true}, 0, 12);
  REQUIRE(m.strip.cells.width == 24);
  REQUIRE(m.strip.cells.height == 4);
  CHECK_THAT(m.strip.most, WithinRel(0.25, 1e-12));
  const auto texel = [&](int layer, int token) {
    return m.strip.cells.texels[static_cast<std::size_t>((3 - layer) * 24 + token)];
  };
  const view::Palette& palette = view::palette(false);
  for (int layer = 1; layer <= 3; ++layer) {
    for (int token = 12; token <= 12 + 3 * layer && token < 24; ++token) {
      const double share = flows[static_cast<std::size_t>(layer)].at(token);
      CHECK(texel(layer, token) == palette.map(view::Map::kShares, static_cast<float>(std::sqrt(share / 0.25)), 1));
    }
    CHECK(texel(layer, 11).a == 0);
    if (12 + 3 * layer + 1 < 24) CHECK(texel(layer, 12 + 3 * layer + 1).a == 0);
  }
  for (std::int64_t token = 0; token < 24; ++token) CHECK(m.strip.token_at(m.strip.x_of(token)) == token);
  CHECK(m.strip.token_at(-1000) == 0);
  CHECK(m.strip.token_at(10'000) == 23);
}

TEST_CASE("The map holds what each window and depth leave, and finds its cells again", "[needle]") {
  ViewFrame frame("view=needle&t=24&w=5&layers=3&needle=12");
  const view::NeedleModel& m = needle(frame);
  REQUIRE(m.uniform.windows.size() == 24);
  REQUIRE(m.map.layers == 12);
  for (int column = 0; column < 24; ++column) {
    const auto flows =
        engine::uniform_columns({24, m.map.windows[static_cast<std::size_t>(column)], 12, "L", true}, 0, 12);
    for (int layer = 1; layer <= 12; ++layer) {
      CHECK_THAT(m.uniform.at(column, layer), WithinAbs(flows[static_cast<std::size_t>(layer)].at(23), 1e-15));
      CHECK(m.map.cell_at(m.map.cell_box(column, layer).centre()) == std::array{column, layer});
    }
    CHECK(m.map.column_of(m.map.windows[static_cast<std::size_t>(column)]) == column);
  }
  CHECK(m.map.cell_at({0, 0}) == std::array{-1, -1});
  // The stairs part what arrives from what does not: there are some, all inside.
  REQUIRE_FALSE(m.map.stairs.empty());
  for (const view::Box& stair : m.map.stairs) CHECK(m.map.box.holds(stair, 0.01F));
  CHECK(m.map.too_far.has_value());
}

TEST_CASE("Where it arrives along W is right to one, between the map's columns too", "[needle]") {
  for (const char* query : {"view=needle&t=200&w=30&layers=6&needle=90", "view=needle&t=256&w=32&layers=8",
                            "view=needle&t=96&w=8&layers=4&alpha=0.3&epsilon=0.002"}) {
    ViewFrame frame(query);
    const view::NeedleModel& m = needle(frame);
    const config::Config& c = frame.config;
    const auto arrives = [&](int window) {
      const auto flows = engine::uniform_columns({c.tokens, window, c.layers, c.pattern, c.causal}, c.alpha, m.needle);
      return flows.back().at(c.tokens - 1) >= c.epsilon;
    };
    const view::Arrival arrival = view::arrival_along_window(m.uniform, c.layers, c.epsilon);
    CAPTURE(query, arrival.low, arrival.high);
    REQUIRE(arrival.low > 1);
    CHECK(arrives(arrival.low));
    CHECK_FALSE(arrives(arrival.low - 1));
    CHECK(arrives(arrival.high));
    CHECK(arrival.open == (arrival.high == c.tokens));
    if (!arrival.open) CHECK_FALSE(arrives(arrival.high + 1));
  }
}

TEST_CASE("Along L: nowhere, once, with gaps, and as far as it is known", "[needle]") {
  const auto along = [](std::vector<double> left) { return view::arrival_along_layers(left, 64, 0.1); };
  std::vector<double> all(64, 0.0);
  CHECK(along(all) == view::Arrival{0, 0, false, true, true});
  all[4] = 0.1;
  CHECK(along(all) == view::Arrival{5, 5, false, true, true});
  all[6] = 0.2;
  CHECK(along(all) == view::Arrival{5, 7, false, true, false});
  std::fill(all.begin() + 9, all.end(), 1.0);
  CHECK(along(all) == view::Arrival{5, 64, true, true, false});
  CHECK(along({0, 0}) == view::Arrival{0, 0, false, false, true});
  CHECK(along({0, 0.5}) == view::Arrival{2, 2, false, false, true});
  CHECK(view::arrival_along_layers(all, 6, 0.1) == view::Arrival{5, 5, false, true, true});
  CHECK(view::arrival_along_layers(all, 7, 0.1) == view::Arrival{5, 7, true, true, false});
}

TEST_CASE("Real shares are the stack's rollout, and only while it is in step", "[needle]") {
  ViewFrame frame("view=needle&t=12&w=4&layers=3&h=2&d=4&needle=5");
  engine::InputSpec spec;
  spec.seed = frame.config.seed;
  spec.tokens = frame.config.tokens;
  spec.heads = frame.config.heads;
  spec.head_width = frame.config.head_width;
  const engine::Tensors<float>& tensors = frame.inputs.make(spec);
  engine::GeneratedWeights<float> weights;
  weights.set(spec, false);
  engine::Stack<float> stack;
  engine::StackSettings settings;
  settings.shape = frame.inputs.shape();
  settings.window = frame.config.window;
  settings.layers = frame.config.layers;
  REQUIRE_FALSE(stack.begin(settings, tensors.x, 1));
  while (!stack.finished()) stack.step(weights);
  frame.depth.stack = &stack;
  CHECK(needle(frame).rows[2].real.empty());  // not said to be in step
  frame.depth.stack_current = true;
  const auto flows = engine::rollout_columns(stack, 5);
  const view::NeedleModel& m = needle(frame);
  for (std::size_t l = 1; l <= 3; ++l) CHECK(m.rows[l - 1].real == view::small_per_cent(flows[l].at(11)));
  CHECK(m.real_off.empty());
  frame.state.needle_real = true;
  const auto before = m.strip.cells.texels;
  CHECK(needle(frame).strip.cells.texels != before);
  // The title and the line under it are of the tab's shares.
  const std::string left = view::small_per_cent(flows[3].at(11));
  CHECK(said(m.title) == left + " of token 5 is left after 3 layers");
  CHECK(said(m.title).substr(0, left.size()) != m.rows[2].uniform);
  CHECK(said(m.subtitle).find("by real shares") != std::string::npos);
  CHECK(m.most == view::small_per_cent(m.strip.most));
  frame.depth.stack_current = false;
  CHECK(said(needle(frame).title) == "Token 5 can arrive through 3 layers");
  CHECK(said(m.subtitle) == "At the last token, 11: how much is not known by real shares.");
}

TEST_CASE("The map by real shares shows what the sweep has, line by line", "[needle]") {
  ViewFrame frame("view=needle&t=10&w=4&layers=3&needle=5");
  frame.state.needle_real = true;
  CHECK(needle(frame).map.some_unknown);
  CHECK_FALSE(frame.models.needle.map.some_known);  // then there is no scale to show
  const double scale = largest(frame.models.needle.uniform);
  const std::string wait = "Where it arrives by real shares is known once this stack has run at each window.";
  CHECK(said(frame.models.needle.arrives) == wait);
  view::NeedleSweep& sweep = frame.depth.needle;
  sweep = {.windows = {1, 4, 10},
           .layers = 12,
           .share = {{}, std::vector<double>(12, 0.25), {}},
           .done = 1,
           .running = true,
           .current = true,
           .revision = 1};
  const view::NeedleModel& m = needle(frame);
  CHECK(m.map.windows == std::vector{1, 4, 10});
  CHECK(m.progress == "1 of 3");
  CHECK(m.map.some_known);
  // While it runs the ink is the uniform map's, so that no line changes the shade of another.
  CHECK(m.map.most == scale);
  const view::Palette& palette = view::palette(false);
  const auto ink = [&](double share) {
    return palette.map(view::Map::kShares, static_cast<float>(std::min(1.0, std::sqrt(share / scale))), 1);
  };
  CHECK(m.map.cells.texels[1] == ink(0.25));
  CHECK(m.map.cells.texels[2] == palette[view::Token::kChip]);
  CHECK(said(m.arrives) == wait);
  sweep.running = false;
  ++sweep.revision;
  CHECK(needle(frame).progress == "stopped at 1 of 3");
  CHECK(m.map.most == scale);
  // Through, the map has its own scale, and the sentence is of it: by its columns, no window between them.
  sweep.share[0] = std::vector<double>(12, 0.0);
  sweep.share[2] = std::vector<double>(12, 0.005);
  sweep.done = 3;
  ++sweep.revision;
  CHECK(needle(frame).progress.empty());
  CHECK(m.map_most == "25.0 %");
  CHECK(m.map.cells.texels[1] == palette.shares[255]);
  CHECK(
      said(m.arrives) ==
      "By real shares, of the map’s windows, at least 1.00 % arrives only at W = 4 with 3 layers, and for L = 1 to 12, "
      "the last in the map, with a window of 4.");
  // Another config: the sweep's numbers are of the last one.
  sweep.current = false;
  ++sweep.revision;
  CHECK(needle(frame).map.windows.size() == 10);
  CHECK(m.progress.empty());
}

TEST_CASE("The map's columns rise from 1 to T", "[needle]") {
  for (const int tokens : {1, 2, 31, 32, 33, 34, 40, 100, 4096, 131'072, 1'000'000'000}) {
    const std::vector<int> windows = view::needle_windows(tokens);
    CAPTURE(tokens);
    CHECK(windows.front() == 1);
    CHECK(windows.back() == tokens);
    CHECK(windows.size() == static_cast<std::size_t>(std::min(tokens, 32)));
    CHECK(std::set<int>(windows.begin(), windows.end()).size() == windows.size());
    CHECK(std::is_sorted(windows.begin(), windows.end()));
  }
  CHECK(view::needle_layers(12) == 12);
  CHECK(view::needle_layers(13) == 24);
  CHECK(view::needle_layers(64) == 64);
}

TEST_CASE("Names of thin rows keep their distance from the heads and from the axis", "[needle]") {
  for (const float width : {288.0F, 736.0F, 1088.0F}) {
    for (const int layers : {1, 5, 12, 64}) {
      const view::NeedleBoxes b = view::needle_boxes({0, 0, width, 0}, layers, false);
      CAPTURE(width, layers);
      CHECK(b.strip.y + b.row / 2 - b.heads_y >= (b.narrow ? 22 : 26));
      CHECK(b.axis.y + 13 - (b.strip.bottom() - b.row / 2 + 4.5F) >= 20);
      CHECK(b.scale.y >= b.axis.bottom());
      CHECK(b.scale.bottom() < b.map_title.y - 13);
    }
  }
}

TEST_CASE("Small shares keep a digit", "[needle]") {
  CHECK(view::small_per_cent(0) == "0 %");
  CHECK(view::small_per_cent(1.0 / 243) == "0.41 %");
  CHECK(view::small_per_cent(5e-5) == "0.01 %");
  CHECK(view::small_per_cent(1.23e-5) == "1.2e−3 %");
  CHECK(view::small_per_cent(9.96e-6) == "1.0e−3 %");
  CHECK(view::small_per_cent(1e-6) == "1.0e−4 %");
  CHECK(view::small_per_cent(1) == "100.0 %");
}
