// The few shapes of JSON that the page hands to programs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "view/geometry.h"

namespace bandscope::app {

/// Text in quotes, with what JSON does not allow in it escaped. The text is UTF-8.
std::string json_text(std::string_view text);
/// "[x,y,width,height]"
std::string json_box(const view::Box& box);
/// A number that JSON can hold: what is not finite becomes null.
std::string json_number(double value);

}  // namespace bandscope::app
