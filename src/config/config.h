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
enum class View {
  kBench,
  kBand,
  kScores,
  kShares,
  kMerge,
  kReach,
  kNeedle,
  kCost,
  kStage,
  kStrides,
};
/// The moves in the order of the data: what `view=stage` shows.
enum class Stage {
  kProject,
  kCut,
  kSplit,
  kReshelve,
  kFlip,
  kScore,
  kScale,
  kMask,
  kStrike,
  kSoftmax,
  kBlend,
  kMerge,
  kOutput,
};
inline constexpr int kStageCount = 13;
/// The operation that `view=strides` shows: what it does to the places of the numbers.
enum class StrideMove { kCut, kSplit, kReshelve, kFlip, kFlips, kContiguous, kMerge };
enum class Theme { kAuto, kLight, kDark };
enum class Norm { kNone, kRms };
/// How the soft reach is plotted.
enum class Axis { kLinear, kLog };
/// Published settings, by the row of presets.h.
enum class Preset {
  kNone,
  kMistral7b,
  kGemma2b2,
  kGemma2b9,
  kGemma2b27,
  kGemma3m270,
  kGemma3b1,
  kGemma3b4,
  kGemma3b12,
  kGemma3b27,
  kLongformerBase,
  kTokens100k,
};

/// A cell of the score table: query row and key column, counted from 0.
struct Pick {
  int query = 0;
  int key = 0;
  bool operator==(const Pick&) const = default;
};

/// One field for each key of the field table (`field_table.h`). Holds what was asked for: the window
/// may exceed T (see `effective_window`), the pick may be unset (`effective_pick`), built weights wait below D = 8
/// (`effective_weights`), strike by zero above T = 256 (`effective_strike`) and the layer above L.
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
  int layers = 3;             // L
  std::string pattern = "L";  // one letter a layer, repeated: L has the window, G reads everything
  double alpha = 0;           // of the residual: h' = alpha h + (1 - alpha) layer(norm(h))
  Norm norm = Norm::kNone;
  bool shared = false;             // every layer has layer 1's weights
  std::optional<int> layer = {};   // the chosen one, from 1; L holds it down (`panel_layer`, `reach_layer`)
  std::optional<int> needle = {};  // the token whose traces are followed (`effective_needle`)
  double epsilon = 0.01;           // what counts as arrived
  Axis axis = Axis::kLinear;
  Preset preset = Preset::kNone;  // whose sizes lie under the others
  Stage stage = Stage::kProject;  // of the stage view (`effective_stage`)
  StrideMove move = StrideMove::kFlips;
  bool operator==(const Config&) const = default;

  /// An example wins over a text; with neither, the numbers are random.
  Source source() const {
    if (example != Example::kNone) return Source::kExample;
    return text.empty() ? Source::kRandom : Source::kText;
  }
};

}  // namespace bandscope::config
