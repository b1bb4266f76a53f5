// The narrow card: docked at the bottom of the viewport, opened by a tap.
#include <algorithm>
#include <array>
#include <cmath>

#include "panels/card_parts.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::CardLine;
using view::CardModel;
using view::Face;
using view::Pair;
using view::Token;
using view::Type;

constexpr float kMargin = 16;
constexpr float kTermPitch = 18;

int line_count(const PanelInput& in, float width) {
  const float built = view::runs_width(in.painter, in.models.card.built_note, Type::k11);
  return built <= 0 ? 0 : static_cast<int>(std::ceil(built / (width * 0.86F)));
}

float open_height(const PanelInput& in) {
  const CardModel& m = in.models.card;
  float height = 44;
  if (!m.merged) height += kRowPitch * static_cast<float>(m.tests.size()) + 6;
  height += 20 + kTermPitch * static_cast<float>(m.terms.shown());
  height += m.terms.scrolls() ? 34.0F : 10.0F;
  height += kRowPitch * static_cast<float>(m.lines.size());
  height += 20 + 15 * static_cast<float>(line_count(in, in.layout.width - 2 * kMargin));
  return height + 12;
}

/// The terms one under the other: no width is needed for eight of them.
float draw_terms(const PanelInput& in, Wishes& wishes, float x, float right, float y) {
  const CardModel& m = in.models.card;
  view::Painter& p = in.painter;
  const float names = m.terms.heads.empty() ? 0.0F : 64.0F;
  const float room = right - x - names;
  const auto column = [&](std::size_t r) { return x + names + std::round(room * static_cast<float>(r + 1) / 3); };
  y += 14;
  for (std::size_t r = 0; r < m.terms.rows.size(); ++r) {
    p.text({column(r), y}, m.terms.rows[r].name, {Face::kRegular, Type::k11, Pair::kMutedSurface, Align::kRight});
  }
  for (int s = 0; s < m.terms.shown(); ++s) {
    y += kTermPitch;
    const auto i = static_cast<std::size_t>(s);
    if (i < m.terms.heads.size()) {
      p.text_cut({x, y}, m.terms.heads[i], {Face::kRegular, Type::k11, Pair::kMutedSurface}, names - 8);
    }
    for (std::size_t r = 0; r < m.terms.rows.size(); ++r) {
      const view::CardCell& cell = m.terms.rows[r].cells[i];
      const float width = p.text_width(cell.text, Face::kMono, Type::k13);
      p.rect({column(r) - width - 16, y - 10, 10, 10}, cell.fill);
      p.frame({column(r) - width - 16, y - 10, 10, 10}, in.palette[Token::kHairline], 1);
      p.text({column(r), y}, cell.text, {Face::kMono, Type::k13, Pair::kInkSurface, Align::kRight});
    }
  }
  y += 6;
  if (!m.terms.scrolls()) return y + 4;
  view::draw_runs(p, {x, y + 16}, on_surface(m.terms.rest), Type::k11);
  scroll_buttons(in, "terms", m.terms, {right - 88, y + 12}, 44, wishes.ui.card_first_term);
  return y + 28;
}

void draw_open(const PanelInput& in, Wishes& wishes, float top) {
  const CardModel& m = in.models.card;
  view::Painter& p = in.painter;
  const float x = kMargin, right = in.layout.width - kMargin;
  float y = top + 28;
  draw_runs_cut(p, {x, y}, on_surface(m.title), Type::k13, right - x - 32);
  cross(p, {right - 6, y - 5}, 4.5F, in.palette[Token::kMuted]);
  if (!m.merged) {
    for (const CardLine& line : m.tests) {
      y += kRowPitch;
      p.text({x, y}, line.name, {Face::kRegular, Type::k13, Pair::kMutedSurface});
      const float result = p.text_width(line.result, Face::kRegular, Type::k13);
      draw_runs_cut(p, {x + 66, y}, on_surface(line.expression), Type::k13, right - result - 8 - x - 66);
      p.text({right, y}, line.result, {Face::kRegular, Type::k13, Pair::kMutedSurface, Align::kRight});
    }
    y += 6;
  }
  y = draw_terms(in, wishes, x, right, y);
  for (const CardLine& line : m.lines) {
    y += kRowPitch;
    const float result = p.text_width(line.result, Face::kMono, Type::k13);
    p.text({x, y}, line.name, {Face::kRegular, Type::k13, Pair::kMutedSurface});
    const float end = right - std::max(result, 48.0F) - 28;
    view::draw_runs(p, {end, y}, on_surface(line.expression), Type::k13, Align::kRight);
    p.text({end + 14, y}, "=", {Face::kMono, Type::k13, Pair::kFaintSurface, Align::kCentre});
    p.text({right, y}, line.result, {Face::kMono, Type::k13, Pair::kInkSurface, Align::kRight});
    if (line.last) p.rect({right - result, y + 5, result, 1}, in.palette[Token::kInk]);
  }
  y += 22;
  draw_runs_cut(p, {x, y}, on_surface(m.row_note), Type::k11, right - x);
  if (!m.built_note.empty()) {
    view::draw_paragraph(p, {x, y + 18}, on_surface(m.built_note), Type::k11, right - x, 15);
  }
}

}  // namespace

void draw_card_docked(const PanelInput& in, Wishes& wishes, float open) {
  const view::Layout& l = in.layout;
  const CardModel& m = in.models.card;
  if (m.title.empty()) return;
  view::Painter& p = in.painter;
  p.begin_panel("card", 1);
  const float dock = l.card.height;
  const float height = dock + (std::max(dock, open_height(in)) - dock) * open;
  const float top = std::round(l.card.bottom() - height);
  const Box sheet{0, top, l.width, l.card.bottom() - top};
  p.rect(sheet, in.palette[Token::kSurface]);
  p.rect({0, top, l.width, 1}, in.palette[Token::kHairline]);
  p.rect({std::round(l.width / 2) - 16, top + 5, 32, 3}, in.palette[Token::kRule], 1.5F);
  // The whole dock is the button; of the open card its head is, and the rest only covers the page.
  if (open > 0) in.ui.area("card sheet", sheet, {.cursor = Cursor::kArrow, .focusable = false});
  const Box button{0, top, l.width, std::min(sheet.height, open > 0.5F ? 44.0F : dock)};
  const Area area = in.ui.area("card", button);
  if (area.focus_visible) p.frame(button.grown(-3), in.palette[Token::kAccent], 2, 4);
  if (chosen(in, area, "card")) wishes.ui.card_open = !in.state.card_open;
  if (in.state.card_open && in.ui.key("card", Key::kEscape)) wishes.ui.card_open = false;
  if (open > 0.5F) {
    draw_open(in, wishes, top);
    return;
  }
  const float x = kMargin, right = l.width - kMargin;
  const float value = p.text_width(m.value, Face::kMono, Type::k16);
  draw_runs_cut(p, {x, top + 28}, on_surface(m.short_title), Type::k13, right - value - 16 - x);
  p.text({right, top + 29}, m.value, {Face::kMono, Type::k16, Pair::kInkSurface, Align::kRight});
  const float name = p.text_width(m.value_name, Face::kRegular, Type::k11);
  p.text_cut({x, top + 48}, m.formula, {Face::kMono, Type::k11, Pair::kMutedSurface}, right - name - 16 - x);
  p.text({right, top + 48}, m.value_name, {Face::kRegular, Type::k11, Pair::kMutedSurface, Align::kRight});
}

}  // namespace bandscope::panels
