// The lattice, and how much of each input is left.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "view/cells.h"
#include "view/depth/lattice.h"
#include "view/depth/reach_layout.h"
#include "view/depth/reach_words.h"
#include "view/depth/soft_reach.h"

namespace bandscope::view {

struct ModelInput;

/// A label under a column of tokens.
struct TokenLabel {
  float x = 0;
  std::string text;
  std::int64_t token = 0;
  bool held = false, edge = false, inside = false;
};

struct ReachModel {
  engine::StackRule rule;
  Node node;             // followed
  bool preview = false;  // by hover
  Ink ink = Ink::kEqual;
  std::string off;  // why nothing can be stacked here; then there is no lattice

  ReachBoxes boxes;  // of the view
  std::vector<Run> title;
  std::vector<std::vector<Run>> subtitles;   // the first that fits
  std::vector<std::vector<Run>> hard_words;  // the same; on the bench the short ones
  std::vector<std::vector<Run>> notes;
  Lattice lattice;
  std::vector<int> row_labels;  // layers
  std::vector<bool> row_all;    // [layer]: marked, as it reads everything where others do not
  std::vector<TokenLabel> token_labels;
  bool words = false;  // the labels are words, upright
  std::string part;    // "tokens 9,712 to 9,999 of 10,000", or empty
  SoftReach soft;      // of the view

  // What it was made from.
  struct Key {
    config::Config config;
    Node node;
    bool preview = false;
    Box box;
    bool bench = false;
    float dpr = 1;
    Inks inks;
    std::vector<std::string> words;
    std::string no_stack;
    std::uint64_t stack_revision = 0, influence_revision = 0;
    bool stack_there = false, stack_current = false;
    bool operator==(const Key&) const = default;
  };
  struct UniformKey {
    RelayAsk ask;
    std::int64_t most = 0;
    bool operator==(const UniformKey&) const = default;
  };
  struct RealKey {
    RelayAsk ask;
    std::uint64_t revision = 0;
    bool operator==(const RealKey&) const = default;
  };
  std::optional<Key> made_from;
  struct Followed {
    std::optional<UniformKey> uniform_from;
    RelayShares uniform;
    std::optional<RealKey> real_from;
    RelayShares real;
  };
  // The held node's stay while another is previewed.
  std::array<Followed, 2> followed;
  const RelayShares& uniform() const { return followed[preview ? 1 : 0].uniform; }
  const RelayShares& real() const { return followed[preview ? 1 : 0].real; }
};
void update_reach(ReachModel& model, const ModelInput& input);

}  // namespace bandscope::view
