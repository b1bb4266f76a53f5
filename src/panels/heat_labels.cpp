#include "panels/heat_labels.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::Pair;
using view::TextStyle;
using view::Token;
using view::Turn;
using view::Type;

constexpr float kClear = 12;      // between two labels' lines
constexpr float kTurnedLift = 6;  // from the sheet to the start of an upright label
constexpr float kFlatLift = 10;   // from the sheet to the baseline of a flat one
constexpr float kHalfCap = 4;     // from a line's centre to the baseline at 11
constexpr float kChipPad = 5;
constexpr float kChipHigh = 14;
constexpr float kPartLabels = 32;  // key labels up to this long leave room for a line above them

enum class LabelLook { kHidden, kPlain, kInk, kChip };

/// How label `index` looks; chips and hovered labels win over neighbours that they would touch.
LabelLook look_of(int index, int step, float cell, int pick, std::optional<int> hover) {
  const auto near = [&](int other) {
    return other != index && std::abs(static_cast<float>(other - index)) * cell < kClear;
  };
  if (hover && index == *hover && index != pick) return near(pick) ? LabelLook::kHidden : LabelLook::kInk;
  if (index == pick) return LabelLook::kChip;
  if (index % step != 0 || near(pick) || (hover && near(*hover))) return LabelLook::kHidden;
  return LabelLook::kPlain;
}

TextStyle style_of(LabelLook look) {
  TextStyle style{.size = Type::k11, .pair = Pair::kMuted};
  if (look == LabelLook::kInk) style.pair = Pair::kInk;
  if (look == LabelLook::kChip) style.pair = Pair::kHaloPick;
  style.chip = look == LabelLook::kChip;
  return style;
}

void draw_row_label(const PanelInput& input, const HeatLook& look, int row, LabelLook how) {
  const Box& room = look.boxes.left_labels;
  const std::string& text = look.sheet.row_label(row);
  const float y = look.sheet.grid.cell_box(row, look.sheet.grid.first_column).centre().y;
  TextStyle style = style_of(how);
  style.align = Align::kRight;
  if (how == LabelLook::kChip) {
    const float width = std::min(input.painter.text_width(text, Face::kRegular, Type::k11), room.width);
    input.painter.rect({room.right() - width - kChipPad, y - kChipHigh / 2, width + 2 * kChipPad, kChipHigh},
                       input.palette[Token::kPick], 2);
  }
  input.painter.text_cut({room.right(), y + kHalfCap}, text, style, room.width);
}

void draw_column_label(const PanelInput& input, const HeatLook& look, int column, bool turn, LabelLook how) {
  const std::string& text = look.sheet.column_label(column);
  const view::Grid& g = look.sheet.grid;
  const float x = g.cell_box(g.first_row, column).centre().x;
  TextStyle style = style_of(how);
  const float lift = turn ? kTurnedLift : kFlatLift;
  const float most = key_label_room(turn, look.sheet, look.boxes);
  const float width = std::min(input.painter.text_width(text, Face::kRegular, Type::k11), most);
  if (turn) {
    style.turn = Turn::kUp;
    if (how == LabelLook::kChip) {
      input.painter.rect({x - kChipHigh / 2, g.box.y - lift - width - 4, kChipHigh, width + 7},
                         input.palette[Token::kPick], 2);
    }
    input.painter.text_cut({x + kHalfCap, g.box.y - lift}, text, style, most);
    return;
  }
  style.align = Align::kCentre;
  if (how == LabelLook::kChip) {
    const float wide = std::max(16.0F, width + 8);
    input.painter.rect({x - wide / 2, g.box.y - lift - 11, wide, kChipHigh}, input.palette[Token::kPick], 2);
  }
  input.painter.text_cut({x, g.box.y - lift}, text, style, most);
}

}  // namespace

bool labels_turn(const view::Painter& painter, const view::SheetModel& sheet) {
  const float room = static_cast<float>(sheet.label_step) * sheet.grid.cell - 6;
  for (int j = 0; j < sheet.grid.columns; ++j) {
    const int column = sheet.grid.first_column + j;
    if (column % sheet.label_step != 0) continue;
    if (painter.text_width(sheet.column_label(column), Face::kRegular, Type::k11) > room) return true;
  }
  return false;
}

float key_label_room(bool turn, const view::SheetModel& sheet, const view::PanelBoxes& boxes) {
  if (turn) return sheet.grid.box.y - kTurnedLift - boxes.top_labels.y;
  return static_cast<float>(sheet.label_step) * sheet.grid.cell;
}

