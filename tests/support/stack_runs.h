// A stack problem given to the engine's Stack.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "engine/stack/stack.h"
#include "support/layer_runs.h"
#include "support/stack_oracle.h"

namespace bandscope::support {

/// The problem's weights in the stack's number type. Revisions are settable; each layer begins with 1.
template <class Real>
struct HeldWeights final : engine::WeightSource<Real> {
  explicit HeldWeights(const oracle::StackProblem& p) : revisions(p.w_qkv.size(), 1) {
    for (const auto& w : p.w_qkv) w_qkv.emplace_back(w.begin(), w.end());
    for (const auto& w : p.w_o) w_o.emplace_back(w.begin(), w.end());
  }
  engine::LayerWeights<Real> weights(int layer) override {
    const auto at = static_cast<std::size_t>(layer) - 1;
    return {w_qkv[at], w_o[at], revisions[at]};
  }
  std::vector<std::uint64_t> revisions;
  std::vector<std::vector<Real>> w_qkv, w_o;
};

inline engine::StackSettings settings_of(const oracle::StackProblem& p) {
  engine::StackSettings settings;
  settings.shape = settings_of(p.layer).shape;
  settings.window = p.layer.window.value_or(engine::kNoWindow);
  settings.causal = p.layer.causal;
  settings.scale = p.layer.scale;
  settings.tie = p.layer.tie;
  settings.layers = p.layers;
  settings.pattern = p.pattern;
  settings.alpha = p.alpha;
  settings.norm = p.rms ? engine::Norm::kRms : engine::Norm::kNone;
  return settings;
}

/// Draws x and the weights of `layers` layers for sizes that are set.
inline void draw_stack(std::mt19937& random, oracle::StackProblem& p, int layers) {
  const int tokens = p.layer.queries, embed = p.layer.embed_width, merged = p.layer.heads * p.layer.head_width;
  const auto drawn = [&](int rows, int columns, double divisor) {
    auto numbers = random_numbers(random, static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    for (double& number : numbers) number = static_cast<float>(number / divisor);
    return numbers;
  };
  p.layer.x = drawn(tokens, embed, 1);
  p.w_qkv.clear();
  p.w_o.clear();
  for (int layer = 0; layer < layers; ++layer) {
    p.w_qkv.push_back(drawn(embed, 3 * merged, std::sqrt(embed)));
    p.w_o.push_back(drawn(merged, embed, std::sqrt(merged)));
  }
}

inline std::string random_pattern(std::mt19937& random) {
  std::string pattern(static_cast<std::size_t>(random_integer(random, 1, 3)), 'L');
  for (char& letter : pattern) letter = random_integer(random, 0, 2) == 0 ? 'G' : 'L';
  return pattern;
}

inline oracle::StackProblem random_stack(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return random_integer(random, low, high); };
  oracle::StackProblem p;
  p.layer.queries = p.layer.keys = pick(1, 14);
  p.layer.heads = pick(1, 3);
  p.layer.head_width = pick(1, 5);
  p.layer.embed_width = pick(1, 9);
  if (pick(0, 5) != 0) p.layer.window = pick(1, 6);
  p.layer.causal = pick(0, 2) != 0;
  p.layer.scale = pick(0, 4) != 0;
  p.layer.tie = pick(0, 4) == 0;
  p.layers = pick(1, 4);
  p.pattern = random_pattern(random);
  p.rms = pick(0, 1) == 1;
  constexpr double kAlphas[] = {0, 0.3, 0.5, 1};
  p.alpha = kAlphas[pick(0, 3)];
  draw_stack(random, p, p.layers);
  return p;
}

template <class Real>
std::vector<Real> numbers_of(const oracle::Array& array) {
  return {array.begin(), array.end()};
}

/// Begins and runs all layers.
template <class Real>
void run_all(engine::Stack<Real>& stack, const engine::StackSettings& settings, const std::vector<Real>& x,
             std::uint64_t x_revision, engine::WeightSource<Real>& weights) {
  const auto error = stack.begin(settings, x, x_revision);
  if (error) FAIL(error->message);
  for (int steps = 0; !stack.finished(); ++steps) {
    REQUIRE(steps <= settings.layers);
    stack.step(weights);
  }
}

}  // namespace bandscope::support
