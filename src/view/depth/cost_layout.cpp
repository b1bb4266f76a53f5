#include "view/depth/cost_layout.h"

#include <algorithm>
#include <cmath>

namespace bandscope::view {
namespace {

constexpr float kNarrow = 700;
constexpr float kBetween = 24;

}  // namespace

CostBoxes cost_boxes(Box picture) {
  CostBoxes b;
  b.narrow = picture.width < kNarrow;
  b.pitch = b.narrow ? 38.0F : 24.0F;
  const float column = b.narrow ? picture.width : std::floor((picture.width - 40) / 2);
  float y = picture.y;
  float lowest = y;
  for (int i = 0; i < kCostGroups; ++i) {
    const bool second = !b.narrow && i >= 2;
    if (!b.narrow && i == 2) y = picture.y;
    const float height = kCostHeading + static_cast<float>(kCostRows[static_cast<std::size_t>(i)]) * b.pitch;
    b.groups[static_cast<std::size_t>(i)] = {second ? picture.right() - column : picture.x, y, column, height};
    y += height + kBetween;
    lowest = std::max(lowest, y - kBetween);
  }
  y = lowest + 14;
  b.note = {picture.x, y, picture.width, b.narrow ? 104.0F : 44.0F};
  y = b.note.bottom() + 20;
  b.cache = {picture.x, y, picture.width, b.narrow ? 190.0F : 142.0F};
  b.slots = {picture.x, y + (b.narrow ? 66.0F : 36.0F), picture.width, 32};
  y = b.cache.bottom() + 32;
  b.chart_title = {picture.x, y + 16};
  if (b.narrow) {
    b.plot = {picture.x + 36, y + 36, picture.width - 36 - 46, 230};
    b.chart_notes = {picture.x, b.plot.bottom() + 52, picture.width, 230};
    return b;
  }
  constexpr float kNotes = 236;
  b.plot = {picture.x + 40, y + 36, picture.width - 40 - 60 - 24 - kNotes, 264};
  b.chart_notes = {picture.right() - kNotes, y + 36, kNotes, 264};
  return b;
}

float cost_height(float width) {
  const CostBoxes b = cost_boxes({0, 0, width, 0});
  return std::max(b.plot.bottom() + 48, b.chart_notes.bottom()) + 8;
}

}  // namespace bandscope::view
