#include "view/depth/needle_grid.h"

#include <algorithm>
#include <cmath>

#include "config/limits.h"

namespace bandscope::view {

std::vector<int> needle_windows(const config::Config& config) {
  constexpr int kLines = 24;
  const int keys = config::key_count(config);
  std::vector<int> windows;
  for (int n = 0; n < std::min(kLines, keys); ++n) {
    const double part = static_cast<double>(n) / (kLines - 1);
    windows.push_back(keys <= kLines ? n + 1 : static_cast<int>(std::lround(std::pow(keys, part))));
  }
  windows.push_back(config::effective_window(config));
  std::sort(windows.begin(), windows.end());
  windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
  return windows;
}

int needle_layers(const config::Config& config) { return std::clamp(2 * config.layers, 8, config::kMaxLayers); }

}  // namespace bandscope::view
