// The open card: a drawer whose columns stand under their panels.
#include <algorithm>
#include <array>
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
using view::Face;
using view::Form;
using view::Pair;
using view::Point;
using view::Run;
using view::Token;
using view::Type;

constexpr float kNames = 72;       // "too old?" and its 8 px
constexpr float kLongNames = 42;   // of q and k beside eight cells
constexpr float kSmallCell = 32;   // of up to four numbers
constexpr float kMediumRow = 160;  // from the upper to the lower columns

/// Lines from a first baseline: expression at the left, its name behind it, result at the right. Returns the next
/// baseline.
float draw_lines(const PanelInput& in, const std::vector<CardLine>& lines, const Box& column, float y) {
  view::Painter& p = in.painter;
  for (const CardLine& line : lines) {
    const float expression = view::draw_runs(p, {column.x, y}, on_surface(line.expression), Type::k13);
    const float result = p.text_width(line.result, Face::kMono, Type::k13);
    if (!line.name.empty()) {
      const Pair pair = line.marked ? Pair::kTSurface : Pair::kMutedSurface;
      const float left = column.x + std::max(170.0F, expression + 10);
      const float room = column.right() - result - 8 - left;
      p.text_cut({left, y}, line.name, {Face::kRegular, Type::k11, pair}, room);
    }
    p.text({column.right(), y}, line.result, {Face::kMono, Type::k13, Pair::kInkSurface, Align::kRight});
    if (line.last) p.rect({column.right() - result, y + 5, result, 1}, in.palette[Token::kInk]);
    y += kRowPitch;
  }
  return y;
}

void draw_title(const PanelInput& in, const Box& column, const std::vector<Run>& title) {
  draw_runs_cut(in.painter, {column.x, column.y + 25}, on_surface(title), Type::k13, column.width);
}

/// A row of at most eight cells over the whole column.
void draw_row(const PanelInput& in, const view::CardTerms& terms, const view::CardRow& row, const Box& column,
              float y) {
  const float cell = std::floor((column.width - 2 * (view::kTermsShown - 1)) / view::kTermsShown);
  draw_cells(in, row, {column.x, y}, cell, 2, look_of(in.painter, terms, cell));
}

void draw_tests(const PanelInput& in, Wishes& wishes, const Box& column) {
  const CardModel& m = in.models.card;
  view::Painter& p = in.painter;
  float y = column.y + 50;
  for (const CardLine& line : m.tests) {
    p.text({column.x, y}, line.name, {Face::kRegular, Type::k13, Pair::kMutedSurface});
    view::draw_runs(p, {column.x + kNames, y}, on_surface(line.expression), Type::k13);
    const bool strikes = line.result.rfind("yes", 0) == 0;
    p.text({column.x + 360, y}, line.result,
           {strikes ? Face::kStrong : Face::kRegular, Type::k13, strikes ? Pair::kInkSurface : Pair::kMutedSurface,
            Align::kRight});
    y += kRowPitch;
  }
  // q and k: side by side while they are short.
  y = column.y + 84;
  const auto& rows = m.terms.rows;
  if (rows.size() < 2) return;
  const bool beside = m.terms.shown() <= 2;
  const float names = m.terms.shown() <= 4 ? kNames : kLongNames;
  const float cell = m.terms.shown() <= 4 ? kSmallCell : 38;
  const CellLook look = look_of(p, m.terms, cell);
  for (std::size_t r = 0; r < 2; ++r) {
    const float x = column.x + (beside && r == 1 ? 172.0F : 0.0F);
    const float row_y = beside ? y : y + static_cast<float>(r) * kRowPitch;
    p.text({x, row_y + 15}, rows[r].name, {Face::kRegular, Type::k13, Pair::kMutedSurface});
    draw_cells(in, rows[r], {x + (beside && r == 1 ? 36.0F : names), row_y}, cell, 2, look);
  }
  scroll_buttons(in, "terms", m.terms, {column.x + 316, column.y + 21}, 22, wishes.ui.card_first_term);
}

void draw_score(const PanelInput& in, const Box& column) {
  const CardModel& m = in.models.card;
  draw_title(in, column, {{"Score", Face::kStrong}});
  float y = column.y + 50;
  if (!m.score_in_words && m.terms.rows.size() > 2) {
    draw_row(in, m.terms, m.terms.rows[2], column, column.y + 36);
    y += kRowPitch;
  }
  y = draw_lines(in, m.score_lines, column, y);
  if (!m.score_in_words && !m.terms.rest.empty()) {
    view::draw_runs(in.painter, {column.x, y}, on_surface(m.terms.rest), Type::k11);
  } else if (y < column.y + 120) {
    draw_runs_cut(in.painter, {column.x, y}, on_surface(m.score_hint), Type::k11, column.width);
  }
}

