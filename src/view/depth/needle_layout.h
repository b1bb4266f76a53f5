// How the view of the needle divides its picture.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

/// Above, the strip: layers up, tokens along, and beside each layer a row of the table. Below, the map of W against L.
struct NeedleBoxes {
  bool narrow = false;      // one column
  Point strip_title;        // baseline
  float tabs_right = 0;     // tabs on the title's line end here
  float heads_y = 0;        // baseline of the table's heads
  Box strip;                // of the cells; the layers' names end 10 px before it
  float row = 0;            // height of a layer
  Box axis;                 // the tokens' names under it
  Box scale;                // of the strip's ink, a line
  float uniform_right = 0;  // the table's columns end here
  float real_right = 0;
  Point map_title;  // baseline
  Box map;          // room of the cells
  Box map_axis;     // W's numbers under it
  Box epsilon;      // a slider's slot
  Box notes;        // words, key and the button
};
/// `words`: the tokens have words, which stand upright.
NeedleBoxes needle_boxes(Box picture, int layers, bool words);
float needle_height(float width, int layers, bool words);

}  // namespace bandscope::view
