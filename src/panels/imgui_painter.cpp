#include "panels/imgui_painter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bandscope::panels {
namespace {

using view::Box;
using view::Point;
using view::Rgba;

ImU32 colour_of(Rgba c) { return IM_COL32(c.r, c.g, c.b, c.a); }

/// Half a pixel goes up, on both sides of 0: equal boxes at different places keep equal sizes.
float snap(float device) { return std::floor(device + 0.5f); }

bool axis_aligned(Point a, Point b) { return a.x == b.x || a.y == b.y; }

int segments_of(float device_radius) {
  constexpr float kError = 0.1f;  // device pixels
  if (device_radius <= 1) return 12;
  float half = std::acos(1 - kError / device_radius);
  return std::clamp(static_cast<int>(std::ceil(std::numbers::pi_v<float> / half)), 12, 128);
}

}  // namespace

void ImguiPainter::begin(const PageView& page, const view::Palette& palette) {
  page_ = page;
  palette_ = &palette;
  fonts_.set_dpr(page.dpr());
  bitmaps_.begin_frame();
  clips_.clear();
  clear_records();
  list_ = ImGui::GetWindowDrawList();
  // One device pixel of anti-aliasing.
  list_->_FringeScale = 1 / page.density;
}

ImguiPainter::Snapped ImguiPainter::snapped(Box box) const {
  return {snap(page_.device_x(box.x)), snap(page_.device_y(box.y)), snap(page_.device_x(box.right())),
          snap(page_.device_y(box.bottom()))};
}

float ImguiPainter::device_width(float css) const { return std::max(1.0f, snap(css * page_.dpr())); }

ImVec2 ImguiPainter::at(Point page) const {
  Point p = page_.canvas(page);
  return {p.x, p.y};
}

void ImguiPainter::fill_device(float x0, float y0, float x1, float y1, Rgba fill) {
  if (x1 <= x0 || y1 <= y0) return;
  float s = 1 / page_.density;
  list_->AddRectFilled({x0 * s, y0 * s}, {x1 * s, y1 * s}, colour_of(fill));
}

void ImguiPainter::rect(Box box, Rgba fill, float radius) {
  Snapped b = snapped(box);
  if (radius <= 0) return fill_device(b.x0, b.y0, b.x1, b.y1, fill);
  float s = 1 / page_.density;
  list_->AddRectFilled({b.x0 * s, b.y0 * s}, {b.x1 * s, b.y1 * s}, colour_of(fill), radius * page_.scale);
}

void ImguiPainter::frame(Box box, Rgba colour, float width, float radius) {
  Snapped b = snapped(box);
  float w = device_width(width);
  if (radius <= 0) {
    if (b.x1 - b.x0 <= 2 * w || b.y1 - b.y0 <= 2 * w) return fill_device(b.x0, b.y0, b.x1, b.y1, colour);
    fill_device(b.x0, b.y0, b.x1, b.y0 + w, colour);
    fill_device(b.x0, b.y1 - w, b.x1, b.y1, colour);
    fill_device(b.x0, b.y0 + w, b.x0 + w, b.y1 - w, colour);
    fill_device(b.x1 - w, b.y0 + w, b.x1, b.y1 - w, colour);
    return;
  }
  float s = 1 / page_.density;
  float in = w / 2;
  list_->PathRect({(b.x0 + in) * s, (b.y0 + in) * s}, {(b.x1 - in) * s, (b.y1 - in) * s},
                  radius * page_.scale - in * s);
  list_->PathStroke(colour_of(colour), ImDrawFlags_Closed, w * s);
}

