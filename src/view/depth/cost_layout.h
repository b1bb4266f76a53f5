// How the view of cost and cache divides its picture.
#pragma once

#include <array>

#include "view/geometry.h"

namespace bandscope::view {

enum class CostGroup { kPairs, kAdds, kScores, kCache };
inline constexpr int kCostGroups = 4;
/// Rows of each group.
inline constexpr std::array<int, kCostGroups> kCostRows = {3, 5, 2, 6};

struct CostBoxes {
  bool narrow = false;                  // one column; a row's unit stands under its number
  std::array<Box, kCostGroups> groups;  // a heading, and under it the rows
  float pitch = 24;                     // of the rows
  Box note;                             // what the cache counts
  Box cache;                            // the rolling cache
  Box slots;                            // its slots
  Point chart_title;                    // baseline
  Box plot;                             // of the chart, without its numbers
  Box chart_notes;                      // key, words and the button
};
inline constexpr float kCostHeading = 28;
CostBoxes cost_boxes(Box picture);
float cost_height(float width);

}  // namespace bandscope::view
