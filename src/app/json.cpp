#include "app/json.h"

#include <cmath>
#include <cstdio>

namespace bandscope::app {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.10g", value);
  return digits;
}

std::string json_box(const view::Box& box) {
  return "[" + json_number(static_cast<double>(box.x)) + "," + json_number(static_cast<double>(box.y)) + "," +
         json_number(static_cast<double>(box.width)) + "," + json_number(static_cast<double>(box.height)) + "]";
}

}  // namespace bandscope::app
