// The lines and dots of a lattice of nodes, within what a frame may draw.
#pragma once

#include "view/depth/lattice.h"

namespace bandscope::view {

// A line is up to eight vertices, and a page has 20,000 a frame.

/// The cone's edges, at most kMostEdges: the strongest.
inline constexpr std::size_t kMostEdges = 900;
void place_edges(Lattice& lattice, const RelayShares& ink);

/// The lattice at rest. An edge goes on as the same line through the layer below, so a line serves many layers; where
/// there would be more than kMostIdle only the two outer edges of a window are drawn.
inline constexpr int kMostIdle = 400;
void place_idle(Lattice& lattice, const engine::StackRule& rule);

/// A row of dots, the same for every layer.
void place_dots(Lattice& lattice, const LatticeLook& look, const Palette& palette);

}  // namespace bandscope::view
