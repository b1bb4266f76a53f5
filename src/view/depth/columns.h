// Tokens along the lattice and the plot under it: which are shown, and where.
#pragma once

#include <cstdint>

#include "engine/stack/rule.h"
#include "view/depth/followed.h"
#include "view/geometry.h"

namespace bandscope::view {

/// A token a column while they fit; beyond, a column holds several tokens, evenly.
struct Columns {
  std::int64_t all = 0;     // T
  std::int64_t first = 0;   // the first token shown
  std::int64_t tokens = 0;  // shown
  int count = 0;            // columns
  bool nodes = false;       // few enough for nodes and edges; else each layer is a strip of cells
  float left = 0;           // of column 0
  float cell = 0;           // width of a column, whole device pixels
  bool operator==(const Columns&) const = default;

  bool whole() const { return tokens == all; }
  bool binned() const { return count < tokens; }
  float right() const { return left + static_cast<float>(count) * cell; }
  /// The first token of a column; of `count` the one after the last.
  std::int64_t first_of(int column) const { return first + tokens * column / (count > 0 ? count : 1); }
  /// Tokens of columns begin..end-1.
  std::int64_t tokens_of(int begin, int end) const { return first_of(end) - first_of(begin); }
  /// What a column of evenly many tokens would hold: columns differ by a token, which is no difference of what came.
  double evened(int column, double sum) const {
    if (!binned()) return sum;
    const double even = static_cast<double>(tokens) / count;
    return sum * even / static_cast<double>(tokens_of(column, column + 1));
  }
  /// The column of a token, held to 0..count-1.
  int column_of(std::int64_t token) const;
  bool shows(std::int64_t token) const { return token >= first && token < first + tokens; }
  /// The middle of a token; also of one that is not shown.
  float x(std::int64_t token) const;
  /// The shown token nearest to a place.
  std::int64_t token_at(float x) const;
};

struct ColumnRoom {
  float left = 0, right = 0;  // of the first and last node's middle
  float widest = 36;          // of a column
  float dpr = 1;
  int most_nodes = 1300;  // of the lattice, tokens times rows
};
/// All tokens where each has a device pixel; else those round what `held` reaches.
Columns columns_of(const engine::StackRule& rule, Node held, const ColumnRoom& room);

}  // namespace bandscope::view
