#include "engine/lesson/order.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "engine/built_weights.h"
#include "engine/generator.h"
#include "engine/layer.h"
#include "engine/positions.h"

namespace bandscope::engine {

namespace {

// The first word of the counter, as a TensorId: of no other tensor. The fourth is the step.
constexpr std::uint32_t kPermutationId = 18;

std::vector<int> permutation_of(int count, std::uint32_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = seed == 0 ? count - 1 - i : i;
  if (seed == 0) return order;
  for (std::uint32_t last = static_cast<std::uint32_t>(count) - 1; last > 0; --last) {
    const std::uint64_t word = philox({kPermutationId, 0, 0, last}, {seed, 0})[0];
    std::swap(order[last], order[word * (last + 1) >> 32]);
  }
  return order;
}

/// Adds each slot's marks to its row, with the bits that a source with positions makes: built rows keep room for them.
void add_marks(const InputSpec& spec, int width, std::vector<float>& x) {
  const bool built = uses_built(spec);
  const int first = built ? spec.head_width : 0, marks = built ? mark_width(spec.head_width) : width;
  for (int m = 0; m < marks; ++m) {
    const double rate = position_rate(m, marks);
    std::size_t at = static_cast<std::size_t>(first) + static_cast<std::size_t>(m);
    for (int slot = 0; at < x.size(); ++slot, at += static_cast<std::size_t>(width)) {
      x[at] = static_cast<float>(x[at] + position_mark_at(slot, m, rate));
    }
  }
}

}  // namespace

OrderCheck order_check(const InputSpec& spec, bool marks, std::uint32_t permutation_seed) {
  InputSpec bare = spec;
  bare.positions = false;
  LayerSettings settings;
  settings.shape = shape_of(bare);
  settings.causal = false;
  const int tokens = settings.shape.queries, embed = settings.shape.embed_width;
  if (tokens < 1 || embed < 1) return {};

  InputSource source;
  Tensors<float> tensors = source.make(bare);
  const std::span<const float> drawn = tensors.x;
  OrderCheck check;
  check.permutation = permutation_of(tokens, permutation_seed);
  std::vector<float> x(drawn.begin(), drawn.end()), turned;
  turned.reserve(x.size());
  for (const int row : check.permutation) {
    const auto from = drawn.subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(embed));
    turned.insert(turned.end(), from.begin(), from.begin() + embed);
  }
  if (marks) {
    add_marks(bare, embed, x);
    add_marks(bare, embed, turned);
  }

  tensors.w_o = {};        // merged is wanted
  tensors.x_revision = 0;  // its numbers are no longer the source's
  Layer<float> layer;
  tensors.x = x;
  if (layer.run(tensors, settings)) return {};
  check.plain = layer.trace().merged;
  tensors.x = turned;
  if (layer.run(tensors, settings)) return {};
  check.permuted = layer.trace().merged;

  const auto merged = static_cast<std::size_t>(settings.shape.merged_width());
  double largest = 1, apart = 0;
  for (const float value : check.plain) largest = std::max(largest, std::abs(static_cast<double>(value)));
  for (std::size_t i = 0; i < check.permutation.size(); ++i) {
    const float* here = check.permuted.data() + i * merged;
    const float* there = check.plain.data() + static_cast<std::size_t>(check.permutation[i]) * merged;
    for (std::size_t c = 0; c < merged; ++c) {
      apart = std::max(apart, std::abs(static_cast<double>(here[c]) - there[c]));
    }
  }
  check.difference = apart / largest;
  return check;
}

}  // namespace bandscope::engine
