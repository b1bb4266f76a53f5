// What the faces measure: the canvas draws by it, and an export without a canvas places its texts by it.
#pragma once

#include <string_view>

#include "view/geometry.h"
#include "view/painter.h"

namespace bandscope::view {

class TextMeasure {
 public:
  virtual ~TextMeasure() = default;
  virtual bool has_glyph(char32_t c, Face face) const = 0;
  /// Advance width in CSS pixels of a text whose code points all have glyphs.
  virtual float width(std::string_view text, Face face, Type size) const = 0;
  /// Ink bounds in CSS pixels, from a baseline point at its left. Empty for spaces.
  virtual Box ink(std::string_view text, Face face, Type size) const = 0;
};

}  // namespace bandscope::view
