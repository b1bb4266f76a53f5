#include "view/depth/soft_reach.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/stack/reach.h"
#include "view/depth/reach_words.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kLineStep = 2;   // px between the points of a plain line
constexpr float kMarkCell = 10;  // px a column from which on a token has a mark
constexpr int kMostMarks = 32;
constexpr int kMostDecades = 6;  // of the logarithmic axis
constexpr int kMostTicks = 4;    // over the lowest

/// The input's shares a step of the plot: what a step of evenly many tokens would hold, so that a step of fewer is no
/// dip. `x` is its middle.
struct Step {
  float x = 0;
  double share = 0;
};

/// Columns begin..end, `width` of them a step; only tokens of `cone` count.
std::vector<Step> in_steps(const Columns& c, const std::vector<double>& shares, engine::Span cone, int width) {
  std::vector<Step> steps;
  cone.first = std::max(cone.first, c.first);
  cone.last = std::min(cone.last, c.first + c.tokens - 1);
  if (cone.size() <= 0 || shares.empty()) return steps;
  const double even = static_cast<double>(c.tokens) * width / std::max(1, c.count);
  const int end = c.column_of(cone.last);
  double sum = 0;
  std::int64_t from = cone.first, last_from = cone.first;
  double last_sum = 0;
  const auto put = [&](double total, std::int64_t first, std::int64_t next) {
    const double share = c.binned() || width > 1 ? total * even / static_cast<double>(next - first) : total;
    const float x = (c.x(first) + c.x(next - 1)) / 2;
    // A token that keeps most of itself may fill a short step to more than a whole.
    steps.push_back({x, std::min(share, std::max(1.0, total))});
  };
  for (int column = c.column_of(cone.first), taken = 1; column <= end; ++column, ++taken) {
    sum += shares[static_cast<std::size_t>(column)];
    if (taken % width != 0 && column != end) continue;
    const std::int64_t next = std::min(c.first_of(column + 1), cone.last + 1);
    const bool shorter = static_cast<double>(next - from) < std::floor(even);
    // The last step alone would be of few tokens: it goes with the one before.
    if (column == end && shorter && !steps.empty()) {
      steps.pop_back();
      put(last_sum + sum, last_from, next);
      break;
    }
    put(sum, from, next);
    last_sum = std::exchange(sum, 0);
    last_from = std::exchange(from, next);
  }
  return steps;
}

/// Influence as shares that add to 1, a column each.
struct Norms {
  std::vector<double> columns;
  bool mine = false;  // of the node that is shown; else of the held one
  engine::Span cone;
  double at_edge = 0, nearby = 0;
};
std::optional<Norms> norms_of(const SoftAsk& ask, const InfluenceInput& influence, const Columns& columns) {
  const bool mine = influence.row == ask.node.token && influence.layer == ask.node.layer;
  const bool fits = static_cast<std::int64_t>(influence.norms.size()) == ask.rule.tokens && influence.row >= 0 &&
                    influence.row < ask.rule.tokens && influence.layer <= ask.rule.layers;
  double sum = 0;
  if (fits && (mine || ask.preview)) {
    for (const double norm : influence.norms) sum += norm;
  }
  if (!(sum > 0)) return std::nullopt;
  Norms norms;
  norms.mine = mine;
  norms.cone = engine::reach(ask.rule, influence.row, influence.layer);
  norms.columns.resize(static_cast<std::size_t>(columns.count));
  const engine::Span near = engine::around(ask.rule, ask.node.token, ask.near);
  for (std::int64_t token = 0; token < ask.rule.tokens; ++token) {
    const double share = influence.norms[static_cast<std::size_t>(token)] / sum;
    if (columns.shows(token)) norms.columns[static_cast<std::size_t>(columns.column_of(token))] += share;
    if (token >= near.first && token <= near.last) norms.nearby += share;
  }
  const std::int64_t edge = engine::reach(ask.rule, ask.node.token, ask.node.layer).first;
  norms.at_edge = influence.norms[static_cast<std::size_t>(edge)] / sum;
  return norms;
}

// ---- Axis

/// "20 %", "0.5 %", "1e−4 %"
std::string tick_text(double share) {
  const double value = 100 * share;
  if (value == 0) return "0 %";
  if (value < 1e-3 * 0.999)
    return "1e\u2212" + std::to_string(static_cast<int>(std::lround(-std::log10(value)))) + " %";
  int decimals = 0;
  while (decimals < 4 && std::abs(std::round(value * std::pow(10, decimals)) - value * std::pow(10, decimals)) > 1e-6)
    ++decimals;
  return fixed(value, decimals) + " %";
}

