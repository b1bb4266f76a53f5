#include "support/stack_oracle.h"

#include <cmath>
#include <cstddef>

namespace bandscope::oracle {

namespace {

Problem layer_of(const StackProblem& problem, int layer) {
  Problem one = problem.layer;
  if (problem.pattern[static_cast<std::size_t>(layer - 1) % problem.pattern.size()] == 'G') one.window.reset();
  return one;
}

}  // namespace

StackAnswer run_stack(const StackProblem& problem) {
  const int tokens = problem.layer.queries, width = problem.layer.embed_width, heads = problem.layer.heads;
  StackAnswer answer;
  answer.h.push_back(problem.layer.x);
  for (int layer = 1; layer <= problem.layers; ++layer) {
    Problem one = layer_of(problem, layer);
    const Array before = answer.h.back();
    one.x = before;
    if (problem.rms) {
      for (int t = 0; t < tokens; ++t) {
        double mean = 0;
        for (int e = 0; e < width; ++e) mean += before[t * width + e] * before[t * width + e] / width;
        for (int e = 0; e < width; ++e) one.x[t * width + e] = before[t * width + e] / std::sqrt(mean + 1e-6);
      }
    }
    one.w_qkv = problem.w_qkv[static_cast<std::size_t>(layer) - 1];
    one.w_o = problem.w_o[static_cast<std::size_t>(layer) - 1];
    const Answer attended = attend(one);
    Array h;
    for (std::size_t n = 0; n < before.size(); ++n) {
      h.push_back(problem.alpha * before[n] + (1 - problem.alpha) * attended.output[n]);
    }
    answer.h.push_back(h);
    const auto pairs = static_cast<std::size_t>(tokens) * static_cast<std::size_t>(tokens);
    Array mean(pairs, 0.0);
    for (std::size_t n = 0; n < attended.shares.size(); ++n) mean[n % pairs] += attended.shares[n] / heads;
    answer.mean_shares.push_back(mean);
  }
  return answer;
}

Array rollout(const std::vector<Array>& shares, int tokens, double alpha) {
  Array product(static_cast<std::size_t>(tokens) * static_cast<std::size_t>(tokens), 0.0);
  for (int t = 0; t < tokens; ++t) product[t * tokens + t] = 1;
  for (const Array& layer : shares) {
    Array next(product.size(), 0.0);
    for (int i = 0; i < tokens; ++i) {
      for (int k = 0; k < tokens; ++k) {
        const double step = (1 - alpha) * layer[i * tokens + k] + (i == k ? alpha : 0.0);
        for (int j = 0; j < tokens; ++j) next[i * tokens + j] += step * product[k * tokens + j];
      }
    }
    product = next;
  }
  return product;
}

std::vector<bool> reached(const StackProblem& problem) {
  const int tokens = problem.layer.queries;
  std::vector<bool> product(static_cast<std::size_t>(tokens) * static_cast<std::size_t>(tokens), false);
  for (int t = 0; t < tokens; ++t) product[static_cast<std::size_t>(t) * tokens + t] = true;
  for (int layer = 1; layer <= problem.layers; ++layer) {
    const Problem one = layer_of(problem, layer);
    std::vector<bool> next(product.size(), false);
    for (int i = 0; i < tokens; ++i) {
      for (int k = 0; k < tokens; ++k) {
        if (!keeps(one, 0, i, k)) continue;
        for (int j = 0; j < tokens; ++j) {
          const auto at = static_cast<std::size_t>(i) * tokens + j;
          next[at] = next[at] || product[static_cast<std::size_t>(k) * tokens + j];
        }
      }
    }
    product = next;
  }
  return product;
}

}  // namespace bandscope::oracle
