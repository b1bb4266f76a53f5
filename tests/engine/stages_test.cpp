// Each slider runs the stages that it must, and no other; and what is kept is what a fresh run gives.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/dense.h"
#include "engine/inputs.h"
#include "support/layer_runs.h"

using namespace bandscope;
using engine::InputKind;
using engine::InputSpec;
using engine::LayerSettings;
using engine::StageRuns;

namespace {

/// A source and a layer that follow a state, as the page's do.
struct Bench {
  InputSpec spec;
  LayerSettings settings;
  engine::InputSource source;
  engine::Layer<float> layer;

  StageRuns run() {
    const StageRuns before = layer.trace().runs;
    const auto& tensors = source.make(spec);
    settings.shape = source.shape();
    const auto error = layer.run(tensors, settings);
    if (error) FAIL(error->message);
    StageRuns ran = layer.trace().runs;
    for (std::size_t n = 0; n < ran.size(); ++n) ran[n] -= before[n];
    return ran;
  }
};

// project, split, score, scale, mask, shares, blend, merge, output
constexpr StageRuns kNothing{};
constexpr StageRuns kAll{1, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr StageRuns kFromSplit{0, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr StageRuns kFromScore{0, 0, 1, 1, 1, 1, 1, 1, 1};
constexpr StageRuns kFromScale{0, 0, 0, 1, 1, 1, 1, 1, 1};
constexpr StageRuns kFromMask{0, 0, 0, 0, 1, 1, 1, 1, 1};

Bench bench(int tokens, int window) {
  Bench made;
  made.spec.tokens = tokens;
  made.settings.window = window;
  CHECK(made.run() == kAll);
  CHECK(made.run() == kNothing);
  return made;
}

}  // namespace

TEST_CASE("Moving W runs mask to output once a step") {
  Bench b = bench(64, 4);
  for (int window = 5; window <= 64; ++window) {
    b.settings.window = window;
    CHECK(b.run() == kFromMask);
    CHECK(b.layer.work().cells_scored == 0);
  }
  for (const int window : {65, 1000, engine::kNoWindow, 64}) {  // all of them keep the same keys
    b.settings.window = window;
    CHECK(b.run() == kNothing);
  }
}

TEST_CASE("Each control runs what depends on it") {
  Bench b = bench(16, 4);
  SECTION("causal") {
    b.settings.causal = false;
    CHECK(b.run() == kFromMask);
  }
  SECTION("strike by zero") {
    b.settings.strike_zero = true;
    CHECK(b.run() == kFromMask);
  }
  SECTION("scale") {
    b.settings.scale = false;
    CHECK(b.run() == kFromScale);
  }
  SECTION("tie") {
    b.settings.tie = true;
    CHECK(b.run() == kFromSplit);
  }
  SECTION("key mask") {
    b.settings.key_mask.assign(16, 1);
    b.settings.key_mask[3] = 0;
    CHECK(b.run() == kFromMask);
  }
  SECTION("seed") {
    b.spec.seed = 2;
    CHECK(b.run() == kAll);
  }
  SECTION("heads") {
    b.spec.heads = 5;
    CHECK(b.run() == kAll);
  }
  SECTION("head width") {
    b.spec.head_width = 9;
    CHECK(b.run() == kAll);
  }
  SECTION("tokens, up") {
    b.spec.tokens = 17;
    CHECK(b.run() == kAll);
  }
  SECTION("tokens, down") {
    b.spec.tokens = 15;
    CHECK(b.run() == kAll);
  }
  SECTION("positions") {
    b.spec.positions = true;
    CHECK(b.run() == kAll);
  }
  SECTION("heads against width at the same C cuts anew, and projects nothing") {
    b.spec.heads = 8;
    b.spec.head_width = 4;
    CHECK(b.run() == kFromSplit);
  }
  CHECK(b.run() == kNothing);
}

TEST_CASE("Another w_o runs the output alone; without one it is gone") {
  std::mt19937 random(21);
  oracle::Problem p = support::random_problem(random, 1, 6, 6, 4, 2, 3, false);
  support::HeldTensors<float> held(p);
  held.tensors.x_revision = held.tensors.w_qkv_revision = held.tensors.w_o_revision = 1;
  engine::Layer<float> layer;
  REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
  const StageRuns first = layer.trace().runs;
  for (float& w : held.w_o) w *= 2;
  const std::vector<float> before = layer.trace().output;
  held.tensors.w_o_revision = 2;
  REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
  StageRuns runs = layer.trace().runs;
  CHECK(runs[8] == first[8] + 1);
  runs[8] = first[8];
  CHECK(runs == first);
  CHECK(layer.trace().output[0] == 2 * before[0]);
  held.tensors.w_o = {};
  REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
  CHECK(layer.trace().output.empty());
  CHECK(layer.trace().runs[8] == first[8] + 1);
}

TEST_CASE("A bias moves every row, and one that comes, changes or goes runs its stage anew") {
  std::mt19937 random(23);
  oracle::Problem p = support::random_problem(random, 2, 6, 6, 4, 2, 3, false);
  support::HeldTensors<float> held(p);
  held.tensors.x_revision = held.tensors.w_qkv_revision = held.tensors.w_o_revision = 1;
  engine::Layer<float> layer;
  const auto run = [&] {
    REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
    return layer.trace().runs;
  };
  run();
  const std::vector<float> plain = layer.trace().output;
  support::add_random_biases(random, p);
  const std::vector<float> b_qkv(p.b_qkv.begin(), p.b_qkv.end());
  std::vector<float> b_o(p.b_o.begin(), p.b_o.end());
  held.tensors.b_o = b_o;
  CHECK(run() == StageRuns{1, 1, 1, 1, 1, 1, 1, 1, 2});
  for (std::size_t n = 0; n < plain.size(); ++n) CHECK(layer.trace().output[n] == plain[n] + b_o[n % 4]);
  held.tensors.b_qkv = b_qkv;
  CHECK(run() == StageRuns{2, 2, 2, 2, 2, 2, 2, 2, 3});
  CHECK(support::compare_with_oracle(layer.trace(), oracle::attend(p)).error <= 1e-5);
  b_o[0] += 1;
  held.tensors.w_o_revision = 2;  // of the bias too
  CHECK(run() == StageRuns{2, 2, 2, 2, 2, 2, 2, 2, 4});
  held.tensors.b_qkv = held.tensors.b_o = {};
  CHECK(run() == StageRuns{3, 3, 3, 3, 3, 3, 3, 3, 5});
  CHECK(support::same_bits(layer.trace().output, plain));
}

TEST_CASE("Untracked numbers are taken as changed") {
  std::mt19937 random(22);
  oracle::Problem p = support::random_problem(random, 1, 6, 6, 4, 2, 3, false);
  const support::HeldTensors<float> held(p);
  engine::Layer<float> layer;
  for (std::uint32_t n = 1; n <= 3; ++n) {
    REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
    CHECK(layer.trace().runs == StageRuns{n, n, n, n, n, n, n, n, n});
  }
}

TEST_CASE("An example's heads regroup the same rows, and growing shows more of them") {
  Bench b;
  b.spec = {.kind = InputKind::kSlidingWindow, .tokens = 4, .heads = 2};
  b.settings.window = 2;
  StageRuns given = kFromSplit;
  given[8] = 0;  // no w_o
  CHECK(b.run() == given);
  CHECK(b.run() == kNothing);
  for (const int heads : {1, 4}) {
    b.spec.heads = heads;
    CHECK(b.run() == given);
    CHECK(b.layer.trace().shape.head_width == 4 / heads);
  }
  b.spec.tokens = 3;
  CHECK(b.run() == given);
  b.spec = {};  // random, and back: nothing stale is shown
  CHECK(b.run() == kAll);
  CHECK(b.layer.trace().q_given.empty());
  b.spec = {.kind = InputKind::kSlidingWindow, .tokens = 3, .heads = 4};
  CHECK(b.run() == given);
  CHECK(b.layer.trace().qkv.empty());
  CHECK(b.layer.trace().output.empty());
}

TEST_CASE("Above 256 tokens a wider window scores only the new keys") {
  Bench b = bench(300, 4);
  const std::int64_t heads = 4;
  b.settings.window = 6;
  CHECK(b.run() == kFromScore);
  // Key i - 4 is new from row 4 on, key i - 5 from row 5 on.
  CHECK(b.layer.work().cells_scored == heads * (296 + 295));
  b.settings.window = 2;
  CHECK(b.run() == kFromMask);
  CHECK(b.layer.work().cells_scored == 0);
  b.settings.window = 5;  // known from before
  CHECK(b.run() == kFromMask);
  CHECK(b.layer.trace().scores_raw.slots == 6);
  b.settings.causal = false;  // |i - j| <= 4: four newer keys a row, less those beyond the end
  CHECK(b.run() == kFromScore);
  CHECK(b.layer.work().cells_scored == heads * (4 * 300 - 10));
  b.settings.scale = false;
  CHECK(b.run() == kFromScale);
  b.settings.strike_zero = true;  // is off above 256 tokens
  CHECK(b.run() == kNothing);
  b.spec.seed = 9;
  CHECK(b.run() == kAll);
  CHECK(b.layer.work().cells_scored == heads * (9 * 300 - 20));
}

TEST_CASE("A layer of kept pairs only scores a band at any T, and every pair again when asked to") {
  const std::int64_t heads = 4;
  for (const bool causal : {true, false}) {
    Bench b = bench(64, 4);
    b.settings.causal = causal;
    b.run();
    const engine::Trace<float> every = b.layer.trace();
    b.settings.kept_only = true;
    CHECK(b.run() == kNothing);  // what is known is not forgotten
    b.spec.seed = 2;
    CHECK(b.run() == kAll);
    CHECK(b.layer.work().cells_scored == heads * (causal ? 4 * 64 - 6 : 7 * 64 - 12));
    CHECK(b.layer.trace().scores_raw.slots == (causal ? 4 : 7));
    b.settings.strike_zero = true;
    CHECK(b.run() == kNothing);
    b.spec.seed = 1;
    b.run();
    for (const auto& [kept, made] : {std::pair{&b.layer.trace().shares, &every.shares},
                                     std::pair{&b.layer.trace().scores_masked, &every.scores_masked}}) {
      CHECK(support::same_bits(support::dense_table(*kept, 64, 0.0F), support::dense_table(*made, 64, 0.0F)));
    }
    CHECK(support::same_bits(b.layer.trace().merged, every.merged));
    CHECK(support::same_bits(b.layer.trace().output, every.output));
    b.settings.kept_only = b.settings.strike_zero = false;
    CHECK(b.run() == kFromScore);
    // All but what the band knows of the rows that it reaches to an end of.
    CHECK(b.layer.work().cells_scored == heads * (64 * 64 - (causal ? 14 : 44)));
    CHECK(support::same_bits(b.layer.trace().scores_raw.values, every.scores_raw.values));
  }
}

TEST_CASE("After any walk of settings the layer holds the bits of a fresh one") {
  std::mt19937 random(23);
  constexpr std::array kNames{"x",    "qkv",    "q",        "k",      "v",     "scores_masked",
                              "keep", "shares", "head_out", "merged", "output"};
  const auto pick = [&](int low, int high) { return support::random_integer(random, low, high); };
  for (int walk = 0; walk < 12; ++walk) {
    Bench b;
    const bool large = walk % 3 == 2;  // around 256 tokens, where scores become a band
    if (large) b.spec = {.tokens = 255, .heads = 2, .head_width = 2};
    for (int step = 0; step < 40; ++step) {
      switch (pick(0, 10)) {
        case 0:
          b.spec.tokens = large ? pick(250, 262) : pick(1, 20);
          break;
        case 1:
          b.spec.heads = large ? pick(1, 2) : pick(1, 5);
          break;
        case 2:
          b.spec.head_width = large ? pick(1, 3) : pick(1, 12);
          break;
        case 3:
          b.settings.causal = !b.settings.causal;
          break;
        case 4:
          b.settings.scale = !b.settings.scale;
          break;
        case 5:
          b.settings.strike_zero = !b.settings.strike_zero;
          break;
        case 6:
          b.settings.tie = !b.settings.tie;
          break;
        case 7:
          b.spec.seed = static_cast<std::uint32_t>(pick(1, 3));
          b.spec.positions = pick(0, 1) == 1;
          break;
        case 8:
          b.spec.kind = pick(0, 1) == 0 ? InputKind::kRandom : InputKind::kWords;
          b.spec.built = pick(0, 1) == 1;
          b.spec.words.clear();
          for (int n = 0; n < 262; ++n) b.spec.words.push_back(std::to_string(pick(0, 40)));
          break;
        case 9:
          b.settings.kept_only = !b.settings.kept_only;
          break;
        default:
          b.settings.window = pick(0, 4) == 0 ? engine::kNoWindow : pick(1, large ? 30 : 22);
          break;
      }
      b.run();
      engine::InputSource fresh_source;
      engine::Layer<float> fresh;
      const auto& tensors = fresh_source.make(b.spec);
      REQUIRE(fresh_source.shape() == b.settings.shape);
      REQUIRE_FALSE(fresh.run(tensors, b.settings));
      bool same = true;
      std::string where;
      for (const char* name : kNames) {
        const auto kept = engine::dense(b.layer.trace(), name);
        const auto made = engine::dense(fresh.trace(), name);
        REQUIRE(kept.has_value() == made.has_value());
        if (!kept) continue;
        const auto& one = std::get<engine::DenseArray>(*kept);
        const auto& other = std::get<engine::DenseArray>(*made);
        if (one.shape != other.shape || !support::same_bits(one.data, other.data)) {
          same = false;
          where += std::string(name) + " ";
        }
      }
      // A band that was wider before holds more scores; those that both hold are the same.
      const auto& kept = b.layer.trace();
      for (int h = 0; h < kept.shape.heads; ++h) {
        for (int i = 0; i < kept.shape.queries; ++i) {
          const auto& raw = fresh.trace().scores_raw;
          for (int j = raw.first[i]; j < raw.first[i] + raw.count[i]; ++j) {
            same = same && kept.scores_raw.holds(i, j) && kept.scores_raw.at(0, h, i, j, 0) == raw.at(0, h, i, j, 0) &&
                   kept.scores_scaled.at(0, h, i, j, 0) == fresh.trace().scores_scaled.at(0, h, i, j, 0);
          }
        }
      }
      CAPTURE(walk, step, where, b.spec.tokens, b.spec.heads, b.spec.head_width, b.settings.window);
      CHECK(same);
    }
  }
}
