// How much a layer would hold, from its shape alone.
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "engine/layer.h"
#include "engine/masks/masks.h"

namespace bandscope::engine {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Products and sums of counts that stop at the largest number instead of wrapping round.
std::int64_t times(std::initializer_list<std::int64_t> factors) {
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) {
    if (factor <= 0) return 0;
    if (product > kMost / factor) return kMost;
    product *= factor;
  }
  return product;
}

std::int64_t plus(std::initializer_list<std::int64_t> terms) {
  std::int64_t sum = 0;
  for (const std::int64_t term : terms) sum = term > kMost - sum ? kMost : sum + term;
  return sum;
}

}  // namespace

std::int64_t estimate_bytes(const LayerSettings& settings, bool given_qkv, bool with_output, bool with_biases) {
  const std::int64_t batch = settings.shape.batch, queries = settings.shape.queries, keys = settings.shape.keys;
  const std::int64_t embed = settings.shape.embed_width, heads = settings.shape.heads;
  const std::int64_t merged = times({heads, settings.shape.head_width});
  const bool dense = std::max(queries, keys) <= kDenseTokens;
  const std::int64_t band = most_slots(settings.window, settings.causal, settings.shape.keys);
  const std::int64_t scored = dense ? keys : band;
  const std::int64_t shared = dense && settings.strike_zero ? keys : band;

  const std::int64_t bias = with_biases ? 1 : 0;  // one row more
  const std::int64_t weights = plus({given_qkv ? 0 : times({plus({embed, bias}), 3, merged}),
                                     with_output ? times({plus({merged, bias}), embed}) : 0});
  const std::int64_t inputs = given_qkv ? plus({times({batch, queries, merged}), times({2, batch, keys, merged})})
                                        : plus({times({batch, queries, embed}), times({3, batch, queries, merged})});
  // raw and scaled; masked and shares; each table and the mask with its first and count
  const std::int64_t tables = plus(
      {times({2, batch, heads, queries, scored}), times({2, batch, heads, queries, shared}), times({5, 2, queries})});
  const std::int64_t rows = times({2, batch, heads, queries});      // peak and total
  const std::int64_t results = times({2, batch, queries, merged});  // head_out and merged
  const std::int64_t output = with_output ? times({batch, queries, embed}) : 0;
  const auto mask_bytes = static_cast<std::int64_t>(settings.key_mask.size());
  return plus({times({4, plus({weights, inputs, tables, rows, results, output})}), mask_bytes});
}

}  // namespace bandscope::engine
