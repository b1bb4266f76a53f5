// The lattice: layers up, tokens along, and the cone of one node down to the input.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "view/depth/columns.h"
#include "view/depth/relay_shares.h"
#include "view/painter.h"
#include "view/palette.h"

namespace bandscope::view {

struct LatticeNode {
  Point at;
  int layer = 0;
  double share = 0;
  Rgba fill;
};

struct LatticeEdge {
  Point from, to;
  int layer = 0;  // whose row reads
  float alpha = 0;
};

struct LatticeLabel {
  Point baseline;
  std::string text;
  int layer = 0;
  Align align = Align::kRight;
  float width = 0;
};

/// One strip a layer, all in one bitmap: a row of cells, a clear row, and so on; the last layer first.
struct LatticeStrips {
  Bitmap bitmap;
  Box box;
};

struct Lattice {
  Columns columns;
  Node node;
  int layers = 0;
  float top = 0;    // y of the last layer
  float pitch = 0;  // from layer to layer
  float radius = 7;
  float strip = 0;  // height of a strip
  bool faint = false;
  double most = 1;                                // the share that has full ink
  bool over = false;                              // some are larger
  std::vector<LatticeNode> nodes;                 // of the cone
  std::vector<LatticeEdge> edges;                 // of the cone
  std::vector<std::pair<Point, Point>> idle;      // of the whole lattice; each may run over several layers
  LatticeStrips strips;                           // where there are no nodes
  Bitmap dots;                                    // one layer's, for the nodes outside
  std::vector<Point> left_edge, right_edge;       // of the cone, from the node down; right: two-sided only
  std::vector<LatticeLabel> edge_labels;          // "−2"
  std::vector<std::pair<int, int>> cone_columns;  // [layer]: the first and last column of the cone; last < first: none

  float y(int layer) const { return top + static_cast<float>(layers - layer) * pitch; }
  Point at(Node n) const { return {columns.x(n.token), y(n.layer)}; }
  /// The node nearest to a point, within the rows.
  Node node_at(Point p) const;
};

struct LatticeLook {
  float top = 0, pitch = 0;
  float most_radius = 7;
  float label_gap = 13;  // from the node's middle to a label of the edge
  bool at_rest = true;   // the lattice outside the cone, and the labels of its edge
  float dpr = 1;
  bool faint = false;    // the ink is of an older state
  std::string_view key;  // of the bitmaps
};

/// `ink` may be empty: then there is the cone and no ink.
void make_lattice(Lattice& lattice, const engine::StackRule& rule, Node node, const Columns& columns,
                  const RelayShares& ink, const LatticeLook& look, const Palette& palette);

/// The rows that can be labelled with `room` px between them: the last, the input, `always` ones, every n-th.
std::vector<int> labelled_layers(const Lattice& lattice, float room, const engine::StackRule& rule);

}  // namespace bandscope::view
