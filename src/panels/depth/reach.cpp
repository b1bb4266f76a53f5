// The view of reach: the lattice with the cone of one node, and under it what is left of each input.
#include <algorithm>
#include <array>
#include <cmath>

#include "panels/depth/depth_panels.h"
#include "panels/depth/lattice_panel.h"
#include "panels/depth/soft_plot.h"
#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::Pair;
using view::Token;
using view::Type;

constexpr float kSmallRows = 16;  // below this pitch row labels are small

void draw_title(const PanelInput& in) {
  const view::ReachModel& m = in.models.reach;
  const Box& title = in.layout.depth.title;
  const Box& subtitle = in.layout.depth.subtitle;
  const bool narrow = in.layout.form == view::Form::kDepthNarrow;
  if (narrow) {
    view::draw_paragraph(in.painter, {title.x, title.y + 20}, m.title, Type::k20, title.width, 26);
    // Two lines hold the fullest wording of most.
    for (const std::vector<view::Run>& words : m.subtitles) {
      if (view::runs_width(in.painter, words, Type::k13) > 1.85F * subtitle.width && &words != &m.subtitles.back())
        continue;
      view::draw_paragraph(in.painter, {subtitle.x, subtitle.y + 14}, words, Type::k13, subtitle.width, 20);
      break;
    }
    return;
  }
  draw_runs_cut(in.painter, {title.x, title.y + 22}, m.title, Type::k20, title.width);
  for (const std::vector<view::Run>& words : m.subtitles) {
    if (view::runs_width(in.painter, words, Type::k13) > subtitle.width && &words != &m.subtitles.back()) continue;
    draw_runs_cut(in.painter, {subtitle.x, subtitle.y + 16}, words, Type::k13, subtitle.width);
    break;
  }
}

void draw_row_labels(const PanelInput& in) {
  const view::ReachModel& m = in.models.reach;
  const Type type = m.lattice.pitch < kSmallRows ? Type::k11 : Type::k13;
  const float lift = type == Type::k13 ? 5 : 4;
  for (const int layer : m.row_labels) {
    const bool followed = layer == m.node.layer;
    const float baseline = m.lattice.y(layer) + lift;
    float x = m.boxes.lattice.x;
    const Pair pair = followed ? Pair::kInk : Pair::kMuted;
    const std::string_view name = layer == 0 ? "input" : "layer ";
    in.painter.text({x, baseline}, name, {Face::kRegular, type, pair});
    if (layer == 0) continue;
    x += in.painter.text_width(name, Face::kRegular, type);
    const std::string number = view::grouped(layer);
    in.painter.text({x, baseline}, number, {Face::kMono, type, Pair::kL});
    if (!m.row_all[static_cast<std::size_t>(layer)]) continue;
    x += in.painter.text_width(number, Face::kMono, type) + 5;
    in.painter.text({x, baseline}, "all", {Face::kRegular, Type::k11, Pair::kW});
  }
}

void draw_token_labels(const PanelInput& in) {
  const view::ReachModel& m = in.models.reach;
  const Box& room = m.boxes.labels;
  const float flat = room.y + 19;
  in.painter.text({room.x, flat}, "token", {Face::kRegular, Type::k13, Pair::kT});
  for (const view::TokenLabel& label : m.token_labels) {
    view::TextStyle style{m.words ? Face::kRegular : Face::kMono, Type::k11, label.inside ? Pair::kInk : Pair::kMuted,
                          Align::kCentre};
    if (label.edge) style.pair = Pair::kW;
    if (label.held) {
      style.pair = Pair::kHaloPick;
      style.chip = true;
    }
    const float width = in.painter.text_width(label.text, style.face, style.size);
    if (m.words) {
      const float most = room.height - 12, high = std::min(width, most);
      if (label.held) in.painter.rect({label.x - 7, room.y + 3, 14, high + 8}, in.palette[Token::kPick], 2);
      style.turn = view::Turn::kUp;
      style.align = width > most ? Align::kLeft : Align::kRight;
      // A word ends under its column.
      in.painter.text_cut({label.x + 4, room.y + 7 + (width > most ? most : 0)}, label.text, style, most);
      continue;
    }
    if (label.held) in.painter.rect({label.x - width / 2 - 5, flat - 12, width + 10, 15}, in.palette[Token::kPick], 2);
    in.painter.text({label.x, flat - 1}, label.text, style);
  }
}

