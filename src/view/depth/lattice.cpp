#include "view/depth/lattice.h"

#include <algorithm>
#include <cmath>

#include "engine/stack/reach.h"
#include "view/cells.h"
#include "view/depth/lattice_lines.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

using engine::Span;
using engine::StackRule;

constexpr double kMostInk = 0.1;   // where no share below the node is larger, the scale is stretched
constexpr double kInkPart = 0.98;  // of a strip's cells that the scale tells apart
constexpr float kLabelPitch = 14;  // edge labels keep this distance

Span cone_of(const StackRule& rule, Node node, int layer) { return engine::reach(rule, node.token, node.layer, layer); }

Rgba ink_of(const Palette& palette, double share, double most, bool faint) {
  const auto root = static_cast<float>(std::sqrt(std::max(share, 0.0) / most));
  const Rgba full = palette.map(Map::kShares, std::isfinite(share) ? root : static_cast<float>(share), 1);
  return faint ? mix(palette[Token::kSurface], full, 0.5F) : full;
}

double share_at(const Columns& columns, const RelayShares& ink, int layer, int column) {
  if (layer >= static_cast<int>(ink.columns.size())) return 0;
  const std::vector<double>& row = ink.columns[static_cast<std::size_t>(layer)];
  return column < static_cast<int>(row.size()) ? columns.evened(column, row[static_cast<std::size_t>(column)]) : 0;
}

/// 1, 2 or 5 of a decade over a share.
double round_over(double share) {
  const double unit = std::pow(10, std::floor(std::log10(share)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (share <= step * unit) return step * unit;
  }
  return 10 * unit;
}

/// 1, or a round number over the largest share below the node. Strips have many pale cells and a few dark ones, so
/// theirs is over nearly all: the few beyond have full ink too.
void take_scale(Lattice& m, const RelayShares& ink) {
  std::vector<double> shares;
  for (int layer = 0; layer < m.node.layer; ++layer) {
    const auto [begin, end] = m.cone_columns[static_cast<std::size_t>(layer)];
    for (int column = begin; column <= end; ++column) {
      const double share = share_at(m.columns, ink, layer, column);
      if (std::isfinite(share) && share > 0) shares.push_back(share);
    }
  }
  if (shares.empty()) return;
  const double most = *std::max_element(shares.begin(), shares.end());
  if (m.columns.nodes) {
    if (most < kMostInk) m.most = round_over(most);
    return;
  }
  const auto high = static_cast<std::ptrdiff_t>(kInkPart * static_cast<double>(shares.size() - 1));
  std::nth_element(shares.begin(), shares.begin() + high, shares.end());
  m.most = std::min(1.0, round_over(shares[static_cast<std::size_t>(high)]));
  m.over = most > m.most;
}

void place_cone(Lattice& m, const StackRule& rule) {
  const Columns& c = m.columns;
  m.cone_columns.assign(static_cast<std::size_t>(m.layers) + 1, {0, -1});
  for (int layer = m.node.layer; layer >= 0; --layer) {
    const Span cone = cone_of(rule, m.node, layer);
    const bool seen = cone.first < c.first + c.tokens && cone.last >= c.first;
    if (seen) m.cone_columns[static_cast<std::size_t>(layer)] = {c.column_of(cone.first), c.column_of(cone.last)};
    const float y = m.y(layer);
    // A strip's cone begins at its cell's side.
    const float half = c.nodes || layer == m.node.layer ? 0 : (c.x(c.first + 1) - c.x(c.first)) / 2;
    m.left_edge.push_back({c.x(cone.first) - half, y});
    if (!rule.causal) m.right_edge.push_back({c.x(cone.last) + half, y});
  }
}

/// Labels of one side of the cone: how far it has come at each layer that has room.
void label_edge(Lattice& m, const StackRule& rule, const LatticeLook& look, bool back) {
  const float lift = m.columns.nodes ? -7 : -5;
  const float gap = m.columns.nodes ? look.label_gap : 5;
  const std::vector<Point>& edge = back ? m.left_edge : m.right_edge;
  float last_y = -1e9F;
  std::int64_t far_before = 0;
  for (int layer = m.node.layer - 1; layer >= 0; --layer) {
    const Span cone = cone_of(rule, m.node, layer);
    const std::int64_t far = back ? m.node.token - cone.first : cone.last - m.node.token;
    const bool moved = far > std::exchange(far_before, far);
    const float y = m.y(layer);
    const Point at = edge[static_cast<std::size_t>(m.node.layer - layer)];
    const std::string text = (back ? "\u2212" : "+") + grouped(far);
    const float x = back ? at.x - gap : at.x + gap;
    const float width = mono_width(count_letters(text), Type::k11);
    // Beside the lattice stand the names of its rows.
    const bool inside = back ? x - width >= m.columns.left : x + width <= m.columns.right();
    const bool shown = m.columns.shows(back ? cone.first : cone.last);
    if (!moved || !inside || !shown || y - last_y < kLabelPitch) continue;
    m.edge_labels.push_back({{x, y + lift}, text, layer, back ? Align::kRight : Align::kLeft, width});
    last_y = y;
  }
}

void place_nodes(Lattice& m, const RelayShares& ink, const Palette& palette) {
  for (int layer = 0; layer <= m.node.layer; ++layer) {
    const auto [begin, end] = m.cone_columns[static_cast<std::size_t>(layer)];
    for (int column = begin; column <= end; ++column) {
      const double share = share_at(m.columns, ink, layer, column);
      m.nodes.push_back({{m.columns.x(m.columns.first_of(column)), m.y(layer)},
                         layer,
                         share,
                         ink_of(palette, share, m.most, m.faint)});
    }
  }
}

void place_strips(Lattice& m, const RelayShares& ink, const Palette& palette, std::string_view key) {
  Bitmap& b = m.strips.bitmap;
  b.key = bitmap_key(std::string(key) + ".strips");
  ++b.revision;
  const bool gaps = m.strip < m.pitch;
  const int step = gaps ? 2 : 1;
  b.width = m.columns.count;
  b.height = step * m.layers + 1;
  Rgba clear = palette[Token::kSurface];
  clear.a = 0;
  b.texels.assign(static_cast<std::size_t>(b.width) * static_cast<std::size_t>(b.height), clear);
  // The followed node is marked by itself.
  for (int layer = 0; layer < m.node.layer; ++layer) {
    const auto [begin, end] = m.cone_columns[static_cast<std::size_t>(layer)];
    Rgba* row =
        b.texels.data() + static_cast<std::size_t>(step * (m.layers - layer)) * static_cast<std::size_t>(b.width);
    for (int column = begin; column <= end; ++column) {
      row[column] = ink_of(palette, share_at(m.columns, ink, layer, column), m.most, m.faint);
    }
  }
  m.strips.box = {m.columns.left, m.top - m.strip / 2, m.columns.right() - m.columns.left,
                  static_cast<float>(m.layers) * m.pitch + m.strip};
}

}  // namespace

