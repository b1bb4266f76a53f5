// How the view of reach divides its picture: the lattice, and under it the key and the plot.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

/// The key of the curves takes the side that the cone leaves free, else it stands under the plot.
enum class KeySide { kLeft, kRight, kBelow };

struct ReachShape {
  int layers = 1;
  bool words = false;  // tokens have words, which stand upright under the lattice
  bool marks = false;  // some layers are marked in the row labels
  bool operator==(const ReachShape&) const = default;
};

struct ReachBoxes {
  Box lattice;       // everything of it, labels too
  Point first_row;   // the last layer's row: where a node of the first token has its middle
  float right = 0;   // the middle of the last token's node at most
  float pitch = 38;  // from layer to layer
  Box labels;        // of the tokens
  Box bracket;       // of the hard reach
  Box plot;          // soft reach over the input positions, in line with the lattice's columns
  Box key;           // what the curves are
  Box notes;         // closed forms; under the key, or beside it where it has the page's width
  KeySide side = KeySide::kBelow;
};

/// `cone_left` and `cone_right`: where the held cone ends at the input.
ReachBoxes reach_boxes(Box picture, const ReachShape& shape, float cone_left, float cone_right);
float reach_height(float width, const ReachShape& shape);

}  // namespace bandscope::view
