#include "panels/depth/lattice_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "config/limits.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Lattice;
using view::LatticeNode;
using view::Pair;
using view::Point;
using view::Rgba;
using view::Token;
using view::Type;

constexpr int kBigStep = 8;  // with shift
// A node costs its corners: many nodes are drawn plainer, so that a frame keeps within its vertices.
constexpr std::size_t kMostRound = 60, kMostRinged = 130, kMostCornered = 380;
constexpr float kIdleAlpha = 0.32F;

template <int kCorners>
void cornered(view::Painter& painter, Point c, float radius, Rgba fill) {
  std::array<Point, kCorners> points;
  for (int k = 0; k < kCorners; ++k) {
    const float angle = (static_cast<float>(k) + 0.5F) * 2 * 3.14159265F / kCorners;
    points[static_cast<std::size_t>(k)] = {c.x + radius * std::cos(angle), c.y + radius * std::sin(angle)};
  }
  painter.polygon(points, fill);
}

void draw_node(const PanelInput& in, const LatticeNode& node, float radius, std::size_t count) {
  view::Painter& p = in.painter;
  const Rgba rim = in.palette[Token::kRule];
  if (count <= kMostRound) {
    p.disc(node.at, radius, rim);
    p.disc(node.at, radius - 1, node.fill);
  } else if (count <= kMostRinged) {
    cornered<12>(p, node.at, radius, rim);
    cornered<12>(p, node.at, radius - 1, node.fill);
  } else if (count <= kMostCornered) {
    cornered<8>(p, node.at, radius, view::mix(node.fill, rim, 0.25F));
  } else {
    p.rect({node.at.x - radius, node.at.y - radius, 2 * radius, 2 * radius}, view::mix(node.fill, rim, 0.25F));
  }
}

float top_radius(const Lattice& m) { return m.columns.nodes ? m.radius : std::min(3.5F, std::max(2.0F, m.pitch / 2)); }
float top_ring(const Lattice& m) { return top_radius(m) + (top_radius(m) > 5 ? 3.5F : 2.5F); }

/// The followed node: picked, or under the pointer.
void draw_top(const PanelInput& in, const Lattice& m) {
  if (!m.columns.shows(m.node.token)) return;
  const Point at = m.at(m.node);
  const float radius = top_radius(m), ring = top_ring(m);
  const bool preview = in.state.node_hover.has_value();
  in.painter.disc(at, ring + 1, in.palette[Token::kHalo]);
  in.painter.ring(at, ring, in.palette[Token::kPick], preview ? 1.0F : radius > 5 ? 2.0F : 1.5F);
  in.painter.disc(at, radius, in.palette[Token::kPick]);
}

/// Close round the node, so that it crosses no label and stays on the page.
void draw_focus(const PanelInput& in, const Lattice& m) {
  if (!m.columns.shows(m.node.token)) {
    focus_ring(in, lattice_target(m), 0);
    return;
  }
  in.painter.ring(m.at(m.node), top_ring(m) + 3, in.palette[Token::kAccent], 2);
}

Point between(Point a, Point b, float t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

void draw_edge(const PanelInput& in, const std::vector<Point>& edge, const Relay& relay) {
  std::vector<Point> line;
  for (std::size_t k = 0; k < edge.size(); ++k) {
    const float part = relay.part(static_cast<int>(k));
    if (part <= 0) break;
    line.push_back(k == 0 ? edge[0] : between(edge[k - 1], edge[k], part));
  }
  // Two points a piece: a joint that turns back would be mitred far out.
  for (std::size_t k = 1; k < line.size(); ++k) in.painter.line(line[k - 1], line[k], in.palette[Token::kW], 2);
}

void draw_strips(const PanelInput& in, const Lattice& m, const Relay& relay) {
  for (int layer = 0; layer <= m.layers; ++layer) {
    in.painter.rect({m.columns.left, m.y(layer) - 0.5F, m.columns.right() - m.columns.left, 1},
                    in.palette[Token::kHairline]);
  }
  Box seen = m.strips.box;
  for (int below = 0; below <= m.node.layer; ++below) {
    if (relay.part(below) >= 1) continue;
    seen.height = m.y(m.node.layer - below) - m.pitch / 2 - seen.y;
    break;
  }
  in.painter.push_clip(seen);
  in.painter.image(m.strips.box, m.strips.bitmap);
  in.painter.pop_clip();
}

void draw_nodes(const PanelInput& in, const Lattice& m, const Relay& relay) {
  const Rgba idle = view::with_alpha(in.palette[Token::kRule], kIdleAlpha);
  for (const auto& [a, b] : m.idle) in.painter.line(a, b, idle, 1);
  if (m.dots.width > 0) {
    for (int layer = 0; layer <= m.layers; ++layer) {
      in.painter.image({m.columns.left, std::round(m.y(layer)) - 1, m.columns.right() - m.columns.left, 2}, m.dots);
    }
  }
  const Rgba ink = in.palette[Token::kMuted];
  for (const view::LatticeEdge& e : m.edges) {
    const float part = relay.part(m.node.layer - e.layer + 1);
    if (part > 0) in.painter.line(e.from, between(e.from, e.to, part), view::with_alpha(ink, e.alpha), 1);
  }
}

void wish_token(const PanelInput& in, std::int64_t token, Wishes& wishes) {
  const config::Pick now = config::effective_pick(in.config);
  const int last = std::max(0, config::query_count(in.config) - 1);
  const int query = static_cast<int>(std::clamp<std::int64_t>(token, 0, last));
  // The picked key goes along, so that the bench shows the same kind of pair.
  const std::int64_t key = static_cast<std::int64_t>(now.key) + query - now.query;
  wishes.config.pick = config::Pick{
      query, static_cast<int>(std::clamp<std::int64_t>(key, 0, std::max(0, config::key_count(in.config) - 1)))};
  wishes.settled = true;
}

}  // namespace

