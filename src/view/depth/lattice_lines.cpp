#include "view/depth/lattice_lines.h"

#include <algorithm>
#include <cmath>

#include "view/cells.h"

namespace bandscope::view {
namespace {

constexpr float kLeastAlpha = 0.06F, kFlowAlpha = 0.9F;
constexpr float kDot = 2;

/// Lines that go `back` columns at each layer down from `high` to `low`.
class IdleFamily {
 public:
  IdleFamily(Lattice& lattice, int high, int low, int back)
      : m_(lattice), high_(high), low_(low), back_(back), last_(lattice.columns.count - 1) {}

  void place() {
    for (int column = 0; column <= last_; ++column) from(column, high_);
    // Those that come in from beside the shown part.
    for (int layer = high_ - 1; layer > low_ && back_ != 0; --layer) {
      for (int column = 0; column <= last_; ++column) {
        const int above = column + back_;
        if (above < 0 || above > last_) from(column, layer);
      }
    }
  }

 private:
  void from(int column, int layer) {
    int steps = layer - low_;
    if (back_ > 0) steps = std::min(steps, column / back_);
    if (back_ < 0) steps = std::min(steps, (last_ - column) / -back_);
    if (steps <= 0) return;
    const Columns& c = m_.columns;
    m_.idle.emplace_back(Point{c.x(c.first_of(column)), m_.y(layer)},
                         Point{c.x(c.first_of(column - steps * back_)), m_.y(layer - steps)});
  }

  Lattice& m_;
  int high_, low_, back_, last_;
};

}  // namespace

void place_edges(Lattice& m, const RelayShares& ink) {
  std::vector<EdgeFlow> edges;
  const auto in_cone = [&](int layer, std::int64_t token) {
    if (layer > m.node.layer || !m.columns.shows(token)) return false;
    const auto [begin, end] = m.cone_columns[static_cast<std::size_t>(layer)];
    const int column = m.columns.column_of(token);
    return column >= begin && column <= end;
  };
  for (const EdgeFlow& e : ink.edges) {
    // Ink of an older state keeps inside the cone of this one.
    if (e.flow > 0 && in_cone(e.layer, e.row) && in_cone(e.layer - 1, e.key)) edges.push_back(e);
  }
  const auto stronger = [](const EdgeFlow& a, const EdgeFlow& b) { return a.flow > b.flow; };
  if (edges.size() > kMostEdges) {
    std::nth_element(edges.begin(), edges.begin() + kMostEdges, edges.end(), stronger);
    edges.resize(kMostEdges);
  }
  std::sort(edges.begin(), edges.end(), [](const EdgeFlow& a, const EdgeFlow& b) { return a.flow < b.flow; });
  for (const EdgeFlow& e : edges) {
    const float alpha = kLeastAlpha + kFlowAlpha * static_cast<float>(std::sqrt(std::min(e.flow, 1.0)));
    m.edges.push_back({{m.columns.x(e.row), m.y(e.layer)},
                       {m.columns.x(e.key), m.y(e.layer - 1)},
                       e.layer,
                       m.faint ? alpha / 2 : alpha});
  }
}

void place_idle(Lattice& m, const engine::StackRule& rule) {
  const int columns = m.columns.count;
  const int widest = static_cast<int>(std::min<std::int64_t>(rule.window, columns)) - 1;
  const int families = rule.causal ? widest + 1 : 2 * widest + 1;
  const bool all = families * (columns + m.layers) <= kMostIdle;
  for (int high = m.layers; high >= 1;) {
    const bool global = engine::is_global(rule.pattern, high);
    int low = high - 1;
    while (low >= 1 && engine::is_global(rule.pattern, low) == global) --low;
    for (int back = rule.causal ? 0 : -widest; back <= widest; ++back) {
      // Of a layer that reads everything only what stays.
      const bool outer = back == 0 || std::abs(back) == widest;
      if (global ? back == 0 : all || outer) IdleFamily(m, high, low, back).place();
    }
    high = low;
  }
}

void place_dots(Lattice& m, const LatticeLook& look, const Palette& palette) {
  Bitmap& b = m.dots;
  b.key = bitmap_key(std::string(look.key) + ".dots");
  ++b.revision;
  const int cell = std::max(1, static_cast<int>(std::lround(m.columns.cell * look.dpr)));
  const int dot = std::min(cell, std::max(1, static_cast<int>(std::lround(kDot * look.dpr))));
  Rgba clear = palette[Token::kRule];
  clear.a = 0;
  b.width = m.columns.count * cell;
  b.height = 1;
  b.texels.assign(static_cast<std::size_t>(b.width), clear);
  const auto pitch = static_cast<std::size_t>(cell), wide = static_cast<std::size_t>(dot);
  for (std::size_t at = (pitch - wide) / 2; at < b.texels.size(); at += pitch) {
    std::fill_n(b.texels.begin() + static_cast<std::ptrdiff_t>(at), wide, palette[Token::kRule]);
  }
}

}  // namespace bandscope::view
