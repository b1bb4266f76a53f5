#include "api/stack_api.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/stack/influence.h"
#include "engine/stack/rollout.h"
#include "engine/stack/stack.h"

using namespace bandscope;

namespace {

engine::StackSettings settings_of(const BandscopeStackRequest& request) {
  engine::StackSettings settings;
  settings.shape = {1, request.tokens, request.tokens, request.embed_width, request.heads, request.head_width};
  settings.window = request.window == 0 ? engine::kNoWindow : request.window;
  settings.causal = request.causal != 0;
  settings.layers = request.layers;
  settings.pattern = request.pattern;
  settings.alpha = request.alpha;
  settings.norm = request.rms != 0 ? engine::Norm::kRms : engine::Norm::kNone;
  return settings;
}

/// The caller's weights, where they lie.
class GivenWeights : public engine::WeightSource<float> {
 public:
  explicit GivenWeights(const BandscopeStackRequest& request)
      : w_qkv_(request.w_qkv, request.w_qkv + request.layers),
        w_o_(request.w_o, request.w_o + request.layers),
        corner_(static_cast<std::size_t>(request.embed_width) * static_cast<std::size_t>(request.heads) *
                static_cast<std::size_t>(request.head_width)) {}
  engine::LayerWeights<float> weights(int layer) override {
    const auto at = static_cast<std::size_t>(layer) - 1;
    return {std::span(w_qkv_[at], 3 * corner_), std::span(w_o_[at], corner_), 1};
  }

 private:
  std::vector<const float*> w_qkv_, w_o_;
  std::size_t corner_;  // E · C
};

}  // namespace

struct BandscopeStack {
  GivenWeights weights;
  engine::Stack<float> stack;
  std::string error;
};

double bandscope_stack_bytes(const BandscopeStackRequest* request) {
  // While it runs: one head's keys on end, and the key ranges once more.
  const double scratch = 4.0 * request->tokens * (request->head_width + 2.0) + 100'000;
  return static_cast<double>(engine::estimate_stack_bytes(settings_of(*request))) + scratch;
}

double bandscope_stack_gradient_bytes(const BandscopeStackRequest* request) {
  return static_cast<double>(engine::Influence<float>::bytes(settings_of(*request)));
}

BandscopeStack* bandscope_stack_run(const BandscopeStackRequest* request) {
  auto made = std::make_unique<BandscopeStack>(BandscopeStack{GivenWeights(*request), {}, {}});
  const auto numbers = static_cast<std::size_t>(request->tokens) * static_cast<std::size_t>(request->embed_width);
  if (auto error = made->stack.begin(settings_of(*request), std::span(request->x, numbers), 1)) {
    made->error = std::move(error->message);
    return made.release();
  }
  while (!made->stack.finished()) made->stack.step(made->weights);
  return made.release();
}

const char* bandscope_stack_error(const BandscopeStack* stack) { return stack->error.c_str(); }

const float* bandscope_stack_h(const BandscopeStack* stack, int layer) { return stack->stack.h(layer).data(); }

void bandscope_stack_shares(const BandscopeStack* stack, int layer, float* out) {
  const engine::KeyTable<float>& shares = stack->stack.mean_shares(layer);
  std::fill_n(out, static_cast<std::ptrdiff_t>(shares.rows) * shares.rows, 0.0F);
  for (int i = 0; i < shares.rows; ++i, out += shares.rows) {
    std::copy_n(shares.row(0, 0, i), shares.count[i], out + shares.first[i]);
  }
}

void bandscope_stack_rollout(const BandscopeStack* stack, int row, double* out) {
  const engine::StackSettings& settings = stack->stack.settings();
  const engine::Flow inputs = engine::rollout_rows(stack->stack, row, settings.layers).front();
  std::fill_n(out, settings.shape.queries, 0.0);
  std::ranges::copy(inputs.values, out + inputs.first);
}

double bandscope_stack_gradient(BandscopeStack* stack, int row, int probes, std::uint32_t seed, double* out) {
  engine::Influence<float> influence;
  influence.begin(stack->stack, stack->weights, row, stack->stack.done(), seed);
  if (probes == 0) {
    influence.step_exact(stack->weights, influence.passes_needed());
  } else {
    influence.step_probes(stack->weights, probes);
  }
  std::ranges::copy(influence.norms(), out);
  return influence.relative_error();
}

void bandscope_stack_close(BandscopeStack* stack) { delete stack; }
