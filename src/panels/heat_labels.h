// Row and column labels of a heat sheet, the chips on the picked ones, and the kept counts.
#pragma once

#include "panels/heat_sheet.h"

namespace bandscope::panels {

/// Whether the key labels read upwards: they do unless each fits over its cells.
bool labels_turn(const view::Painter& painter, const view::SheetModel& sheet);

/// How long a key label may be before it is cut: it depends on whether the labels turn.
float key_label_room(bool turn, const view::SheetModel& sheet, const view::PanelBoxes& boxes);

void draw_labels(const PanelInput& input, const HeatLook& look, const Pointing& at);
/// How many keys each row keeps.
void draw_kept(const PanelInput& input, const HeatLook& look, const view::BandModel& band, const Pointing& at);
/// A sheet that cannot show all its tokens says which: "tokens 9,712 to 9,999 of 10,000", above its key labels, or
/// where these need the room in place of the subtitle. Returns what the subtitle is.
std::span<const view::Run> subtitle_with_part(const PanelInput& input, const HeatLook& look,
                                              std::span<const view::Run> subtitle);

}  // namespace bandscope::panels
