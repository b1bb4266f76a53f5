// A stack's drawn weights: layer 1 is the bench's, the others have the counter's layer, and memory is bounded.
#include "engine/stack/generated_weights.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "engine/generator.h"
#include "support/layer_runs.h"

using namespace bandscope;
using engine::GeneratedWeights;
using engine::InputKind;
using engine::InputSpec;

namespace {

template <class Real>
bool same_span(std::span<const Real> a, std::span<const Real> b) {
  return support::same_bits(std::vector<Real>(a.begin(), a.end()), std::vector<Real>(b.begin(), b.end()));
}

InputSpec words_spec(bool built) {
  return {.kind = InputKind::kWords, .seed = 5, .tokens = 3, .heads = 2, .words = {"a", "b", "c"}, .built = built};
}

}  // namespace

TEMPLATE_TEST_CASE("Layer 1 has the weights of the bench, bit for bit", "[stack]", float, double) {
  for (const InputSpec& spec :
       {InputSpec{}, InputSpec{.seed = 9, .heads = 3, .head_width = 5}, words_spec(false), words_spec(true)}) {
    engine::BasicInputSource<TestType> source;
    const auto& tensors = source.make(spec);
    for (const bool shared : {false, true}) {
      GeneratedWeights<TestType> generated;
      generated.set(spec, shared);
      const auto first = generated.weights(1);
      CHECK(same_span(first.w_qkv, tensors.w_qkv));
      CHECK(same_span(first.w_o, tensors.w_o));
      const auto third = generated.weights(3);
      CHECK(same_span(third.w_qkv, tensors.w_qkv) == shared);
      CHECK(same_span(third.w_o, tensors.w_o) == shared);
    }
  }
}

TEMPLATE_TEST_CASE("Deeper layers are the generator's, with a layer number of their own", "[stack]", float, double) {
  for (const bool built : {false, true}) {
    const InputSpec spec = words_spec(built);
    const int embed = engine::shape_of(spec).embed_width, merged = 16;
    REQUIRE(embed == (built ? 17 : 16));
    GeneratedWeights<TestType> generated;
    generated.set(spec, false);
    for (const int layer : {2, 64}) {
      const auto weights = generated.weights(layer);
      REQUIRE(weights.w_qkv.size() == static_cast<std::size_t>(embed) * 3 * merged);
      REQUIRE(weights.w_o.size() == static_cast<std::size_t>(embed) * merged);
      bool same = true;
      const auto counter = static_cast<std::uint32_t>(layer - 1);
      for (int row = 0; row < embed; ++row) {
        const auto id = engine::row_id(engine::TensorId::kWQkv, counter, static_cast<std::uint32_t>(row));
        for (int c = 0; c < 3 * merged; ++c) {
          const double value = engine::normal(5, id, static_cast<std::uint32_t>(c)) / std::sqrt(double(embed));
          same = same && weights.w_qkv[static_cast<std::size_t>(row * 3 * merged + c)] == static_cast<float>(value);
        }
      }
      for (int row = 0; row < merged; ++row) {
        const auto id = engine::row_id(engine::TensorId::kWO, counter, static_cast<std::uint32_t>(row));
        for (int c = 0; c < embed; ++c) {
          const double value = engine::normal(5, id, static_cast<std::uint32_t>(c)) / std::sqrt(double(merged));
          same = same && weights.w_o[static_cast<std::size_t>(row * embed + c)] == static_cast<float>(value);
        }
      }
      CHECK(same);
    }
  }
}

TEST_CASE("A revision is new only where numbers are", "[stack]") {
  GeneratedWeights<float> generated;
  InputSpec spec = words_spec(false);
  generated.set(spec, false);
  const std::uint64_t first = generated.revision(1), second = generated.revision(2);
  CHECK(first != 0);
  CHECK(first != second);
  CHECK(generated.weights(2).revision == second);
  const auto same = [&] { return generated.revision(1) == first && generated.revision(2) == second; };
  spec.tokens = 2;
  spec.positions = true;
  spec.words = {"d"};
  generated.set(spec, false);
  CHECK(same());
  spec.kind = InputKind::kRandom;
  generated.set(spec, false);
  CHECK(same());
  std::swap(spec.heads, spec.head_width);  // cut otherwise: drawn weights do not know
  generated.set(spec, false);
  CHECK(same());
  generated.set(spec, true);
  CHECK(generated.revision(1) == first);
  CHECK(generated.revision(2) == first);
  SECTION("seed") {
    spec.seed = 6;
    generated.set(spec, false);
    CHECK(generated.revision(1) != first);
    CHECK(generated.revision(2) != second);
  }
  SECTION("width") {
    spec.heads = 3;
    generated.set(spec, false);
    CHECK(generated.revision(2) != second);
  }
  SECTION("built, whose heads matter") {
    spec = words_spec(true);
    spec.heads = 4;
    generated.set(spec, false);
    const std::uint64_t built = generated.revision(1);
    CHECK(built != first);
    spec.heads = 2;
    spec.head_width = 16;
    generated.set(spec, false);
    CHECK(generated.revision(1) != built);
  }
}

TEST_CASE("At most 64 MB of weights are held, and what comes again is the same", "[stack]") {
  // E = C = 1024: 16 MiB a layer.
  InputSpec spec{.heads = 16, .head_width = 64};
  GeneratedWeights<float> generated;
  generated.set(spec, false);
  const std::vector<float> first(generated.weights(1).w_o.begin(), generated.weights(1).w_o.end());
  for (int layer = 2; layer <= 4; ++layer) generated.weights(layer);
  CHECK(generated.bytes_held() == engine::kMostWeightBytes);
  const float* kept = generated.weights(1).w_o.data();  // now the most recently used
  generated.weights(5);
  CHECK(generated.bytes_held() == engine::kMostWeightBytes);
  CHECK(generated.weights(1).w_o.data() == kept);
  for (int layer = 6; layer <= 9; ++layer) generated.weights(layer);
  CHECK(same_span<float>(generated.weights(1).w_o, first));
  spec.head_width = 160;  // one layer's are more than that
  generated.set(spec, false);
  CHECK(generated.bytes_held() == 0);
  generated.weights(1);
  generated.weights(2);
  CHECK(generated.bytes_held() == 4LL * 4 * 2560 * 2560);
  generated.set({}, false);
  generated.weights(1);
  CHECK(generated.bytes_held() == 4LL * 4 * 32 * 32);
}
