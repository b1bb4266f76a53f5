// The Painter that writes an SVG picture: what is on the canvas, as a file. Its texts stay texts, in the same faces, so
// these must be installed (or named by the page) where the picture is shown.
#pragma once

#include <string>

#include "view/painter.h"
#include "view/text_measure.h"

namespace bandscope::view {

class SvgPainter final : public Painter {
 public:
  /// `measure` and `palette` outlive this. The size is in page pixels; so is all that is drawn.
  SvgPainter(const TextMeasure& measure, const Palette& palette, float width, float height);

  /// The whole file, of what has been drawn so far. The same drawing gives the same bytes.
  std::string svg() const;

  float dpr() const override { return 1; }
  void rect(Box box, Rgba fill, float radius) override;
  void frame(Box box, Rgba colour, float width, float radius) override;
  void line(Point a, Point b, Rgba colour, float width) override;
  void polyline(std::span<const Point> points, Rgba colour, float width) override;
  void polygon(std::span<const Point> points, Rgba fill) override;
  void disc(Point centre, float radius, Rgba fill) override;
  void ring(Point centre, float radius, Rgba colour, float width) override;
  void curve(Point a, Point b, Point c, Point d, Rgba colour, float width) override;
  void image(Box box, const Bitmap& bitmap) override;
  void tile(Box box, const Bitmap& bitmap, float pitch) override;
  void push_clip(Box box) override;
  void pop_clip() override;
  bool has_glyph(char32_t c, Face face) const override { return measure_.has_glyph(c, face); }

 protected:
  Box draw_text(Point baseline, std::string_view text, const TextStyle& style) override;
  float measure(std::string_view text, Face face, Type size) const override { return measure_.width(text, face, size); }

 private:
  const TextMeasure& measure_;
  const Palette& palette_;
  float width_;
  float height_;
  std::string body_;
  int names_ = 0;  // of clips and patterns
  int clips_ = 0;  // open now
};

}  // namespace bandscope::view
