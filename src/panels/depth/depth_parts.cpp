#include "panels/depth/depth_parts.h"

#include <algorithm>
#include <cmath>

#include "panels/parts.h"

namespace bandscope::panels {

using view::Align;
using view::Box;
using view::Face;
using view::Pair;
using view::Point;
using view::Run;
using view::Token;
using view::Type;

void draw_depth_title(const PanelInput& in, std::span<const Run> title, std::span<const Run> subtitle) {
  const view::DepthBoxes& d = in.layout.depth;
  const bool narrow = in.layout.form == view::Form::kDepthNarrow;
  const float width = view::runs_width(in.painter, title, Type::k20);
  if (narrow) {
    // Lines break at words, so that two do not hold twice the width.
    const Type size = width <= 1.75F * d.title.width ? Type::k20 : Type::k16;
    view::draw_paragraph(in.painter, {d.title.x, d.title.y + 20}, title, size, d.title.width, 26);
    view::draw_paragraph(in.painter, {d.subtitle.x, d.subtitle.y + 14}, subtitle, Type::k13, d.subtitle.width, 20);
    return;
  }
  const Type size = width <= d.title.width ? Type::k20 : Type::k16;
  draw_runs_cut(in.painter, {d.title.x, d.title.y + 22}, title, size, d.title.width);
  draw_runs_cut(in.painter, {d.subtitle.x, d.subtitle.y + 16}, subtitle, Type::k13, d.subtitle.width);
}

float draw_depth_tab(const PanelInput& in, const DepthTab& tab, Point left, const Box& target, bool& picked) {
  const float width = in.painter.text_width(tab.text, tab.face, Type::k13);
  const Area area = in.ui.area(tab.label, {left.x - 8, target.y, width + 16, target.height});
  const Pair pair = tab.active || area.hovered ? Pair::kInk : Pair::kMuted;
  in.painter.text(left, tab.text, {tab.face, Type::k13, pair});
  if (tab.active) in.painter.rect({left.x, left.y + 5, std::round(width), 2}, in.palette[Token::kAccent]);
  if (area.focus_visible) focus_ring(in, {left.x, left.y - 13, width, 17});
  picked = chosen(in, area, tab.label) && !tab.active;
  return width;
}

float draw_depth_tab(const PanelInput& in, const DepthTab& tab, Point right, bool& picked) {
  const float x = right.x - in.painter.text_width(tab.text, tab.face, Type::k13);
  draw_depth_tab(in, tab, {x, right.y}, {x, right.y - 26, 0, 44}, picked);
  return x;
}

float button_width(const PanelInput& in, std::string_view text) {
  return std::ceil(in.painter.text_width(text, Face::kRegular, Type::k13)) + 32;
}

bool draw_button(const PanelInput& in, std::string_view label, std::string_view text, Point top_left, bool off) {
  const Box box{top_left.x, top_left.y, button_width(in, text), 32};
  // Under a thumb its target is higher than it looks.
  const float more = in.layout.form == view::Form::kDepthNarrow ? (kThumb - box.height) / 2 : 0;
  const Area area = in.ui.area(label, {box.x, box.y - more, box.width, box.height + 2 * more}, {.off = off});
  if (!off) in.painter.rect(box, in.palette[Token::kSurface], 4);
  in.painter.frame(box, in.palette[area.hovered && !off ? Token::kEdge : Token::kRule], 1, 4);
  in.painter.text({box.centre().x, box.y + 21}, text,
                  {Face::kRegular, Type::k13, off ? Pair::kMuted : Pair::kInkSurface, Align::kCentre});
  if (area.focus_visible) focus_ring(in, box);
  return !off && (chosen(in, area, label));
}

void draw_ink_bar(const PanelInput& in, Point at, std::string_view most) {
  const Box bar{at.x, at.y, 120, 8};
  constexpr int kSteps = 120;
  for (int i = 0; i < kSteps; ++i) {
    const float part = (static_cast<float>(i) + 0.5F) / kSteps;
    in.painter.rect({bar.x + static_cast<float>(i) * bar.width / kSteps, bar.y, bar.width / kSteps, bar.height},
                    in.palette.map(view::Map::kShares, part, 1));
  }
  in.painter.frame(bar, in.palette[Token::kHairline], 1);
  in.painter.text({bar.right() + 12, bar.y + 8}, "square-root scale", {Face::kRegular, Type::k11, Pair::kMuted});
  in.painter.text({bar.x, bar.y + 22}, "0", {Face::kMono, Type::k11, Pair::kMuted});
  in.painter.text({bar.right(), bar.y + 22}, most, {Face::kMono, Type::k11, Pair::kMuted, Align::kRight});
}

}  // namespace bandscope::panels
