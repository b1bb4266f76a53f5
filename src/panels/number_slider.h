// A slider for a number that is no letter's: the residual's weight, a threshold.
#pragma once

#include <optional>
#include <string_view>

#include "panels/panel.h"

namespace bandscope::panels {

struct NumberSlider {
  std::string_view label;   // of the area, unique; its value is "<label> value"
  std::string_view symbol;  // "α"
  std::string_view name;    // "residual"
  double value = 0, low = 0, high = 1;
  double standard = 0;       // what a double click returns to
  double step = 0.01;        // of an arrow key; ten of Page
  bool logarithmic = false;  // low > 0
  std::string shown;         // the value in words; where it ends with %, what is typed is per cent too
};
/// Looks and moves as a letter's slider in a slot of 48, in ink. What the reader wants, or nothing; a typed value out
/// of range is held, and `settled` set when a move has ended.
std::optional<double> draw_number_slider(const PanelInput& in, Wishes& wishes, const NumberSlider& slider,
                                         const view::Box& slot);

}  // namespace bandscope::panels
