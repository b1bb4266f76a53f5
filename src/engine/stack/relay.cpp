#include "engine/stack/relay.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/stack/sliding_sums.h"

namespace bandscope::engine {

namespace {

constexpr double kSlack = 1e-12;  // of a share beyond a radius

[[maybe_unused]] bool is_relay(std::int64_t window, int layers, double alpha) {
  return window >= 1 && window <= kNoWindow && layers >= 1 && layers <= kMostRelayLayers && alpha >= 0 && alpha <= 1;
}

/// alpha flow + (1 - alpha) blended, over the positions of `blended`, which has all of flow's.
Flow mix(double alpha, const Flow& flow, Flow blended) {
  std::int64_t i = blended.first;
  for (double& value : blended.values) value = alpha * flow.at(i++) + (1 - alpha) * value;
  return blended;
}

/// layer_keys and layer_readers of one layer, for many rows.
struct LayerRuns {
  std::int64_t side = 0, last = 0;
  bool causal = true;
  Span keys(std::int64_t i) const {
    return {std::max<std::int64_t>(i - side, 0), causal ? i : std::min(i + side, last)};
  }
  Span readers(std::int64_t j) const {
    return {causal ? j : std::max<std::int64_t>(j - side, 0), std::min(j + side, last)};
  }
};

std::vector<double> shares(std::int64_t window, int layers, double alpha) {
  Flow share{0, {1.0}};
  for (int layer = 1; layer <= layers; ++layer) {
    const Span out{0, share.last() + window - 1};
    Flow blended{0, sliding_sums(0, share.values, out, [window](std::int64_t d) { return Span{d - window + 1, d}; })};
    for (double& sum : blended.values) sum /= static_cast<double>(window);
    share = mix(alpha, share, std::move(blended));
  }
  return std::move(share.values);
}

/// From the ways of k - 1 hops to those of k, k >= 2, by the recursion below.
void one_more_hop(std::vector<double>& ways, std::int64_t k, std::int64_t remainder, std::int64_t window) {
  for (std::int64_t m = k - 1; m >= 0; --m) {
    const auto place = static_cast<std::size_t>(m);
    const std::int64_t x = remainder + m * window;
    const std::int64_t beyond = k * (window - 1) - x;
    const double stay = static_cast<double>(x + k - 1) * ways[place];
    const double step = m == 0 ? 0.0 : static_cast<double>(beyond + 1) * ways[place - 1];
    ways[place] = beyond < 0 ? 0.0 : (stay + step) / (static_cast<double>(k - 1) * static_cast<double>(window));
  }
}

}  // namespace

// Of L layers k blend, in share C(L, k) (1 - alpha)^k alpha^(L-k), and d is then a sum of k numbers that are uniform on
// 0..W-1. Let A[k](x) be in how many ways k of them sum to x. Its generating function f^k, f = (1 - z^W) / (1 - z),
// with its derivative gives de Boor's recursion for a discrete spline,
//   (k - 1) A[k](x) = (x + k - 1) A[k-1](x) + (k(W-1) + 1 - x) A[k-1](x - W),   0 <= x <= k(W-1);
// and since f^(k+1) = f^k (1 - z^W) / (1 - z), ways to sum to more than d are A[k+1](d + W) + A[k+1](d + 2W) + …
// No term is negative, so nothing cancels. Places are d's remainder + m W, and ways[m] = A[k] / W^(k-1).
double uniform_beyond(std::int64_t window, int layers, double alpha, std::int64_t d) {
  assert(is_relay(window, layers, alpha));
  if (d < 0) return 1;
  const std::int64_t last = layers * (window - 1);
  if (d >= last) return 0;
  std::vector<double> blends(static_cast<std::size_t>(layers) + 1);  // in what share k of the layers blend
  blends[0] = 1;
  for (int layer = 0; layer < layers; ++layer) {
    for (std::size_t k = static_cast<std::size_t>(layer) + 1; k >= 1; --k) {
      blends[k] = alpha * blends[k] + (1 - alpha) * blends[k - 1];
    }
    blends[0] *= alpha;
  }
  const std::int64_t remainder = d % window, above = d / window + 1;
  std::vector<double> ways(static_cast<std::size_t>(layers) + 2);
  ways[0] = 1;  // k = 1
  ExactSum beyond;
  for (std::int64_t k = 2; k <= layers + 1; ++k) {
    one_more_hop(ways, k, remainder, window);
    for (std::int64_t m = k - 1; m >= above; --m) {
      beyond.add(blends[static_cast<std::size_t>(k) - 1] * ways[static_cast<std::size_t>(m)]);
    }
  }
  return beyond.value();
}

double uniform_spread(std::int64_t window, int layers, double alpha) {
  assert(is_relay(window, layers, alpha));
  // A layer's: (1 - alpha) (W-1)(2W-1)/6 - mean², written without the difference.
  const auto back = static_cast<double>(window - 1);
  const double variance = (1 - alpha) * back * (static_cast<double>(window + 1) / 12 + alpha * back / 4);
  return std::sqrt(layers * variance);
}

std::int64_t uniform_radius(std::int64_t window, int layers, double alpha, double epsilon) {
  std::int64_t low = 0, high = layers * (window - 1);  // nothing is beyond `high`
  while (low < high) {
    const std::int64_t d = low + (high - low) / 2;
    if (uniform_beyond(window, layers, alpha, d) <= epsilon + kSlack) {
      high = d;
    } else {
      low = d + 1;
    }
  }
  return low;
}

std::vector<double> uniform_shares_at(std::int64_t window, int layers, double alpha, std::int64_t d) {
  assert(is_relay(window, layers, alpha) && d >= 0);
  const auto count = static_cast<std::size_t>(layers);
  std::vector<double> left(count, 0.0);
  if (d > layers * (window - 1)) return left;
  const std::int64_t remainder = d % window;
  const auto place_of_d = static_cast<std::size_t>(d / window);
  const auto width = static_cast<double>(window);
  std::vector<double> ways(count + 1);
  ways[0] = 1;
  std::vector<double> sums(count + 1);  // A[k](d) / W^k: in what share of the ways k blends come from d back
  sums[0] = d == 0 ? 1 : 0;
  for (std::int64_t k = 1; k <= layers; ++k) {
    if (k > 1) one_more_hop(ways, k, remainder, window);
    sums[static_cast<std::size_t>(k)] = ways[place_of_d] / width;
  }
  std::vector<double> blends(count + 1);
  blends[0] = 1;
  for (std::size_t layer = 1; layer <= count; ++layer) {
    ExactSum sum;
    for (std::size_t k = layer; k >= 1; --k) {
      blends[k] = alpha * blends[k] + (1 - alpha) * blends[k - 1];
      sum.add(blends[k] * sums[k]);
    }
    blends[0] *= alpha;
    sum.add(blends[0] * sums[0]);
    left[layer - 1] = sum.value();
  }
  return left;
}

UniformRelay uniform_relay(std::int64_t window, int layers, double alpha) {
  assert(is_relay(window, layers, alpha));
  UniformRelay relay;
  if (layers * (window - 1) < kMostShares) relay.share = shares(window, layers, alpha);
  relay.mean = layers * (1 - alpha) * static_cast<double>(window - 1) / 2;
  relay.sigma = uniform_spread(window, layers, alpha);
  relay.radius99 = uniform_radius(window, layers, alpha, 0.01);
  return relay;
}

double quoted_spread(std::int64_t window, int layers) { return 0.29 * static_cast<double>(window) * std::sqrt(layers); }

std::optional<double> quoted_radius(std::int64_t window, double alpha, double epsilon) {
  const bool holds = alpha > 0 && alpha < 1 && epsilon > 0 && epsilon < 1;
  if (!holds) return std::nullopt;
  return static_cast<double>(window) * std::log(epsilon) / std::log(1 - alpha);
}

Flow uniform_below(const StackRule& rule, double alpha, int layer, const Flow& flow) {
  assert(1 <= layer && layer <= rule.layers);
  const LayerRuns runs{layer_side(rule, layer), rule.tokens - 1, rule.causal};
  std::vector<double> shares = flow.values;  // what each key of a row gets
  std::int64_t row = flow.first;
  for (double& share : shares) share /= static_cast<double>(runs.keys(row++).size());
  const Span keys{runs.keys(flow.first).first, runs.keys(flow.last()).last};
  Flow blended{keys.first, sliding_sums(flow.first, shares, keys, [runs](std::int64_t j) { return runs.readers(j); })};
  return mix(alpha, flow, std::move(blended));
}

std::vector<Flow> uniform_rows(const StackRule& rule, double alpha, std::int64_t i, int from) {
  assert(0 <= from && from <= rule.layers);
  std::vector<Flow> flows(static_cast<std::size_t>(from) + 1);
  flows.back() = {i, {1.0}};
  for (int layer = from; layer >= 1; --layer) {
    const auto at = static_cast<std::size_t>(layer);
    flows[at - 1] = uniform_below(rule, alpha, layer, flows[at]);
  }
  return flows;
}

std::vector<Flow> uniform_columns(const StackRule& rule, double alpha, std::int64_t needle) {
  std::vector<Flow> flows(static_cast<std::size_t>(rule.layers) + 1);
  flows.front() = {needle, {1.0}};
  for (int layer = 1; layer <= rule.layers; ++layer) {
    const Flow& flow = flows[static_cast<std::size_t>(layer) - 1];
    const Span rows{layer_readers(rule, layer, flow.first).first, layer_readers(rule, layer, flow.last()).last};
    Flow blended{rows.first, sliding_sums(flow.first, flow.values, rows,
                                          [&rule, layer](std::int64_t i) { return layer_keys(rule, layer, i); })};
    std::int64_t row = rows.first;
    for (double& sum : blended.values) sum /= static_cast<double>(layer_keys(rule, layer, row++).size());
    flows[static_cast<std::size_t>(layer)] = mix(alpha, flow, std::move(blended));
  }
  return flows;
}

}  // namespace bandscope::engine