struct Axis {
  bool log = false;
  double low = 0, high = 1;  // shares at the ends
  bool below(double share) const { return log && share < low * (1 - 1e-9); }
  float y(double share, const Box& plot) const {
    double part = 0;
    if (log) {
      part = share > 0 ? (std::log10(share) - std::log10(low)) / (std::log10(high) - std::log10(low)) : 0;
    } else {
      part = share / high;
    }
    return plot.bottom() - static_cast<float>(std::clamp(part, 0.0, 1.0)) * plot.height;
  }
};

Axis linear_axis(double most, std::vector<double>& ticks) {
  const double unit = std::pow(10, std::floor(std::log10(most)) - 1);
  double step = 100 * unit;
  for (const double round : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
    if (std::ceil(most / (round * unit) - 1e-9) <= kMostTicks - 1) {
      step = round * unit;
      break;
    }
  }
  const int count = std::max(1, static_cast<int>(std::ceil(most / step - 1e-9)));
  for (int i = 0; i <= count; ++i) ticks.push_back(i * step);
  return {false, 0, count * step};
}

Axis log_axis(double least, double most, std::vector<double>& ticks) {
  const int high = std::min(0, static_cast<int>(std::ceil(std::log10(most) - 1e-9)));
  int low = static_cast<int>(std::floor(std::log10(least) + 1e-9));
  low = std::clamp(low, high - kMostDecades, high - 1);
  const int every = (high - low + kMostTicks - 1) / kMostTicks;
  while ((high - low) % every != 0) --low;
  for (int power = low; power <= high; power += every) ticks.push_back(std::pow(10, power));
  return {true, std::pow(10, low), std::pow(10, high)};
}

using Curves = std::initializer_list<const std::vector<Step>*>;
Axis axis_of(const SoftAsk& ask, Curves curves, std::vector<double>& ticks) {
  double most = 0, least = 1;
  for (const std::vector<Step>* curve : curves) {
    for (const auto& [x, share] : *curve) {
      if (!std::isfinite(share) || share <= 0) continue;
      most = std::max(most, share);
      least = std::min(least, share);
    }
  }
  if (most <= 0) most = 1;
  most = std::clamp(most, 1e-12, 1.0);
  return ask.axis == config::Axis::kLog ? log_axis(std::min(least, most), most, ticks) : linear_axis(most, ticks);
}

SoftCurve curve_of(const std::vector<Step>& steps, const Axis& axis, const Box& plot, bool late) {
  SoftCurve curve;
  curve.late = late;
  bool broken = false;
  for (const Step& step : steps) {
    if (!std::isfinite(step.share) || axis.below(step.share)) {
      broken = true;
      continue;
    }
    if (std::exchange(broken, false) && !curve.points.empty()) curve.breaks.push_back(curve.points.size());
    curve.points.push_back({step.x, axis.y(step.share, plot)});
  }
  return curve;
}

// ---- Key

/// "32 probes, ±51 %, exact 40 of 256"
std::string probes_text(const InfluenceInput& influence) {
  std::string text = grouped(influence.probes) + (influence.probes == 1 ? " probe, " : " probes, ");
  // An error as large as the number says nothing more exact.
  if (!(influence.relative_error <= 1)) {
    text += "a rough guess";
  } else {
    text += "±" + fixed(100 * influence.relative_error, influence.relative_error < 0.0995 ? 1 : 0) + " %";
  }
  if (influence.passes_done > 0) {
    text += ", exact " + grouped(influence.passes_done) + " of " + grouped(influence.passes_needed);
  }
  return text;
}

