// The scores: q · k, raw, scaled or masked.
#include "panels/heat_labels.h"
#include "panels/heat_maps.h"
#include "panels/heat_panels.h"
#include "panels/heat_tabs.h"

namespace bandscope::panels {

void draw_scores(const PanelInput& input, Wishes& wishes) {
  const view::ScoresModel& model = input.models.scores;
  const view::PanelBoxes& boxes = input.layout.scores;
  const bool bad = !model.sheet.bad.empty() && input.pictured.head >= 0;
  const std::span<const view::Run> subtitle =
      subtitle_with_part(input, {model.sheet, boxes, false, {}}, model.subtitle);
  draw_title(input, boxes, kScoresTitle, bad ? std::span<const view::Run>() : subtitle);
  if (bad) draw_warning(input, boxes, model.sheet.bad);
  draw_show_tabs(input, boxes, wishes);
  const bool wide = input.layout.form == view::Form::kWide;
  draw_map_panel(input,
                 {"sheet scores", model.sheet, model.all, model.bar, boxes, wide ? input.layout.shares.sheet.x : 0},
                 wishes);
}

}  // namespace bandscope::panels
