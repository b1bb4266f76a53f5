#include "panels/depth/soft_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::Pair;
using view::Point;
using view::Rgba;
using view::SoftCurve;
using view::SoftReach;
using view::Token;
using view::Type;

void diamond(view::Painter& painter, Point c, float reach, Rgba fill) {
  const std::array<Point, 4> points = {
      Point{c.x, c.y - reach}, {c.x + reach, c.y}, {c.x, c.y + reach}, {c.x - reach, c.y}};
  painter.polygon(points, fill);
}

constexpr float kFinger = 44;  // least target of a touch

enum class Mark { kDisc, kDiamond };
void draw_mark(const PanelInput& in, Mark mark, Point at, Rgba colour, float radius = 4) {
  const Rgba ground = in.palette[Token::kBackground];
  if (mark == Mark::kDisc) {
    in.painter.disc(at, radius + 1, ground);
    in.painter.disc(at, radius, colour);
    return;
  }
  diamond(in.painter, at, radius + 2, ground);
  diamond(in.painter, at, radius + 1, colour);
  diamond(in.painter, at, radius - 1.2F, in.palette[Token::kSurface]);
}

Rgba curve_colour(const PanelInput& in, Mark mark, bool late) {
  const Rgba colour = in.palette[mark == Mark::kDisc ? Token::kInk : Token::kAccent];
  return late ? view::mix(in.palette[Token::kBackground], colour, 0.45F) : colour;
}

/// The pieces between a curve's breaks.
template <class Draw>
void each_piece(const SoftCurve& curve, const Draw& draw) {
  const std::span<const Point> points = curve.points;
  std::size_t from = 0;
  for (const std::size_t at : curve.breaks) {
    draw(points.subspan(from, at - from));
    from = at;
  }
  if (from < points.size()) draw(points.subspan(from));
}

void draw_curve(const PanelInput& in, const SoftReach& soft, const SoftCurve& curve, Mark mark) {
  const Rgba colour = curve_colour(in, mark, curve.late);
  if (curve.points.size() == 1 && !soft.marks) {
    draw_mark(in, mark, curve.points.front(), colour);
    return;
  }
  // Many points make a restless line: a thinner one leaves the others to be seen.
  each_piece(curve, [&](std::span<const Point> piece) {
    if (piece.size() > 1) in.painter.polyline(piece, colour, soft.marks ? 2.0F : 1.25F);
    if (piece.size() == 1 && !soft.marks) in.painter.disc(piece.front(), 1.25F, colour);
  });
  if (!soft.marks) return;
  for (const Point at : curve.points) draw_mark(in, mark, at, colour, soft.mark_radius);
}

void draw_uniform(const PanelInput& in, const SoftReach& soft) {
  const Rgba cap = in.palette[Token::kEdge];
  if (!soft.marks) {
    each_piece(soft.uniform, [&](std::span<const Point> points) {
      for (std::size_t k = 0; k < points.size(); ++k) {
        const float left = k == 0 ? points[k].x : (points[k - 1].x + points[k].x) / 2;
        const float right = k + 1 == points.size() ? points[k].x : (points[k].x + points[k + 1].x) / 2;
        in.painter.rect({left, points[k].y, right - left, soft.plot.bottom() - points[k].y}, in.palette[Token::kChip]);
      }
      if (points.size() > 1) in.painter.polyline(points, cap, 2);
      if (points.size() == 1) in.painter.rect({points[0].x - 1, points[0].y, 2, soft.plot.bottom() - points[0].y}, cap);
    });
    return;
  }
  for (const Point at : soft.uniform.points) {
    const float left = std::round(at.x - soft.bar_width / 2);
    in.painter.rect({left, at.y, soft.bar_width, soft.plot.bottom() - at.y}, in.palette[Token::kChip]);
    in.painter.rect({left, std::min(at.y, soft.plot.bottom() - 1.5F), soft.bar_width, 1.5F}, cap);
  }
}

void bracket_end(const PanelInput& in, float x, float y) {
  in.painter.rect({std::round(x) - 1, y - 5, 2, 10}, in.palette[Token::kW]);
}

/// What stands before a name: how its curve looks.
void draw_swatch(const PanelInput& in, std::size_t row, float x, float y, bool late) {
  if (row == 0) {
    in.painter.rect({x, y - 2, 20, 7}, in.palette[Token::kChip]);
    in.painter.rect({x, y - 3, 20, 1.5F}, in.palette[Token::kEdge]);
    return;
  }
  const Mark mark = row == 1 ? Mark::kDisc : Mark::kDiamond;
  const Rgba colour = curve_colour(in, mark, late);
  in.painter.rect({x, y - 1, 20, 2}, colour);
  draw_mark(in, mark, {x + 10, y}, colour);
}

