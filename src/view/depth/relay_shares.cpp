#include "view/depth/relay_shares.h"

#include <algorithm>
#include <cmath>

#include "engine/stack/reach.h"
#include "engine/stack/rollout.h"

namespace bandscope::view {
namespace {

using engine::Flow;
using engine::Span;

// The closed form of a layer's ink is taken at so many places, at fewer where each costs more.
constexpr int kMostPlaces = 1000, kLeastPlaces = 160, kPlacesWork = 400'000;
constexpr int kInputPlaces = 500;  // the plot shows these

std::vector<double> in_columns(const Flow& flow, const Columns& columns) {
  std::vector<double> sums(static_cast<std::size_t>(columns.count));
  const std::int64_t begin = std::max(flow.first, columns.first);
  const std::int64_t end = std::min(flow.last(), columns.first + columns.tokens - 1);
  if (begin > end) return sums;
  int column = columns.column_of(begin);
  std::int64_t next = columns.first_of(column + 1);
  for (std::int64_t token = begin; token <= end; ++token) {
    while (token >= next) next = columns.first_of(++column + 1);
    sums[static_cast<std::size_t>(column)] += flow.values[static_cast<std::size_t>(token - flow.first)];
  }
  return sums;
}

void take_input(RelayShares& shares, const RelayAsk& ask, const Flow& flow) {
  shares.at_edge = flow.at(engine::reach(ask.rule, ask.node.token, ask.node.layer).first);
  shares.nearby = 0;
  const Span near = engine::around(ask.rule, ask.node.token, ask.near);
  for (std::int64_t token = near.first; token <= near.last; ++token) shares.nearby += flow.at(token);
}

/// Edges of one layer: `share(row, key)` of what row passes on, beside the residual.
template <class Share>
void add_edges(RelayShares& shares, const RelayAsk& ask, int layer, const Flow& flow, const Share& share) {
  for (std::int64_t row = flow.first; row <= flow.last(); ++row) {
    const double amount = flow.at(row);
    if (amount == 0) continue;
    const Span keys = engine::layer_keys(ask.rule, layer, row);
    for (std::int64_t key = keys.first; key <= keys.last; ++key) {
      const double part = (key == row ? ask.alpha : 0.0) + (1 - ask.alpha) * share(row, key);
      shares.edges.push_back({layer, row, key, amount * part});
    }
  }
}

void blend_down(RelayShares& shares, const RelayAsk& ask) {
  Flow flow{ask.node.token, {1.0}};
  for (int layer = ask.node.layer; layer >= 1; --layer) {
    shares.columns[static_cast<std::size_t>(layer)] = in_columns(flow, ask.columns);
    if (ask.columns.nodes) {
      add_edges(shares, ask, layer, flow, [&](std::int64_t row, std::int64_t /*key*/) {
        return 1 / static_cast<double>(engine::layer_keys(ask.rule, layer, row).size());
      });
    }
    flow = engine::uniform_below(ask.rule, ask.alpha, layer, flow);
  }
  shares.columns[0] = in_columns(flow, ask.columns);
  take_input(shares, ask, flow);
}

/// Every row that the walk meets keeps all W of its keys, and no layer reads everything.
bool has_closed_form(const RelayAsk& ask) {
  const std::int64_t side = engine::reach_side(ask.rule, ask.node.layer);
  return ask.rule.causal && ask.rule.window <= ask.rule.tokens && first_global(ask.rule, ask.node.layer) == 0 &&
         side <= ask.node.token;
}

/// share(0) + … + share(d) after so many layers.
double within(const RelayAsk& ask, int layers, std::int64_t d) {
  if (layers == 0) return d >= 0 ? 1 : 0;
  return 1 - engine::uniform_beyond(ask.rule.window, layers, ask.alpha, d);
}

/// One layer's ink by the closed form, taken at some places and straight between them.
std::vector<double> closed_columns(const RelayAsk& ask, int layer) {
  const Columns& c = ask.columns;
  std::vector<double> sums(static_cast<std::size_t>(c.count));
  const int layers = ask.node.layer - layer;
  const Span cone = engine::reach(ask.rule, ask.node.token, ask.node.layer, layer);
  const int begin = c.column_of(cone.first), end = c.column_of(cone.last);
  const int places =
      std::clamp(kPlacesWork / std::max(1, layers * layers), layer == 0 ? kInputPlaces : kLeastPlaces, kMostPlaces);
  const int step = std::max(1, (end - begin) / places);
  // Further back than a column's last token: what is in it and before it.
  const auto up_to = [&](int column) {
    return column > end ? 1.0 : 1 - within(ask, layers, ask.node.token - c.first_of(column));
  };
  double before = up_to(begin);
  for (int column = begin; column <= end;) {
    // The token's own column stands alone: with a residual much of it stays there.
    const int next = column == end ? end + 1 : std::min(column + step, end);
    const double here = up_to(next);
    const double each = std::max(0.0, here - before) / static_cast<double>(c.tokens_of(column, next));
    for (int k = column; k < next; ++k) {
      sums[static_cast<std::size_t>(k)] = each * static_cast<double>(c.tokens_of(k, k + 1));
    }
    before = here;
    column = next;
  }
  return sums;
}

void take_closed(RelayShares& shares, const RelayAsk& ask) {
  const int from = ask.node.layer;
  for (int layer = from; layer >= 0; --layer)
    shares.columns[static_cast<std::size_t>(layer)] = closed_columns(ask, layer);
  const std::int64_t side = engine::reach_side(ask.rule, from);
  shares.at_edge = from == 0 ? 1 : engine::uniform_beyond(ask.rule.window, from, ask.alpha, side - 1);
  shares.nearby = within(ask, from, ask.near);
}

}  // namespace

std::int64_t cone_size(const engine::StackRule& rule, Node node) {
  std::int64_t size = 0;  // at most 64 layers of 2^31 tokens
  for (int layer = node.layer; layer >= 0; --layer) size += engine::reach(rule, node.token, node.layer, layer).size();
  return size;
}

RelayShares uniform_shares(const RelayAsk& ask, std::int64_t most) {
  RelayShares shares;
  const bool short_rows = engine::reach(ask.rule, ask.node.token, ask.node.layer).size() <= engine::kMostShares;
  const bool blends = short_rows && cone_size(ask.rule, ask.node) <= most;
  if (!blends && !has_closed_form(ask)) return shares;
  shares.columns.resize(static_cast<std::size_t>(ask.node.layer) + 1);
  blends ? blend_down(shares, ask) : take_closed(shares, ask);
  shares.there = true;
  return shares;
}

RelayShares real_shares(const RelayAsk& ask, const engine::Stack<float>& stack, std::int64_t most) {
  RelayShares shares;
  if (stack.done() < ask.node.layer || ask.node.token >= stack.settings().shape.queries) return shares;
  std::int64_t work = 0;
  for (int layer = ask.node.layer; layer >= 1; --layer) {
    const std::int64_t rows = engine::reach(ask.rule, ask.node.token, ask.node.layer, layer).size();
    work += rows * engine::layer_keys(ask.rule, layer, ask.node.token).size();
  }
  if (work > most) return shares;
  const std::vector<Flow> flows = engine::rollout_rows(stack.mean_shares(), ask.alpha, ask.node.token, ask.node.layer);
  shares.columns.reserve(flows.size());
  for (const Flow& flow : flows) shares.columns.push_back(in_columns(flow, ask.columns));
  for (int layer = ask.node.layer; ask.columns.nodes && layer >= 1; --layer) {
    const engine::KeyTable<float>& table = stack.mean_shares(layer);
    add_edges(shares, ask, layer, flows[static_cast<std::size_t>(layer)], [&](std::int64_t row, std::int64_t key) {
      return static_cast<double>(table.at(0, 0, static_cast<int>(row), static_cast<int>(key), 0.0F));
    });
  }
  take_input(shares, ask, flows.front());
  shares.there = true;
  return shares;
}

}  // namespace bandscope::view
