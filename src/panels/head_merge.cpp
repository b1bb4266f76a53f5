// The head merge: the heads' blocks, and how they lie side by side in the merged row.
#include <algorithm>
#include <string>

#include "config/limits.h"
#include "panels/heat_panels.h"
#include "panels/heat_pointing.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::MergeModel;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

constexpr float kLabelLift = 14;  // from the sheet to the baseline of the heads' labels
constexpr float kFanAlpha = 0.45F;
constexpr float kRowAlpha = 0.7F;
constexpr float kGapAlpha = 0.25F;
constexpr float kHoverAlpha = 0.4F;

/// "head 0" where each block has room for the word, else the word once and then the numbers.
void draw_head_labels(const PanelInput& input, const MergeModel& m) {
  if (m.blocks.empty()) return;
  view::Painter& painter = input.painter;
  const float pitch = m.blocks.size() > 1 ? m.blocks[1].box.x - m.blocks[0].box.x : m.blocks[0].box.width;
  const std::string last = std::to_string(m.blocks.back().head);
  const float number = painter.text_width(last, Face::kStrong, Type::k11);
  const float word = painter.text_width("head " + last, Face::kStrong, Type::k11);
  const bool all_words = pitch >= word + 20;
  int step = 1;
  while (static_cast<float>(step) * pitch < number + 5 && step < m.heads) step *= 2;
  const bool first_word = all_words || m.blocks[0].box.width + static_cast<float>(step - 1) * pitch >= word - 8;
  const auto near = [&](int a, int b) { return a != b && std::abs(a - b) < step; };
  for (const view::HeadBlock& block : m.blocks) {
    const bool active = block.head == m.active_head;
    if (!active &&
        ((block.head - m.first_head) % step != 0 || (m.active_head >= 0 && near(block.head, m.active_head)))) {
      continue;
    }
    const bool first = block.head == m.first_head;
    const bool named = all_words || (first && first_word);
    const std::string text = (named ? "head " : "") + std::to_string(block.head);
    painter.text({block.box.centre().x, m.sheet.y - kLabelLift}, text,
                 {.face = active ? Face::kStrong : Face::kRegular,
                  .size = Type::k11,
                  .pair = active ? Pair::kH : Pair::kMuted,
                  .align = Align::kCentre});
  }
}

void draw_blocks(const PanelInput& input, const MergeModel& m) {
  view::Painter& painter = input.painter;
  for (const view::HeadBlock& block : m.blocks) {
    painter.rect(block.tint_bar, block.tint);
    painter.rect(block.box, input.palette[Token::kSurface]);
    painter.polygon(block.fan, view::with_alpha(block.tint, kFanAlpha));
  }
  painter.image(m.sheet, m.cells);
  if (std::min(m.cell_width, m.rows.cell) < view::kNumberCell) return;
  const view::Rgba line = input.palette[Token::kSurface];
  for (const view::HeadBlock& block : m.blocks) {
    for (int d = 1; d < m.head_width; ++d) {
      painter.rect({block.box.x + static_cast<float>(d) * m.cell_width, block.box.y, 1, block.box.height}, line);
    }
    for (int n = 1; n < m.rows.rows; ++n) {
      painter.rect({block.box.x, block.box.y + static_cast<float>(n) * m.rows.cell, block.box.width, 1}, line);
    }
  }
}

/// The query's row crosses the blocks, fainter in the gaps.
void draw_row(const PanelInput& input, const MergeModel& m, int row, float alpha, float alpha_gap) {
  if (row < m.rows.first_row || row >= m.rows.first_row + m.rows.rows) return;
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    Box line = m.blocks[n].box;
    line.y += static_cast<float>(row - m.rows.first_row) * m.rows.cell;
    line.height = m.rows.cell;
    const float next = n + 1 < m.blocks.size() ? m.blocks[n + 1].box.x : 0;
    draw_row_lines(input.painter, input.palette, line, {0, next}, alpha, alpha_gap);
  }
}

void draw_tray(const PanelInput& input, const MergeModel& m) {
  input.painter.rect(m.tray, input.palette[Token::kSurface]);
  input.painter.image(m.tray, m.tray_cells);
  input.painter.frame(m.tray.grown(1), view::with_alpha(input.palette[Token::kPick], kRowAlpha), 1);
}

void draw_numbers(const PanelInput& input, const MergeModel& m) {
  for (const config::Pick& at : m.crosses) {
    if (m.numbers.empty()) draw_cross(input.painter, input.palette, m.cell_box(at.query, at.key));
  }
  for (const view::CellNumber& n : m.numbers) {
    const Box cell = m.cell_box(n.row, n.column);
    if (cell.empty()) continue;
    const Point c = cell.centre();
    input.painter.text({c.x, c.y + 0.365F * static_cast<float>(m.number_size)}, n.text,
                       {.face = Face::kMono, .size = m.number_size, .pair = n.pair, .align = Align::kCentre});
  }
}

/// A number of the merged row, in its block and in the tray.
void draw_number_pick(const PanelInput& input, const MergeModel& m, int row, int column, bool hovered, float fade) {
  for (const Box& cell : {m.cell_box(row, column), row == m.pointed_row ? m.tray_box(column) : Box{}}) {
    if (cell.empty()) continue;
    if (hovered) {
      input.painter.frame(cell.grown(1), view::with_alpha(input.palette[Token::kPick], kHoverAlpha * fade), 1);
    } else {
      draw_pick(input.painter, input.palette, cell);
    }
  }
}

}  // namespace

void draw_head_merge(const PanelInput& input, Wishes& wishes) {
  const MergeModel& m = input.models.merge;
  const view::PanelBoxes& boxes = input.layout.merge;
  const Pointing at = pointing_of(input, "hover merge");
  const bool bad = !m.bad.empty();
  draw_title(input, boxes, kMergeTitle, bad ? std::span<const view::Run>() : std::span<const view::Run>(m.subtitle));
  if (bad) draw_warning(input, boxes, m.bad);
  if (!m.part.empty()) {
    input.painter.text({boxes.sheet.right(), boxes.title.y}, m.part,
                       {.size = Type::k11, .pair = Pair::kFaint, .align = Align::kRight});
  }
  draw_head_labels(input, m);
  draw_blocks(input, m);
  const float held = at.hover ? 1 - at.fade : 1;
  draw_row(input, m, at.pick.query, kRowAlpha * held, kGapAlpha * held);
  if (at.hover) draw_row(input, m, at.hover->query, kHoverAlpha * at.fade, kGapAlpha * at.fade);
  draw_numbers(input, m);
  draw_tray(input, m);
  if (input.state.merged_column) draw_number_pick(input, m, at.pick.query, *input.state.merged_column, false, 1);
  if (input.state.hover && input.state.hover->column >= 0) {
    draw_number_pick(input, m, at.hover->query, input.state.hover->column, true, at.fade);
  }
  draw_bar(input, bar_under(boxes, m.rows, m.is_square), m.bar, true);
  point_at_merge(input, "sheet merge", m, wishes);
}

}  // namespace bandscope::panels
