// The shares: what the softmax makes of each row.
#include "panels/heat_labels.h"
#include "panels/heat_maps.h"
#include "panels/heat_panels.h"
#include "panels/heat_tabs.h"

namespace bandscope::panels {

void draw_shares(const PanelInput& input, Wishes& wishes) {
  const view::SharesModel& model = input.models.shares;
  const view::PanelBoxes& boxes = input.layout.shares;
  draw_head_tabs(input, boxes, model.all.off, wishes);
  const std::string& warning = model.leak.empty() ? model.sheet.bad : model.leak;
  const bool warns = !warning.empty() && input.pictured.head >= 0;
  const std::span<const view::Run> subtitle =
      subtitle_with_part(input, {model.sheet, boxes, false, {}}, model.subtitle);
  draw_title(input, boxes, kSharesTitle, warns ? std::span<const view::Run>() : subtitle);
  if (warns) draw_warning(input, boxes, warning);
  const bool wide = input.layout.form == view::Form::kWide;
  const float next = wide ? input.models.merge.sheet.x : 0;
  draw_map_panel(input, {"sheet shares", model.sheet, model.all, model.bar, boxes, next}, wishes);
}

}  // namespace bandscope::panels
