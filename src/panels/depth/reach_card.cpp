// The bench's small lattice: how far the picked query sees, and which layer the panels show.
#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "panels/depth/depth_panels.h"
#include "panels/depth/lattice_panel.h"
#include "panels/parts.h"
#include "view/depth/followed.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::Pair;
using view::Token;
using view::Type;

/// The open drawer of the cell card lies over it.
bool covered(const PanelInput& in) { return in.layout.form == view::Form::kWide && in.state.card_open; }

/// The title, the way to the whole view, and the hard reach at the right.
void draw_title(const PanelInput& in, Wishes& wishes) {
  const Box& card = in.layout.reach_card;
  const view::ReachModel& m = in.models.reach;
  const float baseline = card.y + 22;
  const view::Run title[] = {{"Reach of query ", Face::kStrong, Pair::kInk},
                             {view::grouped(m.node.token), Face::kMono, Pair::kT}};
  float x = card.x + view::draw_runs(in.painter, {card.x, baseline}, title, Type::k13) + 16;
  const std::string_view words = "see all";
  const float width = in.painter.text_width(words, Face::kRegular, Type::k13);
  const Area area = in.ui.area("open reach", {x - 8, baseline - 18, width + 34, 26}, {.focusable = !covered(in)});
  in.painter.text({x, baseline}, words, {Face::kRegular, Type::k13, area.hovered ? Pair::kInk : Pair::kAccent});
  arrow_right(in.painter, {x + width + 16, baseline - 4}, in.palette[area.hovered ? Token::kInk : Token::kAccent]);
  if (area.focus_visible) focus_ring(in, {x, baseline - 13, width + 17, 17});
  if (chosen(in, area, "open reach")) {
    wishes.config.view = config::View::kReach;
    wishes.settled = true;
  }
  x += width + 32;
  for (const std::vector<view::Run>& line : m.hard_words) {
    const float line_width = view::runs_width(in.painter, line, Type::k13);
    if (card.right() - line_width < x) continue;
    view::draw_runs(in.painter, {card.right(), baseline}, line, Type::k13, Align::kRight);
    break;
  }
}

/// Numbers of the layers, x for the input; the one that the panels show is underlined.
void draw_rows(const PanelInput& in, Wishes& wishes) {
  const view::ReachModel& m = in.models.reach;
  const view::Lattice& lattice = m.lattice;
  const float x = in.layout.reach_card.x;
  const int shown = config::panel_layer(in.config);
  const float high = std::min(20.0F, std::max(12.0F, lattice.pitch));
  for (const int layer : m.row_labels) {
    if (layer == shown) continue;  // comes last, and lies over its neighbours
    const float baseline = lattice.y(layer) + 4;
    if (std::abs(layer - shown) * lattice.pitch < 11) continue;
    if (layer == 0) {
      in.painter.text({x + 6, baseline}, "x", {Face::kMono, Type::k11, Pair::kMuted});
      continue;
    }
    in.painter.text({x + 6, baseline}, view::grouped(layer), {Face::kMono, Type::k11, Pair::kL});
  }
  const std::string text = view::grouped(shown);
  const float width = in.painter.text_width(text, Face::kMono, Type::k11);
  const float y = lattice.y(shown);
  in.painter.text({x + 6, y + 4}, text, {Face::kMono, Type::k11, Pair::kL});
  in.painter.rect({x + 5, std::round(y) + 7, std::round(width) + 2, 2}, in.palette[Token::kL]);
  // A row's label is its layer, whatever the pointer's token.
  const Box labels{x - 4, lattice.y(lattice.layers) - high / 2, 24,
                   static_cast<float>(lattice.layers - 1) * lattice.pitch + high};
  const Area area = in.ui.area("reach layers", labels, {.focusable = !covered(in)});
  const int layer = std::clamp(lattice.node_at(area.pointer).layer, 1, std::max(1, lattice.layers));
  if (area.focus_visible) focus_ring(in, labels.grown(-4));
  if (area.hovered && !area.touch) {
    wishes.ui.node_hover = view::Node{layer, view::held_node(in.config).token};
    wishes.tip = Tip{"Show layer " + view::grouped(layer) + " of " + view::grouped(lattice.layers),
                     {x, lattice.y(layer) - 6, 20, 12}};
  }
  if (area.clicked) wish_layer(in, layer, wishes);
  if (in.ui.key("reach layers", Key::kUp)) wish_layer(in, std::min(lattice.layers, shown + 1), wishes);
  if (in.ui.key("reach layers", Key::kDown)) wish_layer(in, std::max(1, shown - 1), wishes);
}

}  // namespace

void draw_reach_card(const PanelInput& in, Wishes& wishes) {
  const Box& card = in.layout.reach_card;
  const view::ReachModel& m = in.models.reach;
  in.painter.rect({card.x, card.y, card.width, 1}, in.palette[Token::kHairline]);
  if (!m.off.empty()) {
    in.painter.text({card.x, card.y + 22}, "Reach", {Face::kStrong, Type::k13, Pair::kInk});
    view::draw_paragraph(in.painter, {card.x, card.y + 50}, {{{m.off + ".", Face::kRegular, Pair::kMuted}}}, Type::k13,
                         card.width);
    return;
  }
  draw_title(in, wishes);
  draw_rows(in, wishes);
  Box target = lattice_target(m.lattice);
  target.y = std::max(target.y, card.y + 32);
  const bool focused = point_at_lattice(in, "reach lattice", m.lattice, target, wishes, covered(in));
  draw_lattice(in, m.lattice, {}, focused);
}

}  // namespace bandscope::panels
