#include "api/depth_api.h"

#include <algorithm>
#include <string>

#include "engine/stack/cost.h"
#include "engine/stack/reach.h"
#include "engine/stack/relay.h"
#include "engine/stack/rule.h"

using namespace bandscope;

namespace {

engine::StackRule rule_of(const BandscopeStackRule& rule) {
  return {rule.tokens, rule.window == 0 ? engine::kNoWindow : rule.window, rule.layers, rule.pattern, rule.causal != 0};
}

}  // namespace

void bandscope_reach(const BandscopeStackRule* rule, int first, int last, std::int32_t* firsts, std::int32_t* lasts) {
  const engine::StackRule stack = rule_of(*rule);
  const std::int64_t side = engine::reach_side(stack, stack.layers);
  for (std::int64_t i = first; i <= last; ++i) {
    const engine::Span inputs = engine::around(stack, i, side);
    *firsts++ = static_cast<std::int32_t>(inputs.first);
    *lasts++ = static_cast<std::int32_t>(inputs.last);
  }
}

void bandscope_uniform_relay(int window, int layers, double alpha, double* numbers, double* shares) {
  const engine::UniformRelay relay = engine::uniform_relay(window, layers, alpha);
  numbers[0] = relay.mean;
  numbers[1] = relay.sigma;
  numbers[2] = static_cast<double>(relay.radius99);
  if (shares != nullptr) std::ranges::copy(relay.share, shares);
}

const char* bandscope_cost(const BandscopeStackRule* rule, int heads, int head_width, char* text) {
  const engine::Cost cost = engine::cost({rule_of(*rule), heads, head_width});
  std::string counts;
  for (const engine::Count count :
       {cost.pairs_full, cost.pairs_causal, cost.pairs_kept, cost.project, cost.score, cost.blend, cost.output,
        cost.score_bytes_band, cost.score_bytes_full, cost.cache_tokens, cost.cache_bytes32, cost.cache_bytes16}) {
    if (!counts.empty()) counts += ' ';
    counts += engine::decimal(count);
  }
  *std::ranges::copy(counts, text).out = '\0';
  return text;
}
