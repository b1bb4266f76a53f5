// One line for what the page has to say.
#include <algorithm>

#include "panels/parts.h"

namespace bandscope::panels {

void draw_notice(const PanelInput& in, Wishes& wishes) {
  const std::string& text = in.models.controls.notice;
  view::Box line = in.layout.notice;
  if (text.empty() || line.empty()) return;
  // Scrolled out of sight it would not be said: it waits under the sticky slider.
  const view::Box& bar = in.layout.letter_bar;
  if (!bar.empty() && bar.bottom() + 4 > line.y) {
    line.y = bar.bottom() + 4;
    in.painter.begin_panel("notice", 1);
  }
  const view::Box chip = warning_chip(in, {line.x, line.y}, text, line.width, 16);
  const Area area = in.ui.area("notice", chip, {.cursor = Cursor::kArrow, .focusable = false});
  if (area.hovered) wishes.tip = Tip{text, chip};
}

}  // namespace bandscope::panels