/// Starts the relay, and says which part is shown.
void draw_above(const PanelInput& in, Wishes& wishes) {
  const view::ReachModel& m = in.models.reach;
  const Box& lattice = m.boxes.lattice;
  const float baseline = lattice.y + 8;
  const bool playing = in.state.relay_started.has_value();
  const std::string_view words = "play layer by layer";
  const float width = 16 + in.painter.text_width(words, Face::kRegular, Type::k11);
  Box target{lattice.x, baseline - 17, width + 4, 26};
  // A finger's room is above: below begins the lattice.
  if (in.layout.form == view::Form::kDepthNarrow) target = {lattice.x, lattice.y - 29, width + 4, 44};
  const Area area = in.ui.area("play relay", target, {.off = m.node.layer < 1});
  const float y = baseline - 4;
  const view::Rgba colour = in.palette[area.hovered || playing ? Token::kInk : Token::kEdge];
  if (playing) {
    in.painter.rect({lattice.x, y - 4, 8, 8}, colour);
  } else {
    const std::array<view::Point, 3> triangle = {
        view::Point{lattice.x, y - 4.5F}, {lattice.x + 8, y}, {lattice.x, y + 4.5F}};
    in.painter.polygon(triangle, colour);
  }
  in.painter.text({lattice.x + 14, baseline}, words,
                  {Face::kRegular, Type::k11, area.hovered ? Pair::kInk : Pair::kMuted});
  if (area.focus_visible) focus_ring(in, {lattice.x, baseline - 12, width, 16});
  if (chosen(in, area, "play relay")) {
    wishes.ui.relay_started = in.ui.seconds();
    if (playing || in.ui.reduced_motion()) wishes.ui.relay_started.reset();
    in.ui.wake();
  }
  if (m.part.empty()) return;
  // Without the whole count where that is too long: the slider says it too.
  const float room = lattice.width - width - 20;
  const bool fits = in.painter.text_width(m.part, Face::kRegular, Type::k11) <= room;
  const std::string part = fits ? m.part : m.part.substr(0, m.part.find(" of "));
  in.painter.text_cut({lattice.right(), baseline}, part, {Face::kRegular, Type::k11, Pair::kFaint, Align::kRight},
                      room);
}

/// How far the played relay is; ends it when it has arrived or anything is pressed.
Relay relay_of(const PanelInput& in, Wishes& wishes) {
  if (!in.state.relay_started) return {};
  const Relay relay{(in.ui.seconds() - *in.state.relay_started) / kRelayLayer};
  const bool skipped = in.ui.pressed_anything() && relay.layers > 0;
  if (skipped || in.ui.reduced_motion() || relay.layers < 0 || relay.done(in.models.reach.node.layer)) {
    wishes.ui.relay_started.reset();
    return {};
  }
  in.ui.wake();
  return relay;
}

}  // namespace

void draw_reach(const PanelInput& in, Wishes& wishes) {
  const view::ReachModel& m = in.models.reach;
  draw_title(in);
  if (!m.off.empty()) {
    const Box& picture = in.layout.depth.picture;
    view::draw_paragraph(in.painter, {picture.x, picture.y + 30}, {{{m.off + ".", Face::kRegular, Pair::kMuted}}},
                         Type::k13, picture.width);
    return;
  }
  const Relay relay = relay_of(in, wishes);
  draw_above(in, wishes);
  draw_row_labels(in);
  const bool focused = point_at_lattice(in, "lattice", m.lattice, lattice_target(m.lattice), wishes);
  draw_lattice(in, m.lattice, relay, focused);
  draw_token_labels(in);
  draw_hard_reach(in);
  draw_soft_plot(in);
  draw_soft_key(in, wishes);
}

}  // namespace bandscope::panels
