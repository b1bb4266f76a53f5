// A score or share sheet: one head's table, or every head's small map.
#pragma once

#include <span>
#include <string_view>

#include "panels/heat_sheet.h"

namespace bandscope::panels {

/// What scores and shares draw in the same way, once their titles and tabs stand.
struct MapPanel {
  std::string_view label;  // of the sheet's area
  const view::SheetModel& sheet;
  const view::HeadMaps& all;
  const view::ColourBar& bar;
  const view::PanelBoxes& boxes;
  float next_left = 0;  // wide: where the next panel's row begins; 0: the row ends with the sheet
};
void draw_map_panel(const PanelInput& input, const MapPanel& panel, Wishes& wishes);

}  // namespace bandscope::panels