void draw_labels(const PanelInput& input, const HeatLook& look, const Pointing& at) {
  const view::SheetModel& sheet = look.sheet;
  const view::Grid& g = sheet.grid;
  std::optional<int> hover_row;
  std::optional<int> hover_column;
  if (at.hover) {
    hover_row = at.hover->query;
    hover_column = at.hover->key;
  }
  if (!look.boxes.left_labels.empty()) {
    for (int row = g.first_row; row < g.first_row + g.rows; ++row) {
      const LabelLook how = look_of(row, sheet.label_step, g.cell, at.pick.query, hover_row);
      if (how != LabelLook::kHidden && how != LabelLook::kChip) draw_row_label(input, look, row, how);
    }
    if (sheet.shows_row(at.pick.query)) draw_row_label(input, look, at.pick.query, LabelLook::kChip);
  }
  const bool turn = labels_turn(input.painter, sheet);
  for (int column = g.first_column; column < g.first_column + g.columns; ++column) {
    const LabelLook how = look_of(column, sheet.label_step, g.cell, at.pick.key, hover_column);
    if (how != LabelLook::kHidden && how != LabelLook::kChip) draw_column_label(input, look, column, turn, how);
  }
  if (sheet.shows_column(at.pick.key)) draw_column_label(input, look, at.pick.key, turn, LabelLook::kChip);
}

void draw_kept(const PanelInput& input, const HeatLook& look, const view::BandModel& band, const Pointing& at) {
  const Box& room = look.boxes.kept;
  if (room.empty()) return;
  const view::SheetModel& sheet = look.sheet;
  const view::Grid& g = sheet.grid;
  // Beside the last column, also where the sheet does not fill its room.
  const float x = g.box.right() + 11;
  const int pointed = at.hover ? at.hover->query : at.pick.query;
  for (const view::KeptCount& kept : band.kept) {
    const bool is_pointed = kept.row == pointed;
    const bool near = kept.row != pointed && std::abs(static_cast<float>(kept.row - pointed)) * g.cell < kClear;
    if (!is_pointed && (kept.row % sheet.label_step != 0 || near)) continue;
    const float y = g.cell_box(kept.row, g.first_column).centre().y + kHalfCap;
    input.painter.text({x, y}, kept.text,
                       {.size = Type::k11, .pair = is_pointed ? Pair::kW : Pair::kFaint, .align = Align::kCentre});
  }
  const TextStyle head{.size = Type::k11, .pair = Pair::kMuted};
  if (labels_turn(input.painter, sheet)) {
    TextStyle up = head;
    up.turn = Turn::kUp;
    input.painter.text({x + kHalfCap, g.box.y - kTurnedLift}, "kept", up);
  } else {
    const float width = input.painter.text_width("kept", Face::kRegular, Type::k11);
    // Clear of the last key label, which may be wider than its cells, and inside the panel.
    const float left = std::min(std::max(x - width / 2, g.box.right() + 6), look.boxes.area.right() - width - 1);
    input.painter.text({left, g.box.y - kFlatLift}, "kept", head);
  }
}

std::span<const view::Run> subtitle_with_part(const PanelInput& input, const HeatLook& look,
                                              std::span<const view::Run> subtitle) {
  if (look.sheet.part.empty()) return subtitle;
  const std::string& last = look.sheet.column_labels.back();
  if (input.painter.text_width(last, Face::kRegular, Type::k11) <= kPartLabels) {
    // Above the key labels, which are numbers here and leave it room.
    input.painter.text_cut({look.boxes.sheet.x, look.boxes.top_labels.y + 12}, look.sheet.part,
                           {.size = Type::k11, .pair = Pair::kFaint}, look.boxes.sheet.width);
    return subtitle;
  }
  // Figures have no subtitle, and in narrow it ends the title's line.
  if (look.boxes.subtitle.y <= 0 || look.boxes.subtitle.y == look.boxes.title.y) {
    input.painter.text_cut({look.boxes.sheet.x, look.boxes.top_labels.y - 4}, look.sheet.part,
                           {.size = Type::k11, .pair = Pair::kFaint}, look.boxes.sheet.width);
    return subtitle;
  }
  // As short as it can be: the axis words stand on the same line.
  const bool shared = look.boxes.left_labels.empty();
  std::string_view part = look.sheet.part;
  if (part.starts_with("tokens ")) part.remove_prefix(7);
  input.painter.text_cut(look.boxes.subtitle, part, {.size = Type::k11, .pair = Pair::kFaint},
                         look.boxes.sheet.width - (shared ? 100.0F : 0.0F));
  return {};
}

}  // namespace bandscope::panels
