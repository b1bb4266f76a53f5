#include "panels/heat_pointing.h"

#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "panels/heat_labels.h"
#include "panels/heat_panels.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Box;

constexpr int kBigStep = 8;      // with shift
constexpr int kSmallTable = 9;   // below so many tokens a pick opens the card
constexpr float kDragSlack = 4;  // pixels that still are a click

void wish_pick(const PanelInput& input, config::Pick pick, Wishes& wishes) {
  wishes.config.pick = pick;
  wishes.settled = true;
  // A worked example's arithmetic fits: it is shown at once.
  if (input.layout.form == view::Form::kWide && std::max(input.config.tokens, 1) < kSmallTable)
    wishes.ui.card_open = true;
}

struct Steps {
  int down = 0;
  int right = 0;
  bool home = false;
  bool end = false;
  bool enter = false;
  bool escape = false;
  bool any() const { return down != 0 || right != 0 || home || end; }
};
Steps steps_of(Ui& ui, std::string_view label) {
  Steps s;
  const int by = ui.shift() ? kBigStep : 1;
  if (ui.key(label, Key::kDown)) s.down += by;
  if (ui.key(label, Key::kUp)) s.down -= by;
  if (ui.key(label, Key::kRight)) s.right += by;
  if (ui.key(label, Key::kLeft)) s.right -= by;
  if (ui.key(label, Key::kPageDown)) s.down += kBigStep;
  if (ui.key(label, Key::kPageUp)) s.down -= kBigStep;
  s.home = ui.key(label, Key::kHome);
  s.end = ui.key(label, Key::kEnd);
  s.enter = ui.key(label, Key::kEnter) || ui.key(label, Key::kSpace);
  s.escape = ui.key(label, Key::kEscape);
  return s;
}

void let_go(Wishes& wishes) {
  wishes.config.pick.reset();
  wishes.ui.merged_column.reset();
  wishes.settled = true;
}

/// A finger that rests says nothing; a hovering pointer gets the labels that were cut to their gutter, whole.
void tell_cut_labels(const PanelInput& input, const view::SheetModel& sheet, const view::PanelBoxes& boxes, int row,
                     int column, Wishes& wishes) {
  const auto width = [&](const std::string& text) {
    return input.painter.text_width(text, view::Face::kRegular, view::Type::k11);
  };
  const std::string& query = sheet.row_label(row);
  const std::string& key = sheet.column_label(column);
  const bool query_cut = !boxes.left_labels.empty() && width(query) > boxes.left_labels.width;
  if (!query_cut && width(key) <= key_label_room(labels_turn(input.painter, sheet), sheet, boxes)) return;
  wishes.tip = Tip{"query “" + query + "”, key “" + key + "”", sheet.grid.cell_box(row, column).grown(4)};
}

/// A drag carries the part along: the table follows the pointer, and the pick is its middle.
void drag_part(const PanelInput& input, const Area& area, const view::SheetModel& sheet, Wishes& wishes) {
  const view::Grid& g = sheet.grid;
  if (area.pressed) {
    wishes.ui.sheet_drag = {area.pointer, {g.first_row + g.rows / 2, g.first_column + g.columns / 2}};
  }
  if (!input.state.sheet_drag) return;
  const view::SheetDrag& drag = *input.state.sheet_drag;
  const float dx = area.pointer.x - drag.from.x;
  const float dy = area.pointer.y - drag.from.y;
  const bool moved = std::abs(dx) + std::abs(dy) > kDragSlack;
  if (area.held && moved) {
    wishes.config.pick = config::Pick{
        std::clamp(drag.centre.query - static_cast<int>(std::lround(dy / g.cell)), 0, std::max(0, sheet.queries - 1)),
        std::clamp(drag.centre.key - static_cast<int>(std::lround(dx / g.cell)), 0, std::max(0, sheet.keys - 1))};
  }
  if (area.released) {
    wishes.ui.sheet_drag.reset();
    wishes.settled = true;
  }
}

}  // namespace

void draw_hover_reset(const PanelInput& /*input*/, Wishes& wishes) {
  wishes.ui.hover.reset();
  wishes.ui.node_hover.reset();
}

