// Hovering, picking and moving about on a heat sheet, by pointer and by keys.
#pragma once

#include <string_view>

#include "panels/heat_sheet.h"

namespace bandscope::panels {

/// Makes the sheet's area: hover previews, a click or Enter picks, arrows move the pick, Escape lets go; in a part of a
/// large table a drag moves the part. Draws the focus ring.
void point_at_sheet(const PanelInput& input, std::string_view label, const view::SheetModel& sheet,
                    const view::PanelBoxes& boxes, Wishes& wishes);
/// Head `all`: hovering previews a cell in every map, a click picks the map's head.
void point_at_maps(const PanelInput& input, std::string_view label, const view::HeadMaps& maps, Wishes& wishes);
/// The blocks and the tray of the merge.
void point_at_merge(const PanelInput& input, std::string_view label, const view::MergeModel& merge, Wishes& wishes);

}  // namespace bandscope::panels
