// How page pixels become canvas pixels (ImGui's coordinates) and device pixels.
#pragma once

#include <cmath>

#include "view/geometry.h"

namespace bandscope::panels {

struct PageView {
  view::Point scroll;  // page pixels above and left of the canvas
  float scale = 1;     // canvas pixels per page pixel: 1 in browsers, the content scale on desktops
  float density = 1;   // device pixels per canvas pixel: the device pixel ratio in browsers, 1 on X11
  bool operator==(const PageView&) const = default;

  float dpr() const { return scale * density; }
  // Scrolling moves by whole device pixels, so that everything keeps its distance.
  float device_x(float x) const { return x * dpr() - std::round(scroll.x * dpr()); }
  float device_y(float y) const { return y * dpr() - std::round(scroll.y * dpr()); }
  view::Point canvas(view::Point p) const { return {device_x(p.x) / density, device_y(p.y) / density}; }
  view::Box canvas(view::Box b) const {
    view::Point p = canvas(view::Point{b.x, b.y});
    return {p.x, p.y, b.width * scale, b.height * scale};
  }
  view::Point page(view::Point canvas) const {
    return {(canvas.x * density + std::round(scroll.x * dpr())) / dpr(),
            (canvas.y * density + std::round(scroll.y * dpr())) / dpr()};
  }
};

}  // namespace bandscope::panels
