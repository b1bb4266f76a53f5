// The three embedded faces in ImGui's atlas, measured and drawn at exact sizes.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "view/text_measure.h"

struct ImFont;

namespace bandscope::panels {

class Fonts final : public view::TextMeasure {
 public:
  /// A glyph of a text: its quad in device pixels from the text's baseline point, and where it lies in the atlas.
  struct Glyph {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
    float ink_x0 = 0, ink_x1 = 0;  // without the oversampled border
    bool visible = false;
  };

  /// Adds the faces to the current ImGui context, which must outlive this.
  Fonts();
  /// Device pixels per CSS pixel from now on.
  void set_dpr(float dpr) { dpr_ = dpr; }
  float dpr() const { return dpr_; }

  bool has_glyph(char32_t c, view::Face face) const override;
  float width(std::string_view text, view::Face face, view::Type size) const override;
  view::Box ink(std::string_view text, view::Face face, view::Type size) const override;

  /// Puts the glyphs of a text into `out`; returns the advance in device pixels. Quads lie on whole device pixels
  /// vertically when the baseline does.
  float glyphs(std::string_view text, view::Face face, view::Type size, std::vector<Glyph>& out) const;

  ImFont* font(view::Face face) const { return fonts_[static_cast<std::size_t>(face)]; }
  /// ImGui's font size (ascent minus descent) for a CSS size.
  static float imgui_size(view::Face face, float px);

 private:
  std::array<ImFont*, 3> fonts_;
  float dpr_ = 1;
  mutable std::array<std::unordered_map<char32_t, bool>, 3> known_;  // whether a face has a code point
  mutable std::vector<Glyph> room_;
};

/// Ink bounds of glyphs, times `scale`. Empty if none is visible.
view::Box ink_of(std::span<const Fonts::Glyph> glyphs, float scale);

}  // namespace bandscope::panels