Node Lattice::node_at(Point p) const {
  const float above = pitch > 0 ? (p.y - top) / pitch : 0;
  const int row = std::clamp(static_cast<int>(std::lround(above)), 0, layers);
  return {layers - row, static_cast<int>(columns.token_at(p.x))};
}

void make_lattice(Lattice& m, const StackRule& rule, Node node, const Columns& columns, const RelayShares& ink,
                  const LatticeLook& look, const Palette& palette) {
  const std::uint64_t strips = m.strips.bitmap.revision, dots = m.dots.revision;
  m = {};
  m.strips.bitmap.revision = strips;
  m.dots.revision = dots;
  m.columns = columns;
  m.node = node;
  m.layers = rule.layers;
  m.top = look.top;
  m.pitch = look.pitch;
  m.faint = look.faint;
  m.radius = std::clamp(0.3F * std::min(columns.cell, look.pitch), 1.5F, look.most_radius);
  // Half strip, half gap, so that one bitmap holds both in rows of the same height.
  m.strip = look.pitch >= 4 ? look.pitch / 2 : look.pitch;
  place_cone(m, rule);
  take_scale(m, ink);
  if (look.at_rest) label_edge(m, rule, look, true);
  if (look.at_rest && !rule.causal) label_edge(m, rule, look, false);
  if (columns.nodes) {
    place_nodes(m, ink, palette);
    place_edges(m, ink);
    if (look.at_rest) place_idle(m, rule);
    place_dots(m, look, palette);
  } else {
    place_strips(m, ink, palette, look.key);
  }
}

std::vector<int> labelled_layers(const Lattice& m, float room, const StackRule& rule) {
  const int step = std::max(1, static_cast<int>(std::ceil(room / std::max(m.pitch, 0.1F))));
  const bool mixed = rule.pattern.find('L') != std::string::npos;
  const auto global = [&](int layer) { return layer >= 1 && mixed && engine::is_global(rule.pattern, layer); };
  std::vector<int> layers;
  const auto clear = [&](int layer) {
    return std::all_of(layers.begin(), layers.end(), [&](int other) { return std::abs(other - layer) >= step; });
  };
  // Most needed first.
  for (const int layer : {m.node.layer, m.layers, 0}) {
    if (clear(layer)) layers.push_back(layer);
  }
  for (int layer = m.layers; layer >= 1; --layer) {
    if (global(layer) && clear(layer)) layers.push_back(layer);
  }
  for (int layer = 1; layer <= m.layers; ++layer) {
    if (layer % step == 0 && clear(layer)) layers.push_back(layer);
  }
  std::sort(layers.begin(), layers.end());
  return layers;
}

}  // namespace bandscope::view
