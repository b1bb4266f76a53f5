// What the four heat panels have in common: the sheet with its lines, labels, numbers, bar and warnings.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "panels/panel.h"
#include "view/heatmaps.h"

namespace bandscope::panels {

/// The picked cell and the one under the pointer.
struct Pointing {
  config::Pick pick;
  std::optional<config::Pick> hover;
  float fade = 0;  // 0 the pick alone .. 1 the hovered cell
};
/// `fade_label` is unique for each panel.
Pointing pointing_of(const PanelInput& input, std::string_view fade_label);

/// How far the lines of the row reach beyond a sheet, in page pixels; as wide as the sheet: not at all.
struct RowReach {
  float left = 0;
  float right = 0;
};

struct HeatLook {
  const view::SheetModel& sheet;
  const view::PanelBoxes& boxes;
  bool is_mask = false;  // grid lines of surface from 10 px a cell
  RowReach reach;
};

/// Title, and the subtitle under it; in a narrow column `subtitle_right` puts it at the end of the title's line.
void draw_title(const PanelInput& input, const view::PanelBoxes& boxes, std::string_view title,
                std::span<const view::Run> subtitle);
/// `query ↓` and `key →`: above the row labels, or without them at the right end of the subtitle's line.
void draw_axis_words(const PanelInput& input, const view::PanelBoxes& boxes);

/// Sheet, kept cells, dots and grid lines.
void draw_cells(const PanelInput& input, const HeatLook& look);
/// Row and column lines, edges, pick.
void draw_lines(const PanelInput& input, const HeatLook& look, const Pointing& at);
/// Numbers in cells, and crosses on those that are not finite.
void draw_numbers(const PanelInput& input, const HeatLook& look);

/// The lines above and below one row of a sheet, and fainter ones beyond it.
void draw_row_lines(view::Painter& painter, const view::Palette& palette, view::Box row, RowReach reach, float alpha,
                    float alpha_beyond);
/// The 2 px box outside a picked cell with its two halos.
void draw_pick(view::Painter& painter, const view::Palette& palette, view::Box cell);
/// A cell that is not finite.
void draw_cross(view::Painter& painter, const view::Palette& palette, view::Box cell);

/// Where a sheet's bar stands. A table with fewer queries than keys leaves room under its rows, and the bar follows it
/// up.
view::Box bar_under(const view::PanelBoxes& boxes, const view::Grid& rows, bool square);
/// The colour bar with its numbers under it, or beside it.
void draw_bar(const PanelInput& input, view::Box box, const view::ColourBar& bar, bool numbers_beside);

/// What is wrong with the numbers, on a warning chip in the subtitle's place.
void draw_warning(const PanelInput& input, const view::PanelBoxes& boxes, std::string_view words);

bool is_figure(const view::Layout& layout);

}  // namespace bandscope::panels
