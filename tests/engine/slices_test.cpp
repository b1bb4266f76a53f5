// What is worked off in slices, so that a page can answer in between, has the bits of what is made in one go.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/inputs.h"
#include "engine/stack/generated_weights.h"
#include "engine/stack/stack.h"
#include "support/stack_runs.h"

using namespace bandscope;
using engine::InputKind;
using engine::InputSpec;

namespace {

std::vector<float> copied(std::span<const float> values) { return {values.begin(), values.end()}; }

/// Text, built and not, marks, random numbers and an example.
std::vector<InputSpec> specs() {
  const std::vector<std::string> words{"the", "river", "runs", "past", "the", "old", "mill"};
  return {
      {.tokens = 7, .heads = 2, .head_width = 8},
      {.tokens = 19, .heads = 2, .head_width = 8},
      {.kind = InputKind::kWords, .tokens = 7, .heads = 3, .head_width = 8, .words = words, .built = true},
      {.kind = InputKind::kWords, .tokens = 5, .heads = 2, .head_width = 8, .words = words, .positions = true},
      {.kind = InputKind::kSlidingWindow, .tokens = 4, .heads = 2},
      {.seed = 4, .tokens = 3, .heads = 1, .head_width = 5},
  };
}

/// So many slices it took.
int work_off(engine::InputSource& source, std::int64_t slice) {
  int slices = 0;
  for (std::int64_t work = slice; !source.step(work); work = slice) ++slices;
  return slices;
}

void check_same(const engine::Tensors<float>& a, const engine::Tensors<float>& b) {
  CHECK(support::same_bits(copied(a.x), copied(b.x)));
  CHECK(support::same_bits(copied(a.w_qkv), copied(b.w_qkv)));
  CHECK(support::same_bits(copied(a.w_o), copied(b.w_o)));
  CHECK(support::same_bits(copied(a.q), copied(b.q)));
}

}  // namespace

TEST_CASE("Inputs drawn in slices equal those drawn at once, whatever they interrupted", "[slices]") {
  for (const std::int64_t slice : {std::int64_t{1}, std::int64_t{20'000}}) {
    engine::InputSource followed;
    for (const InputSpec& spec : specs()) {
      for (const InputSpec& interrupted : specs()) {
        followed.begin(interrupted);
        for (std::int64_t work = 3 * slice; !followed.done() && work > 0;) followed.step(work);
        followed.begin(spec);
        const std::int64_t left = followed.left();
        const int slices = work_off(followed, slice);
        CHECK(followed.done());
        CHECK(followed.left() == 0);
        // A row costs more than the smaller slice.
        if (slice == 1) CHECK(slices >= left / (1000 * engine::kDrawWork));
        engine::InputSource fresh;
        check_same(followed.tensors(), fresh.make(spec));
      }
    }
  }
}

TEST_CASE("Weights drawn in slices equal those drawn at once", "[slices]") {
  for (const InputSpec& spec : specs()) {
    if (spec.kind == InputKind::kSlidingWindow) continue;
    engine::GeneratedWeights<float> sliced, whole;
    sliced.set(spec, false);
    whole.set(spec, false);
    for (const int layer : {2, 1, 2, 3}) {
      std::int64_t begun = 1;
      sliced.make(layer == 3 ? 4 : 3, begun);  // something else is half drawn
      int slices = 0;
      for (std::int64_t work = 1; !sliced.make(layer, work); work = 1) ++slices;
      if (layer == 3) CHECK(slices > 1);
      const auto a = sliced.weights(layer), b = whole.weights(layer);
      CHECK(support::same_bits(copied(a.w_qkv), copied(b.w_qkv)));
      CHECK(support::same_bits(copied(a.w_o), copied(b.w_o)));
    }
  }
}

TEMPLATE_TEST_CASE("A stack run in slices equals one run at once, whatever it interrupted", "[slices]", float, double) {
  std::mt19937 random(75);
  int most = 0;
  for (int n = 0; n < 24; ++n) {
    oracle::StackProblem p = support::random_stack(random);
    support::HeldWeights<TestType> weights(p);
    engine::Stack<TestType> sliced;
    const std::vector<TestType> x = support::numbers_of<TestType>(p.layer.x);
    for (const std::int64_t slice : {std::int64_t{1}, std::int64_t{3000}}) {
      // Another window is under way, then the asked one goes on from what both have in common.
      oracle::StackProblem other = p;
      other.layer.window = p.layer.window ? std::nullopt : std::optional(2);
      REQUIRE_FALSE(sliced.begin(support::settings_of(other), x, 1));
      for (std::int64_t work = n * 500; work > 0 && !sliced.finished();) sliced.step(weights, work);
      REQUIRE_FALSE(sliced.begin(support::settings_of(p), x, 1));
      int slices = 0, done = -1;
      while (!sliced.finished()) {
        std::int64_t work = slice;
        const bool layer_done = sliced.step(weights, work);
        if (done >= 0) CHECK(sliced.done() == done + (layer_done ? 1 : 0));
        done = sliced.done();
        ++slices;
        // The same once more changes nothing.
        if (!sliced.finished()) REQUIRE_FALSE(sliced.begin(support::settings_of(p), x, 1));
      }
      most = std::max(most, slices);
      engine::Stack<TestType> whole;
      support::run_all(whole, support::settings_of(p), x, 1, weights);
      CAPTURE(n, slice, p.layers, p.pattern, p.alpha, p.layer.queries);
      REQUIRE(sliced.done() == whole.done());
      for (int layer = 1; layer <= p.layers; ++layer) {
        const auto a = sliced.h(layer), b = whole.h(layer);
        CHECK(support::same_bits(std::vector<TestType>(a.begin(), a.end()), std::vector<TestType>(b.begin(), b.end())));
        CHECK(support::same_bits(sliced.mean_shares(layer).values, whole.mean_shares(layer).values));
      }
    }
  }
  CHECK(most > 50);
}