void write_rows(SoftReach& soft, const SoftAsk& ask, const RelayShares& uniform, const RelayShares& real,
                bool real_late, const std::optional<Norms>& norms, const DepthInput& depth) {
  const engine::Span hard = engine::reach(ask.rule, ask.node.token, ask.node.layer);
  const auto write = [](SoftRow& row, double at_edge, double nearby) {
    row.there = true;
    row.at_edge = share_text(at_edge);
    row.nearby = per_cent(nearby);
  };
  soft.edge_head = grouped(hard.first);
  if (ask.near > 0) soft.near_head = "≤ " + grouped(ask.near) + (ask.rule.causal ? " back" : " away");

  SoftRow& relay = soft.rows[0];
  relay.name = "uniform relay";
  const bool windowed = first_global(ask.rule, ask.node.layer) == 0 && ask.rule.window < ask.rule.tokens;
  relay.assumption = windowed && ask.rule.causal ? "each share 1/" + grouped(ask.rule.window) : "all shares equal";
  if (uniform.there) {
    write(relay, uniform.at_edge, uniform.nearby);
  } else {
    relay.state = ask.preview ? "follows a click" : "too many numbers to blend in a frame";
  }

  SoftRow& shares = soft.rows[1];
  shares.name = "real shares";
  shares.assumption = "product of heads’ means";
  SoftRow& numbers = soft.rows[2];
  numbers.name = "real numbers";
  numbers.assumption = "norm of ∂h/∂x, as shares";
  if (depth.stack == nullptr) return;
  if (real.there) write(shares, real.at_edge, real.nearby);
  shares.late = real_late;
  if (real_late || !real.there) {
    // In step and still not there: there is too much to follow.
    const bool too_many = depth.stack_current && !real.there;
    shares.state = !too_many     ? "catching up"
                   : ask.preview ? "follows a click"
                                 : "too many numbers to follow in a frame";
  }

  const InfluenceInput& influence = depth.influence;
  const bool mine = norms && norms->mine;
  if (mine) {
    write(numbers, norms->at_edge, norms->nearby);
    numbers.late = !influence.current;
  }
  if (!influence.off.empty()) return;
  if (ask.preview && !mine) {
    numbers.state = norms ? "of the held node" : "follows a click";
    numbers.late = norms.has_value();
  } else if (!mine || !influence.current) {
    numbers.state = "catching up";
  } else if (influence.exact) {
    numbers.state = "exact";
  } else {
    numbers.state = probes_text(influence);
  }
}

}  // namespace

std::int64_t near_of(const engine::StackRule& rule, Node node) {
  const engine::Span hard = engine::reach(rule, node.token, node.layer);
  return (std::max(node.token - hard.first, hard.last - node.token) + 1) / 2;
}

void make_soft_reach(SoftReach& soft, const SoftAsk& ask, const Lattice& lattice, const RelayShares& uniform,
                     const RelayShares& real, bool real_late, const DepthInput& depth) {
  soft = {};
  soft.plot = ask.plot;
  const Columns& columns = lattice.columns;
  const engine::Span hard = engine::reach(ask.rule, ask.node.token, ask.node.layer);
  const float half = columns.nodes ? 0 : (columns.x(columns.first + 1) - columns.x(columns.first)) / 2;
  soft.edge_left = columns.x(hard.first) - half;
  soft.edge_right = columns.x(hard.last) + half;
  soft.edge_seen_left = columns.shows(hard.first);
  soft.edge_seen_right = columns.shows(hard.last);

  // The plot ends where strips do.
  if (!columns.nodes) soft.plot.width = std::min(soft.plot.width, columns.right() - soft.plot.x);
  const auto [begin, end] = lattice.cone_columns.front();
  soft.marks = columns.cell >= kMarkCell && end - begin < kMostMarks;
  const int width = soft.marks ? 1 : std::max(1, static_cast<int>(std::ceil(kLineStep / columns.cell)));
  const double tokens_a_step = static_cast<double>(columns.tokens) * width / std::max(1, columns.count);
  if (tokens_a_step >= 1.5) {
    const bool whole = tokens_a_step == std::floor(tokens_a_step);
    soft.per = (whole ? "a step is " : "a step is about ") + grouped(std::llround(tokens_a_step)) + " tokens";
  }
  soft.mark_radius = std::clamp(columns.cell * 0.25F, 2.5F, 4.0F);
  soft.bar_width = std::round(columns.cell * 0.75F);

  const std::optional<Norms> norms = depth.stack == nullptr ? std::nullopt : norms_of(ask, depth.influence, columns);
  const auto of = [&](bool there, const std::vector<std::vector<double>>& shares) {
    return there ? in_steps(columns, shares.front(), hard, width) : std::vector<Step>{};
  };
  const std::vector<Step> a = of(uniform.there, uniform.columns), b = of(real.there, real.columns);
  const std::vector<Step> c = norms ? in_steps(columns, norms->columns, norms->cone, width) : std::vector<Step>{};
  std::vector<double> ticks;
  const Axis axis = axis_of(ask, {&a, &b, &c}, ticks);
  for (const double share : ticks) soft.ticks.push_back({axis.y(share, soft.plot), tick_text(share)});
  soft.uniform = curve_of(a, axis, soft.plot, false);
  soft.real = curve_of(b, axis, soft.plot, real_late);
  soft.numbers = curve_of(c, axis, soft.plot, norms && !(norms->mine && depth.influence.current));
  // Bars keep within the page's margin.
  if (soft.marks && !soft.uniform.points.empty()) {
    const float room = soft.plot.right() - soft.uniform.points.back().x;
    if (room > 0) soft.bar_width = std::min(soft.bar_width, std::floor(2 * room));
  }
  write_rows(soft, ask, uniform, real, real_late, norms, depth);
}

}  // namespace bandscope::view
