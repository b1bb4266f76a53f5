// What the reader asked for: one plain, comparable struct. Standard library only.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace bandscope::config {

/// `w=all`: no window at any T.
inline constexpr int kAllKeys = std::numeric_limits<int>::max();
/// `head=all`: every head as a small multiple.
inline constexpr int kAllHeads = -1;

enum class Source { kRandom, kText, kExample };
enum class Example { kNone, kShapes, kSlidingWindow, kNolan };
enum class Weights { kRandom, kBuilt };
enum class Strike { kInfinity, kZero };
enum class Show { kRaw, kScaled, kMasked };
enum class View { kBench, kBand, kScores, kShares, kMerge };
enum class Theme { kAuto, kLight, kDark };

/// A cell of the score table: query row and key column, counted from 0.
struct Pick {
  int query = 0;
  int key = 0;
  bool operator==(const Pick&) const = default;
};

/// One field for each key of the field table (`field_table.h`). Holds what was asked for: the window
/// may exceed T (see `effective_window`), the pick may be unset (`effective_pick`), built weights wait below D = 8
/// (`effective_weights`) and strike by zero above T = 256 (`effective_strike`).
struct Config {
  int tokens = 16;     // T
  int heads = 4;       // H
  int head_width = 8;  // D
  int window = 4;      // W, itself included; kAllKeys is no window
  bool causal = true;  // j <= i
  bool scale = true;   // divide by sqrt(D)
  Strike strike = Strike::kInfinity;
  bool tie = false;  // K is a copy of Q
  std::uint32_t seed = 1;
  int head = 0;  // the head shown, or kAllHeads
  Example example = Example::kNone;
  std::string text;  // non-empty: the words are the tokens
  bool positions = false;
  Weights weights = Weights::kRandom;
  View view = View::kBench;
  Show show = Show::kMasked;
  std::optional<Pick> pick;
  Theme theme = Theme::kAuto;
  bool operator==(const Config&) const = default;

  /// An example wins over a text; with neither, the numbers are random.
  Source source() const {
    if (example != Example::kNone) return Source::kExample;
    return text.empty() ? Source::kRandom : Source::kText;
  }
};

}  // namespace bandscope::config
