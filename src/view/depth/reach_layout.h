// How the view of reach divides its picture: the lattice, and under it the key and the plot.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

struct ReachBoxes {
  Box lattice;  // layers up, tokens along
  Box key;      // what the curves are
  Box plot;     // soft reach over the input positions
};
ReachBoxes reach_boxes(Box picture, int layers);
float reach_height(float width, int layers);

}  // namespace bandscope::view
