#include "view/depth/needle_grid.h"

#include <algorithm>
#include <cmath>

#include "config/limits.h"

namespace bandscope::view {

namespace {

constexpr int kMostColumns = 32;

}  // namespace

std::vector<int> needle_windows(int tokens) {
  std::vector<int> windows;
  if (tokens <= kMostColumns) {
    for (int window = 1; window <= tokens; ++window) windows.push_back(window);
    return windows;
  }
  // The small ones lie closer than a step: they come one by one, and the rest shares what is left of the logarithm.
  const double top = std::log(static_cast<double>(tokens));
  windows.push_back(1);
  while (static_cast<int>(windows.size()) < kMostColumns && windows.back() < tokens) {
    const double now = std::log(static_cast<double>(windows.back()));
    const double step = (top - now) / (kMostColumns - static_cast<double>(windows.size()));
    const auto next = static_cast<int>(std::lround(std::exp(now + step)));
    windows.push_back(std::clamp(next, windows.back() + 1, tokens));
  }
  windows.back() = tokens;
  return windows;
}

int needle_layers(int layers) { return layers <= 12 ? 12 : layers <= 24 ? 24 : config::kMaxLayers; }

}  // namespace bandscope::view
