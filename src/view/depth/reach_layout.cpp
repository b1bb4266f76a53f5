#include "view/depth/reach_layout.h"

#include <algorithm>
#include <cmath>

namespace bandscope::view {
namespace {

constexpr float kTop = 34;    // to the last layer's row
constexpr float kRows = 380;  // of many layers together
constexpr float kPitch = 38;
constexpr float kGutter = 60;        // row labels
constexpr float kMarkedGutter = 82;  // with marks
constexpr float kRim = 8;            // right of the last node
constexpr float kKey = 400;          // width of the key
constexpr float kAxis = 60;          // between key and plot: the axis' numbers
constexpr float kBracket = 40;       // under the token labels
constexpr float kPlot = 124;
constexpr float kKeyHeight = 160;
constexpr float kNarrowKeyHeight = 202;
constexpr float kNotes = 184;

float pitch_of(int layers) { return std::min(kPitch, std::max(5.0F, std::floor(kRows / static_cast<float>(layers)))); }
float labels_of(const ReachShape& shape) { return shape.words ? 74.0F : 38.0F; }
// Two columns under the plot need so much.
bool narrow(float width) { return width < 700; }

}  // namespace

ReachBoxes reach_boxes(Box picture, const ReachShape& shape, float cone_left, float cone_right) {
  ReachBoxes b;
  b.pitch = pitch_of(shape.layers);
  const float rows = b.pitch * static_cast<float>(shape.layers);
  b.first_row = {picture.x + (shape.marks ? kMarkedGutter : kGutter), picture.y + kTop};
  b.right = picture.right() - kRim;
  const float input = b.first_row.y + rows;
  b.labels = {picture.x, input + 12, picture.width, labels_of(shape) - 12};
  b.lattice = {picture.x, picture.y, picture.width, b.labels.bottom() - picture.y};
  b.bracket = {b.first_row.x - 12, b.lattice.bottom(), picture.right() - b.first_row.x + 12, 22};
  b.plot = {b.first_row.x - 12, b.lattice.bottom() + kBracket, picture.right() - b.first_row.x + 12, kPlot};
  if (narrow(picture.width)) {
    b.key = {picture.x, b.plot.bottom() + 32, std::min(picture.width, kKey),
             picture.width < kKey ? kNarrowKeyHeight : kKeyHeight};
    b.notes = {picture.x, b.key.bottom() + 8, picture.width, picture.width < 330 ? 1.6F * kNotes : 1.2F * kNotes};
    return b;
  }
  const float under = b.lattice.bottom() + kBracket - 6;
  if (cone_left - picture.x >= kKey + kAxis + 12) {
    b.side = KeySide::kLeft;
    b.key = {picture.x, under, kKey, kKeyHeight};
    b.plot.x = cone_left - 18;
    b.plot.width = picture.right() - b.plot.x;
  } else if (picture.right() - cone_right >= kKey + 40) {
    b.side = KeySide::kRight;
    b.key = {picture.right() - kKey, under, kKey, kKeyHeight};
    b.plot.width = cone_right + 18 - b.plot.x;
  } else {
    // Side by side.
    b.key = {picture.x, b.plot.bottom() + 36, kKey, kKeyHeight};
    b.notes = {b.key.right() + 56, b.key.y, picture.right() - b.key.right() - 56,
               picture.width < 800 ? 1.4F * kNotes : kNotes};
    return b;
  }
  b.notes = {b.key.x, b.key.bottom() + 4, kKey, kNotes};
  return b;
}

float reach_height(float width, const ReachShape& shape) {
  const Box picture{0, 0, width, 0};
  const ReachBoxes b = reach_boxes(picture, shape, 0, width);
  return std::max(b.notes.bottom(), b.key.bottom());
}

}  // namespace bandscope::view
