#include "panels/card_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {

using view::Box;
using view::CardCell;
using view::CardRow;
using view::CardTerms;
using view::Face;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

namespace {

std::string written(const CardCell& cell, int decimals) {
  return decimals < 0 ? cell.text : view::fixed(cell.value, decimals);
}

float widest(const view::Painter& painter, const CardTerms& terms, Type type, int decimals) {
  float width = 0;
  for (const CardRow& row : terms.rows) {
    for (const CardCell& cell : row.cells) {
      width = std::max(width, painter.text_width(written(cell, decimals), Face::kMono, type));
    }
  }
  return width;
}

}  // namespace

Pair on(Ground ground, Pair pair) { return ground == Ground::kSurface ? on_surface(pair) : pair; }
std::vector<view::Run> on(Ground ground, const std::vector<view::Run>& runs) {
  return ground == Ground::kSurface ? on_surface(runs) : runs;
}

CellLook look_of(const view::Painter& painter, const CardTerms& terms, float cell) {
  for (const int decimals : {-1, 1, 0}) {
    for (const Type type : {Type::k13, Type::k11}) {
      if (widest(painter, terms, type, decimals) <= cell) return {type, decimals};
    }
  }
  return {Type::k11, 0};
}

float cell_width(const view::Painter& painter, const CardTerms& terms, float least, float most) {
  return std::clamp(std::ceil(widest(painter, terms, Type::k13, -1)) + 1, least, most);
}

void draw_cell(const PanelInput& in, const CardCell& cell, const Box& box, CellLook look) {
  in.painter.rect(box, cell.fill);
  if (cell.fill == in.palette[Token::kSurface]) in.painter.frame(box, in.palette[Token::kHairline], 1);
  const float baseline = std::round(box.centre().y) + (look.type == Type::k13 ? 5.0F : 4.0F);
  in.painter.text({box.centre().x, baseline}, written(cell, look.decimals),
                  {Face::kMono, look.type, cell.ink, view::Align::kCentre});
}

void draw_cells(const PanelInput& in, const CardRow& row, Point at, float cell, float gap, CellLook look) {
  float x = at.x;
  for (const CardCell& c : row.cells) {
    draw_cell(in, c, {x, at.y, cell, kCellHeight}, look);
    x += cell + gap;
  }
}

void draw_heads(const PanelInput& in, const CardTerms& terms, Point baseline, float cell, float gap, Ground ground) {
  float x = baseline.x;
  for (std::size_t s = 0; s < terms.heads.size(); ++s) {
    const bool marked = static_cast<int>(s) == terms.marked;
    const view::TextStyle style{Face::kRegular, Type::k11, on(ground, marked ? Pair::kT : Pair::kMuted)};
    // Centred where it fits; text that is cut begins at its cell's left edge.
    const float width = in.painter.text_width(terms.heads[s], style.face, style.size);
    const float left = x + std::max(0.0F, (cell - width) / 2);
    in.painter.text_cut({std::round(left), baseline.y}, terms.heads[s], style, cell);
    x += cell + gap;
  }
}

void scroll_buttons(const PanelInput& in, std::string_view label, const CardTerms& terms, Point left_middle, float size,
                    int& first) {
  if (!terms.scrolls()) return;
  const int last = terms.count - terms.shown();
  for (const bool forward : {false, true}) {
    const Box box{left_middle.x + (forward ? size : 0), left_middle.y - size / 2, size, size};
    const bool off = forward ? terms.first >= last : terms.first <= 0;
    const std::string name = std::string(label) + (forward ? " on" : " back");
    const Area area = in.ui.area(name, box, {.off = off});
    const view::Rgba colour = in.palette[off ? Token::kRule : area.hovered ? Token::kInk : Token::kMuted];
    const Point c = box.centre();
    const float dx = forward ? 2.0F : -2.0F;
    const std::array<Point, 3> points = {Point{c.x - dx, c.y - 4}, {c.x + dx, c.y}, {c.x - dx, c.y + 4}};
    in.painter.polyline(points, colour, 1.4F);
    if (area.focus_visible) in.painter.frame(box, in.palette[Token::kAccent], 2, 4);
    if (!off && (chosen(in, area, name))) {
      first = std::clamp(terms.first + (forward ? 1 : -1) * view::kTermsShown, 0, last);
    }
  }
}

float draw_card_title(const PanelInput& in, Wishes& wishes, Point baseline, float most, Ground ground) {
  const std::vector<view::Run> title = on(ground, in.models.card.title);
  const float width = std::min(most, view::runs_width(in.painter, title, Type::k13));
  draw_runs_cut(in.painter, baseline, title, Type::k13, most);
  const Box box{baseline.x, baseline.y - 18, width + 24, 26};
  const Area area = in.ui.area("card", box);
  chevron(in.painter, {baseline.x + width + 14, baseline.y - 4}, in.palette[area.hovered ? Token::kInk : Token::kMuted],
          in.state.card_open);
  if (area.focus_visible) focus_ring(in, {box.x, baseline.y - 13, width + 20, 17});
  if (chosen(in, area, "card")) {
    wishes.ui.card_open = !in.state.card_open;
  }
  if (in.state.card_open && in.ui.key("card", Key::kEscape)) wishes.ui.card_open = false;
  return width + 24;
}

}  // namespace bandscope::panels