void point_at_sheet(const PanelInput& input, std::string_view label, const view::SheetModel& sheet,
                    const view::PanelBoxes& boxes, Wishes& wishes) {
  const view::Grid& g = sheet.grid;
  const Area area = input.ui.area(label, g.box, {.cursor = Cursor::kCross, .drags = !g.whole});
  if (area.focus_visible) focus_ring(input, g.box, 0);
  const std::array<int, 2> under = g.cell_at(area.pointer);
  const bool dragged = !g.whole && input.state.sheet_drag &&
                       std::abs(area.pointer.x - input.state.sheet_drag->from.x) +
                               std::abs(area.pointer.y - input.state.sheet_drag->from.y) >
                           kDragSlack;
  if (!g.whole) drag_part(input, area, sheet, wishes);
  // A finger has no hover: what it rests on is picked when it leaves.
  if (area.hovered && !area.touch && under[0] >= 0 && !dragged) {
    wishes.ui.hover = view::Hover{{under[0], under[1]}, -1};
    tell_cut_labels(input, sheet, boxes, under[0], under[1], wishes);
  }
  if (area.clicked && under[0] >= 0 && !dragged) {
    wish_pick(input, {under[0], under[1]}, wishes);
    wishes.ui.merged_column.reset();
  }
  const Steps s = steps_of(input.ui, label);
  if (s.any() || s.enter) {
    config::Pick pick = config::effective_pick(input.config);
    pick.query = std::clamp(pick.query + s.down, 0, std::max(0, sheet.queries - 1));
    pick.key = s.home  ? 0
               : s.end ? std::max(0, sheet.keys - 1)
                       : std::clamp(pick.key + s.right, 0, std::max(0, sheet.keys - 1));
    wish_pick(input, pick, wishes);
    wishes.ui.merged_column.reset();
    if (s.enter) wishes.ui.card_open = true;
  }
  if (s.escape) let_go(wishes);
}

void point_at_maps(const PanelInput& input, std::string_view label, const view::HeadMaps& maps, Wishes& wishes) {
  const Area area = input.ui.area(label, maps.box);
  if (area.focus_visible) focus_ring(input, maps.box, 0);
  if (const view::HeadMap* map = maps.at(area.pointer)) {
    if (area.hovered && !area.touch) {
      const std::array<int, 2> under = map->grid.cell_at(area.pointer);
      if (under[0] >= 0) wishes.ui.hover = view::Hover{{under[0], under[1]}, -1};
      wishes.tip = Tip{"head " + std::to_string(map->head), map->grid.box};
    }
    if (area.clicked) {
      wishes.config.head = map->head;
      wishes.settled = true;
    }
  }
  if (steps_of(input.ui, label).escape) let_go(wishes);
}

void point_at_merge(const PanelInput& input, std::string_view label, const view::MergeModel& merge, Wishes& wishes) {
  Box box = merge.sheet;
  box.height = merge.tray.bottom() - box.y;
  const Area area = input.ui.area(label, box, {.cursor = Cursor::kCross});
  if (area.focus_visible) focus_ring(input, box, 0);
  const std::array<int, 2> under = merge.cell_at(area.pointer);
  const config::Pick pick = config::effective_pick(input.config);
  if (area.hovered && !area.touch && under[0] >= 0) {
    wishes.ui.hover = view::Hover{{under[0], pick.key}, under[1]};
  }
  if (area.clicked && under[0] >= 0) {
    wish_pick(input, {under[0], pick.key}, wishes);
    wishes.ui.merged_column = under[1];
  }
  const Steps s = steps_of(input.ui, label);
  if (s.any() || s.enter) {
    const int last_row = std::max(0, config::query_count(input.config) - 1);
    const int last = std::max(0, merge.heads * merge.head_width - 1);
    const int column = std::clamp(input.state.merged_column.value_or(0), 0, last);
    wish_pick(input, {std::clamp(pick.query + s.down, 0, last_row), pick.key}, wishes);
    wishes.ui.merged_column = s.home ? 0 : s.end ? last : std::clamp(column + s.right, 0, last);
    if (s.enter) wishes.ui.card_open = true;
  }
  if (s.escape) let_go(wishes);
}

}  // namespace bandscope::panels