void ImguiPainter::line(Point a, Point b, Rgba colour, float width) {
  if (!axis_aligned(a, b)) {
    list_->AddLine(at(a), at(b), colour_of(colour), width * page_.scale);
    return;
  }
  float w = device_width(width);
  Point p = {snap(page_.device_x(std::min(a.x, b.x))), snap(page_.device_y(std::min(a.y, b.y)))};
  Point q = {snap(page_.device_x(std::max(a.x, b.x))), snap(page_.device_y(std::max(a.y, b.y)))};
  if (a.y == b.y) {
    float y = snap(page_.device_y(a.y) - w / 2);
    fill_device(p.x, y, q.x, y + w, colour);
  } else {
    float x = snap(page_.device_x(a.x) - w / 2);
    fill_device(x, p.y, x + w, q.y, colour);
  }
}

void ImguiPainter::polyline(std::span<const Point> points, Rgba colour, float width) {
  if (points.size() < 2) return;
  bool stair = true;
  for (std::size_t i = 1; i < points.size(); ++i) stair = stair && axis_aligned(points[i - 1], points[i]);
  if (!stair) {
    points_.clear();
    for (Point p : points) points_.push_back(at(p));
    list_->AddPolyline(points_.data(), static_cast<int>(points_.size()), colour_of(colour), ImDrawFlags_None,
                       width * page_.scale);
    return;
  }
  // Rectangles between corner squares; each takes the square at its end and leaves the one at its start to the piece
  // before it, so that a translucent line is not darker at its corners.
  float w = device_width(width);
  auto square = [&](Point p) { return Point{snap(page_.device_x(p.x) - w / 2), snap(page_.device_y(p.y) - w / 2)}; };
  for (std::size_t i = 1; i < points.size(); ++i) {
    Point a = square(points[i - 1]);
    Point b = square(points[i]);
    bool first = i == 1;
    bool last = i + 1 == points.size();
    // The two free ends are not lengthened by half the width.
    if (a.y == b.y) {
      bool right = b.x >= a.x;
      float from = first ? snap(page_.device_x(points[i - 1].x)) : right ? a.x + w : a.x;
      float to = last ? snap(page_.device_x(points[i].x)) : right ? b.x + w : b.x;
      fill_device(std::min(from, to), a.y, std::max(from, to), a.y + w, colour);
    } else {
      bool down = b.y >= a.y;
      float from = first ? snap(page_.device_y(points[i - 1].y)) : down ? a.y + w : a.y;
      float to = last ? snap(page_.device_y(points[i].y)) : down ? b.y + w : b.y;
      fill_device(a.x, std::min(from, to), a.x + w, std::max(from, to), colour);
    }
  }
}

void ImguiPainter::polygon(std::span<const Point> points, Rgba fill) {
  if (points.size() < 3) return;
  float area = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Point a = points[i];
    Point b = points[(i + 1) % points.size()];
    area += a.x * b.y - b.x * a.y;
  }
  points_.clear();
  for (Point p : points) points_.push_back(at(p));
  // ImGui's anti-aliased edge lies outside of clockwise polygons only.
  if (area < 0) std::reverse(points_.begin(), points_.end());
  list_->AddConvexPolyFilled(points_.data(), static_cast<int>(points_.size()), colour_of(fill));
}

void ImguiPainter::disc(Point centre, float radius, Rgba fill) {
  list_->AddCircleFilled(at(centre), radius * page_.scale, colour_of(fill), segments_of(radius * page_.dpr()));
}

void ImguiPainter::ring(Point centre, float radius, Rgba colour, float width) {
  list_->AddCircle(at(centre), radius * page_.scale, colour_of(colour), segments_of(radius * page_.dpr()),
                   width * page_.scale);
}

void ImguiPainter::curve(Point a, Point b, Point c, Point d, Rgba colour, float width) {
  auto distance = [](Point p, Point q) { return std::hypot(q.x - p.x, q.y - p.y); };
  float length = (distance(a, b) + distance(b, c) + distance(c, d)) * page_.dpr();
  int segments = std::clamp(static_cast<int>(length / 4), 8, 96);
  list_->AddBezierCubic(at(a), at(b), at(c), at(d), colour_of(colour), width * page_.scale, segments);
}

