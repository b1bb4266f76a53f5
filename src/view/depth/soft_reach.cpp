#include "view/depth/soft_reach.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

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

/// The input's shares a step of the plot.
struct Steps {
  int begin = 0, end = -1;  // columns
  int width = 1;            // columns a step
  int count() const { return end < begin ? 0 : (end - begin) / width + 1; }
};

std::vector<double> in_steps(const std::vector<double>& columns, const Steps& steps) {
  std::vector<double> sums(static_cast<std::size_t>(steps.count()));
  for (int column = steps.begin; column <= steps.end; ++column) {
    if (column < static_cast<int>(columns.size()))
      sums[static_cast<std::size_t>((column - steps.begin) / steps.width)] += columns[static_cast<std::size_t>(column)];
  }
  return sums;
}

/// Influence as shares that add to 1, a column each.
struct Norms {
  std::vector<double> columns;
  double at_edge = 0, nearby = 0;
};
std::optional<Norms> norms_of(const SoftAsk& ask, const InfluenceInput& influence, const Columns& columns) {
  const bool mine = influence.row == ask.node.token && influence.layer == ask.node.layer &&
                    static_cast<std::int64_t>(influence.norms.size()) == ask.rule.tokens;
  double sum = 0;
  if (mine) {
    for (const double norm : influence.norms) sum += norm;
  }
  if (!(sum > 0)) return std::nullopt;
  Norms norms;
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

Axis axis_of(const SoftAsk& ask, std::initializer_list<const std::vector<double>*> curves, std::vector<double>& ticks) {
  double most = 0, least = 1;
  for (const std::vector<double>* curve : curves) {
    for (const double share : *curve) {
      if (!std::isfinite(share) || share <= 0) continue;
      most = std::max(most, share);
      least = std::min(least, share);
    }
  }
  if (most <= 0) most = 1;
  most = std::clamp(most, 1e-12, 1.0);
  return ask.axis == config::Axis::kLog ? log_axis(std::min(least, most), most, ticks) : linear_axis(most, ticks);
}

// ---- Key

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
  const bool windowed = first_global(ask.rule, ask.node.layer) == 0 && ask.rule.window <= ask.rule.tokens;
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
  if (norms) {
    write(numbers, norms->at_edge, norms->nearby);
    numbers.late = !influence.current;
  }
  if (!influence.off.empty()) return;
  if (ask.preview && !norms) {
    numbers.state = "follows a click";
  } else if (!norms || !influence.current) {
    numbers.state = "catching up";
  } else if (influence.exact) {
    numbers.state = "exact";
  } else {
    numbers.state = grouped(influence.probes) + (influence.probes == 1 ? " probe, ±" : " probes, ±") +
                    fixed(100 * influence.relative_error, influence.relative_error < 0.0995 ? 1 : 0) + " %";
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

  Steps steps;
  std::tie(steps.begin, steps.end) = lattice.cone_columns.front();
  soft.marks = columns.cell >= kMarkCell && steps.end - steps.begin < kMostMarks;
  steps.width = soft.marks ? 1 : std::max(1, static_cast<int>(std::ceil(kLineStep / columns.cell)));
  const std::int64_t tokens_a_step = columns.tokens * steps.width / std::max(1, columns.count);
  if (tokens_a_step > 1) soft.per = "a step is " + grouped(tokens_a_step) + " tokens";
  soft.mark_radius = std::clamp(columns.cell * 0.25F, 2.5F, 4.0F);
  soft.bar_width = std::round(columns.cell * 0.75F);

  const std::optional<Norms> norms = depth.stack == nullptr ? std::nullopt : norms_of(ask, depth.influence, columns);
  const auto of = [&](bool there, const std::vector<std::vector<double>>& shares) {
    return there ? in_steps(shares.front(), steps) : std::vector<double>{};
  };
  const std::vector<double> a = of(uniform.there, uniform.columns), b = of(real.there, real.columns);
  const std::vector<double> c = norms ? in_steps(norms->columns, steps) : std::vector<double>{};
  std::vector<double> ticks;
  const Axis axis = axis_of(ask, {&a, &b, &c}, ticks);
  for (const double share : ticks) soft.ticks.push_back({axis.y(share, soft.plot), tick_text(share)});

  const auto points = [&](const std::vector<double>& shares) {
    std::vector<Point> at;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const int column = steps.begin + static_cast<int>(k) * steps.width;
      const float width = static_cast<float>(std::min(steps.width, steps.end - column + 1)) * columns.cell;
      const float x = columns.left + static_cast<float>(column) * columns.cell + width / 2;
      if (std::isfinite(shares[k])) at.push_back({x, axis.y(shares[k], soft.plot)});
    }
    return at;
  };
  soft.uniform.points = points(a);
  soft.real = {points(b), real_late};
  soft.numbers = {points(c), norms && !depth.influence.current};
  write_rows(soft, ask, uniform, real, real_late, norms, depth);
}

}  // namespace bandscope::view
