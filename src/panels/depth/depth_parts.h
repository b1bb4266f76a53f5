// What the views of depth draw alike: a title, tabs, a button, keys of a picture.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "panels/panel.h"

namespace bandscope::panels {

/// The least side of what a thumb should hit, in the narrow form.
inline constexpr float kThumb = 44;

/// The view's title, 20/600, and the line under it: one line each, in the narrow form up to two. A title too long for
/// its room is 16.
void draw_depth_title(const PanelInput& in, std::span<const view::Run> title, std::span<const view::Run> subtitle);

/// A word to choose, underlined where it is chosen; `picked` is set where the reader chose it.
struct DepthTab {
  std::string label;  // of the area
  std::string_view text;
  bool active = false;
  view::Face face = view::Face::kRegular;
};
/// From a baseline point on; its area is as high as `target`. Returns its width.
float draw_depth_tab(const PanelInput& in, const DepthTab& tab, view::Point left, const view::Box& target,
                     bool& picked);
/// With its right end at `right`. Returns its left end.
float draw_depth_tab(const PanelInput& in, const DepthTab& tab, view::Point right, bool& picked);

/// A button of 32 px; true when it was pressed. `off`: says so and does nothing.
bool draw_button(const PanelInput& in, std::string_view label, std::string_view text, view::Point top_left,
                 bool off = false);
float button_width(const PanelInput& in, std::string_view text);

/// The ink of a map: its bar, 0 and the largest share, and on what scale. Returns the height used.
void draw_ink_bar(const PanelInput& in, view::Point at, std::string_view most);

}  // namespace bandscope::panels
