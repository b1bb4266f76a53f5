// The cell card: closed in wide and medium, compact in a figure; docked and drawer have files of their own.
#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "panels/card_parts.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::CardLine;
using view::CardModel;
using view::CardTerms;
using view::Face;
using view::Form;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

constexpr float kCell = 40;       // of a term
constexpr float kLabels = 72;     // the column of row names, with 8 px to the cells
constexpr int kDrawerTokens = 9;  // below so many a pick opens the drawer

/// Names, expressions, "=" and results in columns, in small type where they would not end before `end`.
void draw_lines(const PanelInput& in, const std::vector<CardLine>& lines, Point at, float least, float end) {
  for (const Type type : {Type::k13, Type::k11}) {
    const bool last = type == Type::k11;
    float expression = at.x + (last ? 0 : least), result = 0;
    for (const CardLine& line : lines) {
      const float name = in.painter.text_width(line.name, Face::kRegular, type);
      expression = std::max(expression, at.x + name + 10 + view::runs_width(in.painter, line.expression, type));
      result = std::max(result, in.painter.text_width(line.result, Face::kMono, type));
    }
    // The results end with the card where they can.
    float right = std::ceil(expression) + 28 + std::ceil(result);
    if (right > end && !last) continue;
    right = std::max(right, std::min(end, std::ceil(expression) + 80));
    const float equals = std::ceil(expression) + 14;
    float y = at.y;
    for (const CardLine& line : lines) {
      in.painter.text({at.x, y}, line.name, {Face::kRegular, type, Pair::kMuted});
      view::draw_runs(in.painter, {expression, y}, line.expression, type, Align::kRight);
      in.painter.text({equals, y}, "=", {Face::kMono, type, Pair::kFaint, Align::kCentre});
      in.painter.text({right, y}, line.result, {Face::kMono, type, Pair::kInk, Align::kRight});
      y += kRowPitch;
    }
    return;
  }
}

/// Rows of cells with their names at the left. Returns the right end.
float draw_terms(const PanelInput& in, const CardTerms& terms, Point at, float labels, float cell) {
  const CellLook look = look_of(in.painter, terms, cell);
  const float x = at.x + labels;
  float y = at.y;
  if (!terms.heads.empty()) {
    draw_heads(in, terms, {x, y + 7}, cell, 2, Ground::kBackground);
    y += 11;
  }
  for (const view::CardRow& row : terms.rows) {
    in.painter.text({x - 8, y + 14}, row.name, {Face::kRegular, Type::k13, Pair::kMuted, Align::kRight});
    draw_cells(in, row, {x, y}, cell, 2, look);
    y += kRowPitch;
  }
  return x + static_cast<float>(view::kTermsShown) * (cell + 2) - 2;
}

}  // namespace

void draw_card_closed(const PanelInput& in, Wishes& wishes, bool covered) {
  const view::Layout& l = in.layout;
  const CardModel& m = in.models.card;
  const float x = l.card.x, top = l.rule_y;
  in.painter.rect({x, top, l.card.width, 1}, in.palette[Token::kHairline]);
  if (m.title.empty()) return;
  const float most = l.card.width - 60;
  float title = std::min(most, view::runs_width(in.painter, m.title, Type::k13)) + 24;
  if (covered) {
    draw_runs_cut(in.painter, {x, top + 22}, m.title, Type::k13, most);
  } else {
    title = draw_card_title(in, wishes, {x, top + 22}, most, Ground::kBackground);
  }

  const float cells = draw_terms(in, m.terms, {x, top + 36}, kLabels, kCell);
  const float note = top + (m.terms.heads.empty() ? 116.0F : 127.0F);
  view::draw_runs(in.painter, {x + kLabels, note}, m.row_note, Type::k11);
  if (!m.terms.rest.empty()) {
    view::draw_runs(in.painter, {cells, note}, m.terms.rest, Type::k11, Align::kRight);
  }
  if (!covered) scroll_buttons(in, "terms", m.terms, {x + kLabels - 56, note - 4}, 24, wishes.ui.card_first_term);
  draw_lines(in, m.lines, {cells + 18, top + 50}, 176, l.card.right());
  if (m.built_note.empty()) return;
  // Behind the title where it fits, else in the last line.
  const float built_x = x + title + 20;
  const float room = l.card.right() - built_x;
  for (const Type type : {Type::k13, Type::k11}) {
    if (view::runs_width(in.painter, m.built_note, type) > room) continue;
    view::draw_runs(in.painter, {built_x, top + 22}, m.built_note, type);
    return;
  }
  draw_runs_cut(in.painter, {x + kLabels, top + 142}, m.built_note, Type::k11, l.card.width - kLabels);
}

void draw_card_compact(const PanelInput& in) {
  const Box& box = in.layout.card;
  const CardModel& m = in.models.card;
  if (m.title.empty()) return;
  const float value = in.painter.text_width(m.value, Face::kMono, Type::k16);
  draw_runs_cut(in.painter, {box.x, box.y + 18}, m.short_title, Type::k13, box.width - value - 16);
  in.painter.text({box.right(), box.y + 18}, m.value, {Face::kMono, Type::k16, Pair::kInk, Align::kRight});
  const float name = in.painter.text_width(m.value_name, Face::kRegular, Type::k11);
  in.painter.text_cut({box.x, box.y + 38}, m.formula, {Face::kMono, Type::k11, Pair::kMuted}, box.width - name - 16);
  in.painter.text({box.right(), box.y + 38}, m.value_name, {Face::kRegular, Type::k11, Pair::kMuted, Align::kRight});
}

void draw_card(const PanelInput& in, Wishes& wishes) {
  const view::Layout& l = in.layout;
  if (l.form == Form::kFigure || l.form == Form::kFigureStacked) {
    draw_card_compact(in);
    return;
  }
  // With few tokens a pick opens the drawer: there is room for all of the arithmetic.
  const bool linked = !in.state.card_begun && in.config.pick;
  wishes.ui.card_begun = true;
  const bool picked = linked || (wishes.config.pick && wishes.config.pick != in.config.pick);
  const bool merged = wishes.ui.merged_column && wishes.ui.merged_column != in.state.merged_column;
  const bool small = config::key_count(in.config) < kDrawerTokens && l.form != Form::kNarrow;
  if (small && (picked || merged)) wishes.ui.card_open = true;
  // Esc lets go of the pick, and so of the drawer.
  if (in.config.pick && !wishes.config.pick && in.config.source() == wishes.config.source())
    wishes.ui.card_open = false;

  // Arrows on the card's title scroll its terms.
  const view::CardTerms& terms = in.models.card.terms;
  if (terms.scrolls()) {
    if (in.ui.key("card", Key::kRight)) {
      wishes.ui.card_first_term = std::min(terms.first + view::kTermsShown, terms.count - terms.shown());
    }
    if (in.ui.key("card", Key::kLeft)) wishes.ui.card_first_term = std::max(0, terms.first - view::kTermsShown);
  }

  const float open = in.ui.eased("card drawer", in.state.card_open, 160, 160);
  if (l.form == Form::kNarrow) {
    draw_card_docked(in, wishes, open);
    return;
  }
  if (open < 1 || l.form == Form::kMedium) draw_card_closed(in, wishes, open > 0);
  if (open > 0) draw_card_drawer(in, wishes, open);
}

}  // namespace bandscope::panels
