// What the forms of the card have in common: cells, lines of arithmetic, the buttons that scroll its terms.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "panels/panel.h"

namespace bandscope::panels {

inline constexpr float kCellHeight = 20;
inline constexpr float kRowPitch = 22;

/// On what the card lies: pairs are given for the background and changed for a surface.
enum class Ground { kBackground, kSurface };
view::Pair on(Ground ground, view::Pair pair);
std::vector<view::Run> on(Ground ground, const std::vector<view::Run>& runs);

/// How the numbers of some rows are written so that the widest fits a cell.
struct CellLook {
  view::Type type = view::Type::k13;
  int decimals = -1;  // fewer than the model's; -1: as they are
};
CellLook look_of(const view::Painter& painter, const view::CardTerms& terms, float cell);
/// A cell so wide that two decimals fit at 13, at least `least` and at most `most`.
float cell_width(const view::Painter& painter, const view::CardTerms& terms, float least, float most);
void draw_cell(const PanelInput& in, const view::CardCell& cell, const view::Box& box, CellLook look);
void draw_cells(const PanelInput& in, const view::CardRow& row, view::Point at, float cell, float gap, CellLook look);
/// The keys' words over a row of cells, cut to their cells.
void draw_heads(const PanelInput& in, const view::CardTerms& terms, view::Point baseline, float cell, float gap,
                Ground ground);

/// "‹ ›" that scroll by eight. `first` is where the reader wants to be.
void scroll_buttons(const PanelInput& in, std::string_view label, const view::CardTerms& terms, view::Point left_middle,
                    float size, int& first);

/// `covered`: the drawer lies over it, so that nothing in it can be used.
void draw_card_closed(const PanelInput& in, Wishes& wishes, bool covered);  // wide and medium
void draw_card_drawer(const PanelInput& in, Wishes& wishes, float open);
void draw_card_docked(const PanelInput& in, Wishes& wishes, float open);  // narrow
void draw_card_compact(const PanelInput& in);                             // figures
/// The title with its area "card"; returns its width.
float draw_card_title(const PanelInput& in, Wishes& wishes, view::Point baseline, float most, Ground ground);

}  // namespace bandscope::panels
