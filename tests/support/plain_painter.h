// A Painter that draws nothing and measures by letters, for tests of what is written where: every letter is 8 px wide,
// its ink 10 px high. Letters beyond U+FFFF have no glyph.
#pragma once

#include "config/utf8.h"
#include "view/painter.h"

namespace bandscope::test {

class PlainPainter : public view::Painter {
 public:
  static constexpr float kAdvance = 8;

  float dpr() const override { return 1; }
  void rect(view::Box, view::Rgba, float) override {}
  void frame(view::Box, view::Rgba, float, float) override {}
  void line(view::Point, view::Point, view::Rgba, float) override {}
  void polyline(std::span<const view::Point>, view::Rgba, float) override {}
  void polygon(std::span<const view::Point>, view::Rgba) override {}
  void disc(view::Point, float, view::Rgba) override {}
  void ring(view::Point, float, view::Rgba, float) override {}
  void curve(view::Point, view::Point, view::Point, view::Point, view::Rgba, float) override {}
  void image(view::Box, const view::Bitmap&) override {}
  void tile(view::Box, const view::Bitmap&, float) override {}
  void push_clip(view::Box) override {}
  void pop_clip() override {}
  bool has_glyph(char32_t c, view::Face) const override { return c >= ' ' && c < 0x1000; }

 protected:
  view::Box draw_text(view::Point p, std::string_view text, const view::TextStyle& style) override {
    if (text.find_first_not_of(' ') == std::string_view::npos) return {};
    float width = measure(text, style.face, style.size);
    float shift = style.align == view::Align::kLeft ? 0 : style.align == view::Align::kCentre ? -width / 2 : -width;
    constexpr float kHeight = 10;
    if (style.turn == view::Turn::kUp) return {p.x - kHeight, p.y - shift - width, kHeight, width};
    return {p.x + shift, p.y - kHeight, width, kHeight};
  }
  float measure(std::string_view text, view::Face, view::Type) const override {
    float width = 0;
    for (std::size_t at = 0; at < text.size(); at += config::decode(text, at).bytes) width += kAdvance;
    return width;
  }
};

}  // namespace bandscope::test
