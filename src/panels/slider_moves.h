// What a slider does: drag, keys, typing, reset. How it looks is in sliders.cpp.
#pragma once

#include "panels/panel.h"

namespace bandscope::panels {

struct SliderMove {
  Area area;
  bool enter = false;  // Enter on the slider: type its value
};
/// Drag and keys over the whole slot; `from`..`to` is the travel of the thumb's centre.
SliderMove move_slider(const PanelInput& in, Wishes& wishes, const view::SliderModel& m, const view::Box& slot,
                       float from, float to);
/// The value's own area and entry, labelled "T value"; true while it is typed. `open` opens it at once.
bool type_value(const PanelInput& in, Wishes& wishes, const view::SliderModel& m, const view::Box& box, bool open);

}  // namespace bandscope::panels