/// "linear  log". Returns where they end.
float draw_axis_tabs(const PanelInput& in, Wishes& wishes, float x, float baseline) {
  struct Row {
    config::Axis axis;
    std::string_view name;
  };
  for (const Row& row : {Row{config::Axis::kLinear, "linear"}, Row{config::Axis::kLog, "log"}}) {
    const std::string label = "axis " + std::string(row.name);
    const float width = in.painter.text_width(row.name, Face::kRegular, Type::k13);
    Box target{x - 6, baseline - 18, width + 12, 26};
    if (in.layout.form == view::Form::kDepthNarrow) {
      target = {x - 6, baseline - 26, std::max(kFinger, width + 12), kFinger};
    }
    const Area area = in.ui.area(label, target);
    const bool active = in.config.axis == row.axis;
    in.painter.text({x, baseline}, row.name,
                    {Face::kRegular, Type::k13, active || area.hovered ? Pair::kInk : Pair::kMuted});
    if (active) in.painter.rect({x, baseline + 5, std::round(width), 2}, in.palette[Token::kAccent]);
    if (area.focus_visible) focus_ring(in, {x, baseline - 13, width, 17});
    if ((chosen(in, area, label)) && !active) {
      wishes.config.axis = row.axis;
      wishes.settled = true;
    }
    x += width + 16;
  }
  return x;
}

/// The bar of the lattice's ink: shares by their square roots.
void draw_ink_bar(const PanelInput& in, float x, float y) {
  const view::Lattice& lattice = in.models.reach.lattice;
  in.painter.text({x, y + 8}, "ink", {Face::kRegular, Type::k13, Pair::kMuted});
  const Box bar{x + 30, y, 160, 8};
  constexpr int kSteps = 40;
  for (int k = 0; k < kSteps; ++k) {
    const float left = bar.x + bar.width * static_cast<float>(k) / kSteps;
    in.painter.rect({left, bar.y, bar.width / kSteps, bar.height},
                    in.palette.map(view::Map::kShares, (static_cast<float>(k) + 0.5F) / kSteps, 1));
  }
  in.painter.frame(bar, in.palette[Token::kHairline], 1);
  const std::string_view scale = "square-root scale";
  const float end = bar.right() + 12 + in.painter.text_width(scale, Face::kRegular, Type::k11);
  if (end <= in.models.reach.boxes.key.right()) {
    in.painter.text({bar.right() + 12, y + 8}, scale, {Face::kRegular, Type::k11, Pair::kMuted});
  }
  const auto number = [&](double part) {
    const double value = 100 * lattice.most * part;
    int decimals = 0;
    while (decimals < 6 &&
           std::abs(std::round(value * std::pow(10, decimals)) - value * std::pow(10, decimals)) > 1e-6) {
      ++decimals;
    }
    return value > 0 && value < 1e-3 ? view::careful(value, 1) : view::fixed(value, decimals);
  };
  const auto at = [&](double part, Align align, const std::string& text) {
    const float left = bar.x + bar.width * static_cast<float>(std::sqrt(part));
    in.painter.text({left, y + 21}, text, {Face::kMono, Type::k11, Pair::kMuted, align});
  };
  at(0, Align::kLeft, "0");
  // Small scales have long numbers.
  const std::string low = number(0.04), middle = number(0.25);
  if (low.size() <= 4) at(0.04, Align::kCentre, low);
  if (middle.size() <= 6) at(0.25, Align::kCentre, middle);
  at(1, Align::kRight, number(1) + " %");
  if (lattice.over) {
    in.painter.text({bar.right() + 6, y + 21}, "and more", {Face::kRegular, Type::k11, Pair::kMuted});
  }
}

}  // namespace

void draw_hard_reach(const PanelInput& in) {
  const view::ReachModel& m = in.models.reach;
  const SoftReach& soft = m.soft;
  const Box& room = m.boxes.bracket;
  const view::Columns& columns = m.lattice.columns;
  const float y = std::round(room.y + 12);
  const float left = std::max(soft.edge_left, columns.left), right = std::min(soft.edge_right, columns.right());
  float words_left = 0, words_right = 0;
  bool inside = false;
  const auto place = [&](const std::vector<view::Run>& words) {
    const float width = view::runs_width(in.painter, words, Type::k13);
    if (right - left >= width + 40) {
      words_left = (left + right - width) / 2;
      inside = true;
    } else if (left - 14 - width >= in.layout.depth.picture.x) {
      words_left = left - 14 - width;
    } else if (right + 14 + width <= in.layout.depth.picture.right()) {
      words_left = right + 14;
    } else {
      return false;
    }
    words_right = words_left + width;
    view::draw_runs(in.painter, {words_left, y + 5}, words, Type::k13);
    return true;
  };
  for (const std::vector<view::Run>& words : m.hard_words) {
    if (place(words)) break;
  }
  const Rgba colour = in.palette[Token::kW];
  if (soft.edge_seen_left) bracket_end(in, left, y);
  if (soft.edge_seen_right) bracket_end(in, right, y);
  if (inside) {
    in.painter.rect({left, y - 1, words_left - 12 - left, 2}, colour);
    in.painter.rect({words_right + 12, y - 1, right - words_right - 12, 2}, colour);
  } else if (right > left) {
    in.painter.rect({left, y - 1, right - left, 2}, colour);
  }
  // Down to the plot's ground, where nothing further out is left.
  const Rgba faint = view::with_alpha(colour, 0.6F);
  if (soft.edge_seen_left) in.painter.line({left, y + 8}, {left, soft.plot.bottom()}, faint, 1);
  if (soft.edge_seen_right && !m.rule.causal) in.painter.line({right, y + 8}, {right, soft.plot.bottom()}, faint, 1);
}

