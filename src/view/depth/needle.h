// One token followed through the layers: how much of it is left, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/stack/relay.h"
#include "engine/stack/rule.h"
#include "view/depth/needle_layout.h"
#include "view/depth/needle_map.h"
#include "view/edges.h"
#include "view/rich_text.h"

namespace bandscope::view {

struct ModelInput;

/// A layer's row of the table. Empty texts: not known.
struct NeedleRow {
  int layer = 0;
  std::string uniform, real;  // "0.41 %"
  bool uniform_arrives = false, real_arrives = false;
};

/// Where the needle is: layers up, tokens along.
struct NeedleStrip {
  Box box;                      // of all cells
  std::int64_t tokens = 0;      // along
  float row = 0;                // height of a layer
  Bitmap cells;                 // outside of the hard reach clear
  Dots dots;                    // under them
  std::vector<Polyline> edges;  // of the hard reach
  bool has_shares = false;      // else cells show the reach only
  double most = 1;              // of the shares after the input: full ink
  bool has_words = false;
  int label_step = 1;
  std::vector<std::string> labels;  // of all tokens, where each has a place; else empty

  float x_of(std::int64_t token) const;  // the middle of its cell
  float cell() const { return tokens > 0 ? box.width / static_cast<float>(tokens) : 0; }
  std::int64_t token_at(float x) const;
};

struct NeedleKey {
  engine::StackRule rule;
  double alpha = 0, epsilon = 0;
  std::int64_t needle = 0;
  bool stack_current = false;
  std::uint64_t stack = 0;  // revision
  bool real = false;
  std::uint64_t swept = 0;  // revision of the map by real shares, where it is shown and whole
  bool no_stack = false;
  Box picture;
  float dpr = 0;
  Inks inks;
  std::uint64_t words = 0;
  bool operator==(const NeedleKey&) const = default;
};

struct NeedleModel {
  NeedleBoxes boxes;
  std::int64_t needle = 0, last = 0;
  std::vector<Run> title, subtitle;
  std::vector<NeedleRow> rows;  // layer 1 first
  std::string uniform_off;      // why the strip or the table has no uniform shares; empty where they do
  std::string no_stack;         // why there never are real shares
  std::string real_off;         // why there are no real shares
  NeedleStrip strip;
  WindowShares uniform, swept;
  NeedleMap map;
  std::vector<Run> arrives;    // where it does, by the shares that are shown
  std::string epsilon;         // "1.00 %"
  std::string most, map_most;  // ends of the ink bars
  std::string progress;        // "12 of 24 windows", while the sweep runs and after it was stopped

  NeedleKey key;
};
void update_needle(NeedleModel& model, const ModelInput& input);

}  // namespace bandscope::view