void ImguiPainter::image(Box box, const view::Bitmap& bitmap) {
  Snapped b = snapped(box);
  if (b.x1 <= b.x0 || b.y1 <= b.y0 || bitmap.width <= 0 || bitmap.height <= 0) return;
  float s = 1 / page_.density;
  list_->AddImage(bitmaps_.texture(bitmap), {b.x0 * s, b.y0 * s}, {b.x1 * s, b.y1 * s});
}

void ImguiPainter::tile(Box box, const view::Bitmap& bitmap, float pitch) {
  Snapped b = snapped(box);
  float copy = pitch * page_.dpr();
  if (b.x1 <= b.x0 || b.y1 <= b.y0 || bitmap.width <= 0 || bitmap.height <= 0 || copy <= 0) return;
  float s = 1 / page_.density;
  list_->AddImage(bitmaps_.texture(bitmap), {b.x0 * s, b.y0 * s}, {b.x1 * s, b.y1 * s}, {0, 0},
                  {(b.x1 - b.x0) / copy, (b.y1 - b.y0) / copy});
}

void ImguiPainter::push_clip(Box box) {
  Snapped b = snapped(box);
  float s = 1 / page_.density;
  list_->PushClipRect({b.x0 * s, b.y0 * s}, {b.x1 * s, b.y1 * s}, true);
  clips_.push_back(clips_.empty() ? box : common(box, clips_.back()));
}

void ImguiPainter::pop_clip() {
  list_->PopClipRect();
  clips_.pop_back();
}

Box ImguiPainter::draw_text(Point baseline, std::string_view text, const view::TextStyle& style) {
  float advance = fonts_.glyphs(text, style.face, style.size, glyphs_);
  float shift = style.align == view::Align::kLeft ? 0 : style.align == view::Align::kCentre ? -advance / 2 : -advance;
  bool up = style.turn == view::Turn::kUp;
  // A turned text runs upwards, so its shift does too.
  float x = snap(page_.device_x(baseline.x) + (up ? 0 : shift));
  float y = snap(page_.device_y(baseline.y) - (up ? shift : 0));
  float s = 1 / page_.density;
  Box ink = ink_of(glyphs_, 1);
  Box device = up ? Box{x + ink.y, y - ink.right(), ink.height, ink.width} : ink.moved(x, y);

  ImVec2 clip_min = list_->GetClipRectMin();
  ImVec2 clip_max = list_->GetClipRectMax();
  bool in_view = device.right() * s >= clip_min.x && device.x * s <= clip_max.x && device.bottom() * s >= clip_min.y &&
                 device.y * s <= clip_max.y;
  if (in_view && !ink.empty()) {
    ImU32 colour = colour_of(palette_->text(style.pair));
    for (const Fonts::Glyph& g : glyphs_) {
      if (!g.visible) continue;
      list_->PrimReserve(6, 4);
      if (up) {
        ImVec2 a = {(x + g.y0) * s, (y - g.x0) * s};  // the glyph's top left corner
        ImVec2 c = {(x + g.y1) * s, (y - g.x1) * s};  // its bottom right one
        list_->PrimQuadUV(a, {a.x, c.y}, c, {c.x, a.y}, {g.u0, g.v0}, {g.u1, g.v0}, {g.u1, g.v1}, {g.u0, g.v1}, colour);
      } else {
        list_->PrimRectUV({(x + g.x0) * s, (y + g.y0) * s}, {(x + g.x1) * s, (y + g.y1) * s}, {g.u0, g.v0},
                          {g.u1, g.v1}, colour);
      }
    }
  }
  float dpr = page_.dpr();
  Box drawn = {(device.x + std::round(page_.scroll.x * dpr)) / dpr, (device.y + std::round(page_.scroll.y * dpr)) / dpr,
               device.width / dpr, device.height / dpr};
  // What a clip cuts away is not seen; what only the viewport does can be scrolled to.
  return clips_.empty() ? drawn : common(drawn, clips_.back());
}

}  // namespace bandscope::panels
