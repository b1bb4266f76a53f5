// The stairs between kept and struck cells, as lines in page pixels.
#pragma once

#include <vector>

#include "engine/trace.h"
#include "view/geometry.h"
#include "view/layout.h"

namespace bandscope::view {

using Polyline = std::vector<Point>;

struct Edges {
  std::vector<Polyline> window;  // the W edge, on the cell borders; two-sided: both of them
  std::vector<Polyline> causal;  // on the cell borders; drawn 1 px towards the struck side (right and up)
};

/// Follows the engine's key ranges inside the shown part of the table. A row that reads nothing breaks the lines.
/// Without a window, or where it cuts nothing away, there is no W edge.
Edges edges_of(const engine::KeyRanges& keep, const Grid& grid);

/// Whether a box of page pixels lies wholly over struck cells, before (left of) or after (right of) the kept ones.
bool lies_before(const engine::KeyRanges& keep, const Grid& grid, const Box& box);
bool lies_after(const engine::KeyRanges& keep, const Grid& grid, const Box& box);

}  // namespace bandscope::view
