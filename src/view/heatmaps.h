// The mask band, the scores and the shares as drawable data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/head_maps.h"
#include "view/rich_text.h"
#include "view/sheet.h"

namespace bandscope::view {

/// "too old" or "not yet" in a struck corner, on a patch of surface that covers whole dots.
struct CornerWord {
  std::string text;
  Pair pair = Pair::kMutedSurface;
  Box patch;
};

/// `W = 6` and a line as long as the window, one row from the pick.
struct Bracket {
  float left = 0;
  float right = 0;
  float y = 0;
  std::vector<Run> label;  // empty: no room
  Box patch;               // of the label
  float text_x = 0;        // where the label ends before the bracket, or begins after it
};

struct KeptCount {
  int row = 0;
  std::string text;
};

/// A word of the figure's text block.
struct FigureWord {
  std::string text;
  bool is_kept = false;
  bool is_picked = false;
};

struct BandModel {
  SheetModel sheet;
  std::vector<KeptCount> kept;  // of every shown row
  std::optional<CornerWord> before, after;
  std::optional<Bracket> bracket;
  std::vector<Run> rule;      // "keep j <= i and j >= i - W + 1"
  std::vector<Run> sentence;  // of the pointed row
  std::vector<FigureWord> words;
  int first_word = 0;  // token index of words[0]
};

/// A colour bar: the real range, a tick at 0, a caret.
struct ColourBar {
  Bitmap ramp;  // one row of texels
  std::string low, high;
  std::optional<float> zero;  // 0..1 of the bar
  std::optional<float> caret;
  ValueRange range;
  Inks inks;
  int decimals = 0;
};

struct ScoresModel {
  SheetModel sheet;
  HeadMaps all;
  ColourBar bar;
  std::vector<Run> subtitle;
};

struct SharesModel {
  SheetModel sheet;
  HeadMaps all;
  ColourBar bar;
  std::vector<Run> subtitle;
  std::string leak;  // "struck by 0: leaks 12.3 %" of the pointed row, or empty
};

void update_band(BandModel& model, const ModelInput& input);
void update_scores(ScoresModel& model, const ModelInput& input);
void update_shares(SharesModel& model, const ModelInput& input);

/// The rule in words for one row: "Query 5 reads keys 2 to 5: four keys, itself included."
std::vector<Run> sentence_of(const engine::KeyRanges& keep, int query);
/// The rule as it is written, with W in its colour; `windowed` is false for `w=all`.
std::vector<Run> rule_of(const engine::KeyRanges& keep, bool windowed);

/// A bar over `range` (or 0..1) of `texels` steps; `value` places the caret.
void update_bar(ColourBar& bar, const ValueRange& range, bool is_share, std::optional<float> value, int decimals,
                int texels, const Palette& palette, std::string_view key);

}  // namespace bandscope::view
