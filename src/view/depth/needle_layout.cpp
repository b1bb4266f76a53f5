#include "view/depth/needle_layout.h"

#include <algorithm>
#include <cmath>

namespace bandscope::view {
namespace {

constexpr float kNarrow = 700;
constexpr float kMostStrip = 220;  // height of all layers and the input
constexpr float kMostRow = 26;
constexpr float kMapHeight = 240;
constexpr float kWideNotes = 900;  // a picture in which the words beside the map need few lines
constexpr float kNotesHeight = 316;
constexpr float kTallNotesHeight = 376;

}  // namespace

NeedleBoxes needle_boxes(Box picture, int layers, bool words) {
  NeedleBoxes b;
  b.narrow = picture.width < kNarrow;
  const float gutter = b.narrow ? 38.0F : 60.0F;
  const float column = b.narrow ? 56.0F : 84.0F;
  const float right = picture.right();
  const auto rows = static_cast<float>(layers + 1);
  b.strip_title = {picture.x, picture.y + 20};
  b.heads_y = picture.y + (b.narrow ? 44.0F : 20.0F);
  b.real_right = right;
  b.uniform_right = right - column;
  b.row = std::max(3.0F, std::min(kMostRow, std::floor(kMostStrip / rows)));
  const float table = 2 * column + (b.narrow ? 4.0F : 12.0F);
  // Thin rows carry names taller than themselves, which keep their distance from the heads and from "token".
  const float above = std::max(0.0F, std::ceil(12 - b.row / 2)), below = std::max(0.0F, std::ceil(7 - b.row / 2));
  b.strip = {picture.x + gutter, picture.y + (b.narrow ? 54.0F : 34.0F) + above, picture.width - gutter - table,
             rows * b.row};
  b.tabs_right = b.narrow ? right : b.strip.right();
  b.axis = {b.strip.x, b.strip.bottom() + 5 + below, b.strip.width, words ? 58.0F : 20.0F};
  const float left = b.narrow ? picture.x : b.strip.x;
  b.scale = {left, b.axis.bottom() + 8, right - left, 16};
  float y = b.scale.bottom() + 24;
  if (b.narrow) {
    b.map_title = {picture.x, y + 16};
    b.map = {picture.x + gutter, y + 30, picture.width - gutter, kMapHeight};
    b.map_axis = {b.map.x, b.map.bottom() + 4, b.map.width, 30};
    y = b.map_axis.bottom() + 16;
    b.epsilon = {picture.x, y, std::min(picture.width, 240.0F), 48};
    b.notes = {picture.x, y + 64, picture.width, kTallNotesHeight - 64};
    return b;
  }
  b.map_title = {picture.x, y + 16};
  const float map = std::round((picture.width - gutter - 48) * 0.55F);
  b.map = {picture.x + gutter, y + 30, map, kMapHeight};
  b.map_axis = {b.map.x, b.map.bottom() + 4, b.map.width, 30};
  const float x = b.map.right() + 48;
  b.epsilon = {x, y, std::min(right - x, 240.0F), 48};
  b.notes = {x, y + 72, right - x, (picture.width < kWideNotes ? kTallNotesHeight : kNotesHeight) - 72};
  return b;
}

float needle_height(float width, int layers, bool words) {
  const NeedleBoxes b = needle_boxes({0, 0, width, 0}, layers, words);
  return std::max(b.notes.bottom(), b.map_axis.bottom()) + 16;
}

}  // namespace bandscope::view
