// The sweep that every view must stand: no texts over each other, none out of its panel, none too small.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "app/open_page.h"
#include "support/text_boxes.h"

namespace bandscope::test {

/// Where each panel's texts may stand.
inline TextRules rules_of(const view::Layout& layout) {
  TextRules rules;
  rules.page = {0, 0, layout.width, layout.height};
  const auto keep = [&](const char* panel, const view::Box& box) {
    if (!box.empty()) rules.areas[panel] = box;
  };
  keep("header", layout.header.empty() ? layout.block
                                       : view::Box{layout.header.x, 0, layout.header.width,
                                                   std::max(layout.header.bottom(), layout.source_field.bottom())});
  // The strip runs on to the edges of the page.
  keep("moves", {0, layout.moves.y, layout.width, layout.moves.height});
  // A figure is one panel with its sentence beside it.
  const bool figure = layout.form == view::Form::kFigure || layout.form == view::Form::kFigureStacked;
  keep("scores", figure ? layout.block : layout.scores.area);
  keep("shares", figure ? layout.block : layout.shares.area);
  keep("merge", figure ? layout.block : layout.merge.area);
  keep("notice", layout.notice);
  keep("card", layout.card);
  keep("reach card", layout.reach_card);
  if (layout.view == config::View::kReach) {
    // Its title and all under the controls.
    const view::Box& picture = layout.depth.picture;
    keep("reach", {picture.x, layout.depth.title.y, picture.width, picture.bottom() - layout.depth.title.y});
  }
  return rules;
}

/// What is on the page now, at every width in both themes. `state` and `shown` say what it is where a check fails.
inline void check_free_texts(OpenPage& page, const std::string& state, const std::string& shown) {
  for (const float width : {320.0F, 390.0F, 768.0F, 1280.0F}) {
    page.headless().options().width = width;
    page.headless().frames(2);
    page.show_whole();
    for (const bool dark : {false, true}) {
      CAPTURE(state, shown, width, dark);
      page.headless().options().dark = dark;
      page.headless().frames(1);
      const auto faults = text_faults(page.headless().painter().records(), rules_of(page.app().layout()));
      INFO(joined(faults));
      CHECK(faults.empty());
    }
  }
}

}  // namespace bandscope::test
