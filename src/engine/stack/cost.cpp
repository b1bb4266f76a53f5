#include "engine/stack/cost.h"

#include <algorithm>
#include <cassert>

namespace bandscope::engine {

std::string decimal(Count count) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(count % 10));
    count /= 10;
  } while (count > 0);
  std::ranges::reverse(digits);
  return digits;
}

Cost cost(const CostRule& rule) {
  const StackRule& stack = rule.stack;
  assert(stack.tokens >= 1 && stack.window >= 1 && stack.layers >= 1 && stack.layers <= kMostLayers);
  const Count tokens = static_cast<Count>(stack.tokens);
  const Count heads = static_cast<Count>(rule.heads);
  const Count width = heads * static_cast<Count>(rule.head_width);  // C
  const Count layers = static_cast<Count>(stack.layers);
  constexpr Count kFloat32 = 4, kFloat16 = 2, kKeyAndValue = 2;

  Cost cost;
  Count slots = 0;  // of one head, over the layers
  for (int layer = 1; layer <= stack.layers; ++layer) {
    const std::int64_t most = is_global(stack.pattern, layer) ? stack.tokens : std::min(stack.window, stack.tokens);
    const Count window = static_cast<Count>(most);
    const Count back = window * tokens - window * (window - 1) / 2;
    cost.pairs_kept += stack.causal ? back : 2 * back - tokens;
    slots += tokens * (stack.causal ? window : std::min(2 * window - 1, tokens));
    cost.cache_tokens += window;
  }
  cost.pairs_full = layers * tokens * tokens;
  cost.pairs_causal = layers * (tokens * (tokens + 1) / 2);
  cost.project = layers * tokens * width * 3 * width;
  cost.score = cost.pairs_kept * width;
  cost.blend = cost.pairs_kept * width;
  cost.output = layers * tokens * width * width;
  cost.score_bytes_band = kFloat32 * heads * slots;
  cost.score_bytes_full = kFloat32 * heads * cost.pairs_full;
  cost.cache_bytes32 = cost.cache_tokens * kKeyAndValue * width * kFloat32;
  cost.cache_bytes16 = cost.cache_tokens * kKeyAndValue * width * kFloat16;
  cost.cache_tokens_full = layers * tokens;
  cost.cache_bytes32_full = cost.cache_tokens_full * kKeyAndValue * width * kFloat32;
  cost.cache_bytes16_full = cost.cache_tokens_full * kKeyAndValue * width * kFloat16;
  return cost;
}

std::int64_t cache_slot(std::int64_t i, std::int64_t window) {
  assert(i >= 0 && window >= 1);
  return i % window;
}

}  // namespace bandscope::engine