void draw_share(const PanelInput& in, Wishes& wishes, const Box& column) {
  const CardModel& m = in.models.card;
  draw_title(in, column, {{"Share", Face::kStrong}});
  float y = column.y + 50;
  if (m.share_in_words) {
    draw_lines(in, m.share_lines, column, y);
    return;
  }
  // The picked key's own line, the row's exponents as cells, then the sum and the share.
  std::vector<CardLine> lines = m.share_lines;
  if (lines.size() > 2) {
    draw_lines(in, {lines.front()}, column, y);
    lines.erase(lines.begin());
    y += 16;
  }
  const float cell = std::floor((column.width - 14) / 8);
  draw_heads(in, m.row, {column.x, y}, cell, 2, Ground::kSurface);
  draw_row(in, m.row, m.row.rows[1], column, y + 4);
  draw_lines(in, lines, column, y + 40);
  if (m.row.scrolls()) {
    view::draw_runs(in.painter, {column.right() - 52, column.y + 25}, on_surface(m.row.rest), Type::k11, Align::kRight);
    scroll_buttons(in, "keys", m.row, {column.right() - 44, column.y + 21}, 22, wishes.ui.card_first_key);
  }
}

/// Whether every line's expression stands clear of its result.
bool fits(const PanelInput& in, const std::vector<CardLine>& lines, const Box& column) {
  return std::all_of(lines.begin(), lines.end(), [&](const CardLine& line) {
    const float result = in.painter.text_width(line.result, Face::kMono, Type::k13);
    return view::runs_width(in.painter, line.expression, Type::k13) + 8 + result <= column.width;
  });
}

void draw_merged(const PanelInput& in, const Box& column) {
  const CardModel& m = in.models.card;
  draw_title(in, {column.x, column.y, column.width - 28, column.height}, m.merged_title);
  float y = column.y + 50;
  if (m.merged_in_words && fits(in, m.merged_lines, column)) {
    y = draw_lines(in, m.merged_lines, column, y);
  } else {
    const float cell = std::floor((column.width - 6) / 4);
    const CellLook look = look_of(in.painter, m.merged_numbers, cell);
    const auto& cells = m.merged_numbers.rows.front().cells;
    for (std::size_t d = 0; d < cells.size(); ++d) {
      const std::size_t row = d / 4;
      const Box box{column.x + static_cast<float>(d % 4) * (cell + 2),
                    column.y + 36 + static_cast<float>(row) * kRowPitch, cell, kCellHeight};
      draw_cell(in, cells[d], box, look);
      if (static_cast<int>(d) == m.merged_numbers.marked) in.painter.frame(box, in.palette[Token::kPick], 2);
    }
    y = column.y + 36 + kRowPitch * (cells.size() > 4 ? 2.0F : 1.0F) + 16;
  }
  // What a built head is meant to look at says more than where its numbers come from.
  if (m.built_note.empty()) {
    draw_runs_cut(in.painter, {column.x, y}, on_surface(m.merged_hint), Type::k11, column.width);
  } else {
    view::draw_paragraph(in.painter, {column.x, y}, on_surface(m.built_note), Type::k11, column.width, 14);
  }
}

/// A number of the merged row: its shares, its values, their sum.
void draw_blend(const PanelInput& in, Wishes& wishes, const std::array<Box, 4>& columns) {
  const CardModel& m = in.models.card;
  view::Painter& p = in.painter;
  view::draw_runs(p, {columns[0].x, columns[0].y + 50}, on_surface(m.row_note), Type::k11);
  const auto rows = [&](const Box& column, const char* title, std::size_t first, std::size_t last) {
    draw_title(in, column, {{title, Face::kStrong}});
    const float cell = std::floor((column.width - 14) / 8);
    draw_heads(in, m.terms, {column.x, column.y + 46}, cell, 2, Ground::kSurface);
    float y = column.y + 50;
    for (std::size_t r = first; r < last; ++r, y += kRowPitch) draw_row(in, m.terms, m.terms.rows[r], column, y);
    return y;
  };
  const float y = rows(columns[1], "Shares", 0, 1);
  if (!m.terms.rest.empty()) {
    view::draw_runs(p, {columns[1].x, y + 14}, on_surface(m.terms.rest), Type::k11);
    scroll_buttons(in, "terms", m.terms, {columns[1].right() - 44, y + 10}, 22, wishes.ui.card_first_term);
  }
  rows(columns[2], "Values, and shares × values", 1, 3);
  const Box last{columns[3].x, columns[3].y, columns[3].width - 28, columns[3].height};
  draw_title(in, last, {{"Their sum", Face::kStrong}});
  std::vector<CardLine> lines;
  if (m.merged_in_words && fits(in, m.merged_lines, columns[3])) {
    lines = {m.merged_lines[static_cast<std::size_t>(m.number)]};
  } else {
    const std::string count = std::to_string(m.terms.count) + (m.terms.count == 1 ? " product" : " products");
    lines = {{"", {{count, Face::kMono, Pair::kInk}}, m.value, true}};
  }
  draw_lines(in, lines, columns[3], columns[3].y + 50);
  draw_runs_cut(p, {columns[3].x, columns[3].y + 72}, on_surface(m.merged_hint), Type::k11, columns[3].width);
}

