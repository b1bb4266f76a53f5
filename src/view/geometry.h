// Points and boxes in CSS pixels of the page, y down.
#pragma once

#include <algorithm>

namespace bandscope::view {

struct Point {
  float x = 0;
  float y = 0;
  bool operator==(const Point&) const = default;
};

struct Box {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
  bool operator==(const Box&) const = default;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
  bool empty() const { return width <= 0 || height <= 0; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  bool holds(const Box& b, float slack = 0) const {
    return b.x >= x - slack && b.y >= y - slack && b.right() <= right() + slack && b.bottom() <= bottom() + slack;
  }
  bool meets(const Box& b) const {
    return std::min(right(), b.right()) > std::max(x, b.x) && std::min(bottom(), b.bottom()) > std::max(y, b.y);
  }
  Box grown(float by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }
  Box moved(float dx, float dy) const { return {x + dx, y + dy, width, height}; }
};

/// What two boxes have in common; empty where they do not meet.
inline Box common(const Box& a, const Box& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.right(), b.right()) - x, std::min(a.bottom(), b.bottom()) - y};
}

}  // namespace bandscope::view
