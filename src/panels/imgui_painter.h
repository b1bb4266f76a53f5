// The Painter that draws on the canvas, into an ImGui draw list.
#pragma once

#include "imgui.h"
#include "panels/bitmaps.h"
#include "panels/fonts.h"
#include "panels/page_view.h"
#include "view/painter.h"

namespace bandscope::panels {

class ImguiPainter final : public view::Painter {
 public:
  /// `fonts` outlives this; so does the ImGui context.
  explicit ImguiPainter(Fonts& fonts) : fonts_(fonts) {}

  /// Once a frame, after Ui::begin: from now on draws into the page's window.
  void begin(const PageView& page, const view::Palette& palette);
  const Bitmaps& bitmaps() const { return bitmaps_; }

  float dpr() const override { return page_.dpr(); }
  void rect(view::Box box, view::Rgba fill, float radius) override;
  void frame(view::Box box, view::Rgba colour, float width, float radius) override;
  void line(view::Point a, view::Point b, view::Rgba colour, float width) override;
  void polyline(std::span<const view::Point> points, view::Rgba colour, float width) override;
  void polygon(std::span<const view::Point> points, view::Rgba fill) override;
  void disc(view::Point centre, float radius, view::Rgba fill) override;
  void ring(view::Point centre, float radius, view::Rgba colour, float width) override;
  void curve(view::Point a, view::Point b, view::Point c, view::Point d, view::Rgba colour, float width) override;
  void image(view::Box box, const view::Bitmap& bitmap) override;
  void tile(view::Box box, const view::Bitmap& bitmap, float pitch) override;
  void push_clip(view::Box box) override;
  void pop_clip() override;
  bool has_glyph(char32_t c, view::Face face) const override { return fonts_.has_glyph(c, face); }

 protected:
  view::Box draw_text(view::Point baseline, std::string_view text, const view::TextStyle& style) override;
  float measure(std::string_view text, view::Face face, view::Type size) const override {
    return fonts_.width(text, face, size);
  }

 private:
  /// A box in device pixels whose edges are whole.
  struct Snapped {
    float x0, y0, x1, y1;
  };
  Snapped snapped(view::Box box) const;
  float device_width(float css) const;
  ImVec2 at(view::Point page) const;
  void fill_device(float x0, float y0, float x1, float y1, view::Rgba fill);

  Fonts& fonts_;
  Bitmaps bitmaps_;
  PageView page_;
  const view::Palette* palette_ = nullptr;
  ImDrawList* list_ = nullptr;
  std::vector<Fonts::Glyph> glyphs_;
  std::vector<ImVec2> points_;
  std::vector<view::Box> clips_;  // each within the one before
};

}  // namespace bandscope::panels