/// The drawer's upper edge with a notch under the picked column of each panel.
void draw_edge(const PanelInput& in, const Box& sheet) {
  const view::Layout& l = in.layout;
  in.painter.rect({sheet.x, sheet.y, sheet.width, 1}, in.palette[Token::kHairline]);
  if (l.form != Form::kWide || in.models.card.merged) return;
  const view::CardModel& m = in.models.card;
  for (const view::PanelBoxes* panel : {&l.band, &l.scores, &l.shares}) {
    if (panel != &l.band && in.pictured.head == config::kAllHeads) continue;
    const view::Grid grid =
        view::grid_of(panel->sheet, config::query_count(in.pictured), config::key_count(in.pictured),
                      config::effective_pick(in.pictured), in.painter.dpr());
    if (m.cell.key < grid.first_column || m.cell.key >= grid.first_column + grid.columns) continue;
    const float x = std::round(grid.cell_box(m.cell.query, m.cell.key).centre().x);
    const std::array<Point, 3> notch = {Point{x - 7, sheet.y + 1}, {x, sheet.y - 6}, {x + 7, sheet.y + 1}};
    in.painter.polygon(notch, in.palette[Token::kSurface]);
    in.painter.line(notch[0], notch[1], in.palette[Token::kRule], 1);
    in.painter.line(notch[1], notch[2], in.palette[Token::kRule], 1);
  }
}

}  // namespace

void draw_card_drawer(const PanelInput& in, Wishes& wishes, float open) {
  const view::Layout& l = in.layout;
  const CardModel& m = in.models.card;
  if (m.title.empty()) return;
  in.painter.begin_panel("card", 1);
  const bool wide = l.form == Form::kWide;
  const float height = wide ? l.height - l.rule_y - 4 : 2 * kMediumRow + 8;
  const float bottom = wide ? l.height : l.card.bottom() + 16;
  const float top = std::round(bottom - height * open);
  const Box sheet{0, top, l.width, bottom - top};
  in.painter.rect(sheet, in.palette[Token::kSurface]);
  draw_edge(in, sheet);
  // Nothing under the sheet can be pointed at.
  in.ui.area("card sheet", sheet, {.cursor = Cursor::kArrow, .focusable = false});

  std::array<Box, 4> columns;
  if (wide) {
    columns = {Box{l.card.x, top, 360, height},
               {l.scores.sheet.x, top, 288, height},
               {l.shares.sheet.x, top, 288, height},
               {l.merge.sheet.x, top, l.merge.sheet.width, height}};
  } else {
    const float right = l.card.x + 408;
    columns = {Box{l.card.x, top, 360, kMediumRow},
               {right, top, 312, kMediumRow},
               {l.card.x, top + kMediumRow, 360, kMediumRow},
               {right, top + kMediumRow, 280, kMediumRow}};
  }
  draw_card_title(in, wishes, {columns[0].x, columns[0].y + 25}, columns[0].width - 72, Ground::kSurface);
  if (m.merged) {
    draw_blend(in, wishes, columns);
  } else {
    draw_tests(in, wishes, columns[0]);
    draw_score(in, columns[1]);
    draw_share(in, wishes, columns[2]);
    draw_merged(in, columns[3]);
  }
  const float right = wide ? columns[3].right() : l.card.right();
  const Point centre{right - 4, top + 21};
  const Area close = in.ui.area("card close", {centre.x - 16, centre.y - 16, 32, 32});
  cross(in.painter, centre, 4.5F, in.palette[close.hovered ? Token::kInk : Token::kMuted]);
  if (close.focus_visible) focus_ring(in, {centre.x - 6, centre.y - 6, 12, 12});
  if (close.clicked || in.ui.key("card close", Key::kEnter) || in.ui.key("card close", Key::kSpace))
    wishes.ui.card_open = false;
}

}  // namespace bandscope::panels
