// The lines of the needle's map: which W and how many L.
#pragma once

#include <vector>

#include "config/config.h"

namespace bandscope::view {

/// Every W of a short sequence; of a long one 24, evenly spaced in their logarithms, from 1 to T, with the present one.
std::vector<int> needle_windows(const config::Config& config);
/// L goes from 1 to twice the present one: at least 8, at most 64.
int needle_layers(const config::Config& config);

}  // namespace bandscope::view
