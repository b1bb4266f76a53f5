// How much of the followed node came through each row of each layer, by equal shares and by this stack's own.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/stack/relay.h"
#include "engine/stack/stack.h"
#include "view/depth/columns.h"

namespace bandscope::view {

/// What goes through one pair: row of h[layer] reads key of h[layer - 1].
struct EdgeFlow {
  int layer = 0;
  std::int64_t row = 0, key = 0;
  double flow = 0;
};

/// One way to follow a node down to the input.
struct RelayShares {
  bool there = false;
  /// [layer 0..from][column], what the column's tokens carry together. Each layer sums to 1 less what is not shown.
  std::vector<std::vector<double>> columns;
  std::vector<EdgeFlow> edges;  // where the columns are nodes
  double at_edge = 0;           // of the input at the edge of the hard reach
  double nearby = 0;            // of the inputs up to `near` away
};

struct RelayAsk {
  engine::StackRule rule;
  double alpha = 0;
  Node node;
  Columns columns;
  std::int64_t near = 0;
  bool operator==(const RelayAsk&) const = default;
};

/// Up to so many numbers are blended in a frame, and in a preview.
inline constexpr std::int64_t kMostBlended = 6'000'000;
inline constexpr std::int64_t kMostPreviewed = 2'000'000;
/// Numbers of the cone, the sum of its layers' reaches; saturates.
std::int64_t cone_size(const engine::StackRule& rule, Node node);

/// Equal shares: exact with clipped rows and global layers where the cone is at most `most` numbers and no layer of it
/// longer than kMostShares; far from the start of a windowed causal stack by the closed form at any size; else not
/// there.
RelayShares uniform_shares(const RelayAsk& ask, std::int64_t most);

/// Through the mean shares of a stack whose layers 1..node.layer are done. Not there where that would take more than
/// `most` multiplications.
RelayShares real_shares(const RelayAsk& ask, const engine::Stack<float>& stack, std::int64_t most);

}  // namespace bandscope::view
