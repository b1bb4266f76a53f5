// The lines of the needle's map: which W and how many L.
#pragma once

#include <vector>

namespace bandscope::view {

/// The columns: every W of a short sequence; of a long one 32, evenly spaced in the logarithm, 1 and T among them.
std::vector<int> needle_windows(int tokens);
/// The rows: 12, 24 or 64, so that they stay while L is dragged a little.
int needle_layers(int layers);

}  // namespace bandscope::view
