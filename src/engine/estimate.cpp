// How much a layer would hold, from its shape alone.
#include <algorithm>
#include <cstdint>

#include "engine/layer.h"
#include "engine/masks/masks.h"
#include "engine/saturate.h"

namespace bandscope::engine {

using saturate::plus;
using saturate::times;

std::int64_t estimate_trace_bytes(const LayerSettings& settings, bool given_qkv, bool with_output) {
  const std::int64_t batch = settings.shape.batch, queries = settings.shape.queries, keys = settings.shape.keys;
  const std::int64_t embed = settings.shape.embed_width, heads = settings.shape.heads;
  const std::int64_t merged = times({heads, settings.shape.head_width});
  const bool dense = !settings.kept_only && std::max(queries, keys) <= kDenseTokens;
  const std::int64_t band = most_slots(settings.window, settings.causal, settings.shape.keys);
  const std::int64_t scored = dense ? keys : band;
  const std::int64_t shared = dense && settings.strike_zero ? keys : band;

  const std::int64_t inputs = given_qkv ? plus({times({batch, queries, merged}), times({2, batch, keys, merged})})
                                        : plus({times({batch, queries, embed}), times({3, batch, queries, merged})});
  // raw and scaled; masked and shares; each table and the mask with its first and count
  const std::int64_t tables = plus(
      {times({2, batch, heads, queries, scored}), times({2, batch, heads, queries, shared}), times({5, 2, queries})});
  const std::int64_t rows = times({2, batch, heads, queries});      // peak and total
  const std::int64_t results = times({2, batch, queries, merged});  // head_out and merged
  const std::int64_t output = with_output ? times({batch, queries, embed}) : 0;
  const auto mask_bytes = static_cast<std::int64_t>(settings.key_mask.size());
  return plus({times({4, plus({inputs, tables, rows, results, output})}), mask_bytes});
}

std::int64_t estimate_bytes(const LayerSettings& settings, bool given_qkv, bool with_output, bool with_biases) {
  const std::int64_t embed = settings.shape.embed_width;
  const std::int64_t merged = times({settings.shape.heads, settings.shape.head_width});
  const std::int64_t bias = with_biases ? 1 : 0;  // one row more
  const std::int64_t weights = plus({given_qkv ? 0 : times({plus({embed, bias}), 3, merged}),
                                     with_output ? times({plus({merged, bias}), embed}) : 0});
  return plus({times({4, weights}), estimate_trace_bytes(settings, given_qkv, with_output)});
}

}  // namespace bandscope::engine