void draw_soft_plot(const PanelInput& in) {
  const SoftReach& soft = in.models.reach.soft;
  const Box& plot = soft.plot;
  for (const view::SoftTick& tick : soft.ticks) {
    const bool ground = &tick == &soft.ticks.front();
    in.painter.line({plot.x, tick.y}, {plot.right(), tick.y}, in.palette[ground ? Token::kRule : Token::kHairline], 1);
    in.painter.text({plot.x - 8, tick.y + 4}, tick.text, {Face::kMono, Type::k11, Pair::kMuted, Align::kRight});
  }
  draw_uniform(in, soft);
  draw_curve(in, soft, soft.numbers, Mark::kDiamond);
  draw_curve(in, soft, soft.real, Mark::kDisc);
  if (!soft.per.empty()) {
    in.painter.text({plot.right(), plot.bottom() + 16}, soft.per,
                    {Face::kRegular, Type::k11, Pair::kMuted, Align::kRight});
  }
}

void draw_soft_key(const PanelInput& in, Wishes& wishes) {
  const view::ReachModel& m = in.models.reach;
  const SoftReach& soft = m.soft;
  const Box& key = m.boxes.key;
  const float far = key.right();
  const float edge = far - std::max(84.0F, in.painter.text_width(soft.near_head, Face::kRegular, Type::k11) + 16);
  float y = key.y + 14;
  in.painter.text({key.x, y}, "Soft reach", {Face::kStrong, Type::k13, Pair::kInk});
  const float tabs = draw_axis_tabs(in, wishes, key.x + 92, y);
  const float head_width = in.painter.text_width("at ", Face::kRegular, Type::k11) +
                           in.painter.text_width(soft.edge_head, Face::kMono, Type::k11);
  // Long numbers take a line of their own.
  if (edge - head_width < tabs) y += 19;
  if (!soft.edge_head.empty()) {
    const std::array<view::Run, 2> head = {
        {{"at ", Face::kRegular, Pair::kMuted}, {soft.edge_head, Face::kMono, Pair::kT}}};
    view::draw_runs(in.painter, {edge, y}, head, Type::k11, Align::kRight);
  }
  in.painter.text({far, y}, soft.near_head, {Face::kRegular, Type::k11, Pair::kMuted, Align::kRight});
  y += 23;
  for (std::size_t k = 0; k < soft.rows.size(); ++k) {
    const view::SoftRow& row = soft.rows[k];
    draw_swatch(in, k, key.x, y - 4, row.late);
    in.painter.text({key.x + 30, y}, row.name, {Face::kRegular, Type::k13, row.there ? Pair::kInk : Pair::kMuted});
    const Pair pair = row.late ? Pair::kMuted : Pair::kInk;
    const std::string none = "–";
    in.painter.text({edge, y}, row.there ? row.at_edge : none, {Face::kMono, Type::k13, pair, Align::kRight});
    if (!soft.near_head.empty()) {
      in.painter.text({far, y}, row.there ? row.nearby : none, {Face::kMono, Type::k13, Pair::kMuted, Align::kRight});
    }
    // Beside the name where it fits, else under it.
    const float x = key.x + 39 + in.painter.text_width(row.name, Face::kRegular, Type::k13);
    const float room = edge - in.painter.text_width(row.there ? row.at_edge : none, Face::kMono, Type::k13) - 8 - x;
    const bool beside = in.painter.text_width(row.assumption, Face::kRegular, Type::k11) <= room;
    std::string second = row.state;
    const auto fits = [&](const std::string& text) {
      return in.painter.text_width(text, Face::kRegular, Type::k11) <= key.width - 30;
    };
    if (beside) {
      in.painter.text({x, y}, row.assumption, {Face::kRegular, Type::k11, Pair::kMuted});
    } else {
      second = row.assumption + (row.state.empty() ? "" : ", " + row.state);
      // What it is says itself again; how far it is does not.
      if (!row.state.empty() && !fits(second)) second = row.state;
    }
    if (!second.empty()) {
      in.painter.text_cut({key.x + 30, y + 14}, second, {Face::kRegular, Type::k11, Pair::kMuted}, key.width - 30);
    }
    y += second.empty() ? 24 : 36;
  }
  draw_ink_bar(in, key.x, std::max(y - 8, key.y + 103));
  float note = m.boxes.notes.y + (m.boxes.notes.x > key.x ? 14 : 12);
  const float leading = 20;
  for (const std::vector<view::Run>& words : m.notes) {
    const int lines =
        view::draw_paragraph(in.painter, {m.boxes.notes.x, note}, words, Type::k13, m.boxes.notes.width, leading);
    note += static_cast<float>(lines) * leading + 4;
  }
}

}  // namespace bandscope::panels
