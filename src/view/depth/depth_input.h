// What the app has worked out of the stack so far: numbers that may take more than a frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/stack/stack.h"

namespace bandscope::view {

/// Influence of each input on the followed token, ∂h[layer][row] / ∂x.
struct InfluenceInput {
  std::vector<double> norms;  // (T); of the token below, not rising above 0 outside its reach; empty: none yet
  int row = -1, layer = 0;    // whose
  bool current = false;       // of this very config; else the last one's, catching up
  bool exact = false;
  int passes_done = 0, passes_needed = 0;  // exact passes so far, out of E
  int probes = 0;                          // that the estimate is made of
  double relative_error = 0;               // of the estimate
  std::string off;                         // why there is none
  std::uint64_t revision = 0;              // rises when any of these changes
};

/// The needle at the last token, by this stack's real shares: a W on each line, all layers of it at once.
struct NeedleSweep {
  std::vector<int> windows;                // the lines
  int layers = 0;                          // 1..layers of each
  std::vector<std::vector<double>> share;  // [line][layer - 1]; a line not yet run is empty
  int done = 0;                            // lines
  bool running = false;
  bool current = false;  // of this very config
  std::uint64_t revision = 0;
};

/// One layer's measured time against T.
struct CostSweep {
  struct Point {
    std::int64_t tokens = 0;
    double milliseconds = 0;
  };
  std::vector<Point> points;
  int steps = 0;    // all of them, as planned
  std::string off;  // why nothing can be measured
  bool running = false;
  bool current = false;
  std::uint64_t revision = 0;
};

struct DepthInput {
  const engine::Stack<float>* stack = nullptr;  // null where there are no tensors
  std::string no_stack;                         // why
  bool stack_current = false;                   // in step with the config; else it is catching up
  InfluenceInput influence;
  NeedleSweep needle;
  CostSweep cost;
};

}  // namespace bandscope::view
