// Where the needle arrives: what is left of it at the last token, for each window and depth.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/stack/relay.h"
#include "engine/stack/rule.h"
#include "view/cells.h"
#include "view/geometry.h"
#include "view/painter.h"

namespace bandscope::view {

struct NeedleSweep;

/// The longest list of one needle's shares, over all layers, that is made in a frame.
inline constexpr std::int64_t kMostNeedleNumbers = 1'000'000;

/// The numbers that uniform_columns would hold for this needle.
std::int64_t needle_numbers(const engine::StackRule& rule, std::int64_t needle);

/// How much of the needle is left at the last token after 1, 2, ... layers: result[l - 1], by uniform shares, exact.
/// Shorter than L where the rest is not known: where rows near the start, or of a global layer, keep other numbers of
/// keys, and following them takes more than `budget` numbers, from which what it took is subtracted.
std::vector<double> uniform_left(const engine::StackRule& rule, double alpha, std::int64_t needle,
                                 std::int64_t& budget);

/// Where something arrives along one axis; `low` 0: nowhere.
struct Arrival {
  int low = 0;
  int high = 0;
  bool open = false;  // up to the axis' end
  bool known = true;  // what lies beyond `high` is known
  bool whole = true;  // everywhere between
  bool operator==(const Arrival&) const = default;
};

/// The needle at the last token, for windows and depths.
struct WindowShares {
  engine::StackRule rule;  // its layers the deepest; its window says nothing
  double alpha = 0;
  std::int64_t needle = 0;
  std::vector<int> windows;
  std::vector<std::vector<double>> share;  // [window][layer - 1], as far as it is known
  std::uint64_t revision = 0;              // rises when any of these changes
  bool known(int column, int layer) const {
    return layer <= static_cast<int>(share[static_cast<std::size_t>(column)].size());
  }
  double at(int column, int layer) const {
    return share[static_cast<std::size_t>(column)][static_cast<std::size_t>(layer) - 1];
  }
};
/// By uniform shares, anew only where the rule, alpha or the needle changed.
void update_uniform(WindowShares& shares, const engine::StackRule& rule, double alpha, std::int64_t needle);
/// By the stack's real shares as far as the sweep has come.
void update_swept(WindowShares& shares, const NeedleSweep& sweep, const WindowShares& uniform);

/// What a map's picture was made from.
struct NeedleMapKey {
  std::uint64_t shares = 0;
  bool real = false;
  Box room;
  double epsilon = 0;
  float dpr = 0;
  Inks inks;
  bool operator==(const NeedleMapKey&) const = default;
};

struct NeedleMap {
  std::vector<int> windows;  // of the columns
  int layers = 0;            // rows, the first at the bottom
  double most = 1;           // of the shares: full ink
  bool over = false;         // some share is larger
  bool some_known = false;   // of what can arrive
  bool some_unknown = false;

  Box box;  // of all cells
  float cell_width = 0, cell_height = 0;
  Bitmap cells;                  // what cannot arrive is clear
  Dots dots;                     // under them
  std::vector<Box> stairs;       // 2 px round what arrives
  std::optional<Point> too_far;  // where "cannot arrive" fits: the patch's top left corner

  NeedleMapKey key;

  Box cell_box(int column, int layer) const {
    return {box.x + static_cast<float>(column) * cell_width, box.bottom() - static_cast<float>(layer) * cell_height,
            cell_width, cell_height};
  }
  /// The column of a window: the last one not above it.
  int column_of(int window) const;
  /// The cell under a point: {column, layer}, or {-1, -1}.
  std::array<int, 2> cell_at(Point p) const;
};
inline constexpr float kTooFarWidth = 92, kTooFarHeight = 18;

/// `scale`: the shares whose largest is full ink. While more of `shares` is still to come they are others, which stay,
/// or each line that comes would change the shade of all before it.
void update_needle_map(NeedleMap& map, const WindowShares& shares, const NeedleMapKey& key, const Palette& palette,
                       const WindowShares& scale);

/// Along W after so many layers, at the shares' own windows.
Arrival arrival_at_windows(const WindowShares& shares, int layers, double epsilon);
/// Along W after so many layers, by uniform shares: by their windows, and between these by halving.
Arrival arrival_along_window(const WindowShares& uniform, int layers, double epsilon);
/// Along L up to `end`, of the shares after 1, 2, ... layers, as far as they are known.
Arrival arrival_along_layers(const std::vector<double>& left, int end, double epsilon);

}  // namespace bandscope::view