float Relay::part(int below) const {
  const double t = std::clamp(layers - below + 1, 0.0, 1.0);
  // Ease in and out, cubic.
  const double eased = t < 0.5 ? 4 * t * t * t : 1 - std::pow(2 - 2 * t, 3) / 2;
  return below == 0 ? 1.0F : static_cast<float>(eased);
}

void draw_lattice(const PanelInput& in, const Lattice& m, const Relay& relay, bool focused) {
  m.columns.nodes ? draw_nodes(in, m, relay) : draw_strips(in, m, relay);
  const float margin = m.columns.nodes ? m.radius + 12 : 8;
  in.painter.push_clip({m.columns.left - margin, m.top - m.pitch - 12, m.columns.right() - m.columns.left + 2 * margin,
                        static_cast<float>(m.layers) * m.pitch + 2 * m.pitch + 24});
  draw_edge(in, m.left_edge, relay);
  draw_edge(in, m.right_edge, relay);
  for (const LatticeNode& node : m.nodes) {
    const float part = relay.part(m.node.layer - node.layer);
    if (part > 0 && node.layer < m.node.layer) draw_node(in, node, m.radius * part, m.nodes.size());
  }
  draw_top(in, m);
  in.painter.pop_clip();
  if (focused) draw_focus(in, m);
  for (const view::LatticeLabel& label : m.edge_labels) {
    if (relay.part(m.node.layer - label.layer) < 1) continue;
    if (!m.columns.nodes) {
      // Strips at rest run on under it.
      const float left = label.align == view::Align::kRight ? label.baseline.x - label.width : label.baseline.x;
      in.painter.rect({left - 2, label.baseline.y - 9, label.width + 4, 10}, in.palette[Token::kBackground]);
    }
    in.painter.text(label.baseline, label.text, {view::Face::kMono, Type::k11, Pair::kW, label.align});
  }
}

Box lattice_target(const Lattice& m) {
  const float over = std::max(12.0F, m.pitch / 2);
  return {m.columns.left, m.top - over, m.columns.right() - m.columns.left,
          static_cast<float>(m.layers) * m.pitch + 2 * over};
}

void wish_layer(const PanelInput& in, int layer, Wishes& wishes) {
  if (layer < 1) return;
  wishes.config.layer = std::min(layer, in.config.layers);
  // In the view the last layer is what is followed unless another is chosen, and so goes along with L.
  if (in.layout.view == config::View::kReach && layer >= in.config.layers) wishes.config.layer.reset();
  wishes.settled = true;
}

bool point_at_lattice(const PanelInput& in, std::string_view label, const Lattice& m, const Box& box, Wishes& wishes,
                      bool covered) {
  const Area area = in.ui.area(label, box, {.cursor = Cursor::kCross, .focusable = !covered});
  const view::Node under = m.node_at(area.pointer);
  if (area.hovered && !area.touch) wishes.ui.node_hover = under;
  if (area.clicked) {
    wish_token(in, under.token, wishes);
    wish_layer(in, under.layer, wishes);
  }
  const int by = in.ui.shift() ? kBigStep : 1;
  int right = 0, up = 0;
  if (in.ui.key(label, Key::kRight)) right += by;
  if (in.ui.key(label, Key::kLeft)) right -= by;
  if (in.ui.key(label, Key::kUp)) ++up;
  if (in.ui.key(label, Key::kDown)) --up;
  const config::Pick pick = config::effective_pick(in.config);
  if (right != 0) wish_token(in, static_cast<std::int64_t>(pick.query) + right, wishes);
  if (in.ui.key(label, Key::kHome)) wish_token(in, 0, wishes);
  if (in.ui.key(label, Key::kEnd)) wish_token(in, config::query_count(in.config) - 1, wishes);
  if (up != 0) wish_layer(in, std::max(1, config::reach_layer(in.config) + up), wishes);
  if (in.ui.key(label, Key::kEscape)) {
    wishes.config.pick.reset();
    wishes.config.layer.reset();
    wishes.settled = true;
  }
  return area.focus_visible;
}

}  // namespace bandscope::panels
