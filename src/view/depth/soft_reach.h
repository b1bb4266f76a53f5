// Soft reach over the input positions, three ways: the plot's curves and the key's numbers.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "config/config.h"
#include "view/depth/depth_input.h"
#include "view/depth/lattice.h"
#include "view/depth/reach_layout.h"
#include "view/rich_text.h"

namespace bandscope::view {

/// One row of the key.
struct SoftRow {
  std::string name;        // "real shares"
  std::string assumption;  // "product of heads’ means"
  std::string
      state;  // "12 probes, ±9.1 %, exact 4 of 32", "catching up", or why there is nothing; empty: nothing to say
  std::string at_edge, nearby;
  bool there = false;
  bool late = false;  // of an older state
};

struct SoftCurve {
  std::vector<Point> points;        // inside the plot, left to right
  std::vector<std::size_t> breaks;  // points that no line leads to: under the logarithmic axis lies what is between
  bool late = false;
};

struct SoftTick {
  float y = 0;
  std::string text;
};

struct SoftReach {
  Box plot;                     // from the lowest tick to the highest
  std::vector<SoftTick> ticks;  // the lowest first
  bool marks = false;           // bars, discs and diamonds; else plain lines
  float bar_width = 0, mark_radius = 4;
  SoftCurve uniform, real, numbers;
  float edge_left = 0, edge_right = 0;                 // of the hard reach, at the input
  bool edge_seen_left = true, edge_seen_right = true;  // else it lies beside the shown part
  std::string edge_head, near_head;                    // over the key's columns; empty: no column
  std::array<SoftRow, 3> rows;                         // uniform, real shares, real numbers
  std::string per;                                     // "a step is about 158 tokens", or empty
};

struct SoftAsk {
  engine::StackRule rule;
  Node node;
  bool preview = false;  // by hover: influence stays the held node's
  std::int64_t near = 0;
  config::Axis axis = config::Axis::kLinear;
  Box plot;
};
/// How far away still is nearby: half of the way to the edge.
std::int64_t near_of(const engine::StackRule& rule, Node node);

void make_soft_reach(SoftReach& soft, const SoftAsk& ask, const Lattice& lattice, const RelayShares& uniform,
                     const RelayShares& real, bool real_late, const DepthInput& depth);

}  // namespace bandscope::view
