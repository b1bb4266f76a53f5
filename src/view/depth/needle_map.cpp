#include "view/depth/needle_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/stack/reach.h"
#include "view/depth/depth_input.h"
#include "view/depth/needle_grid.h"

namespace bandscope::view {
namespace {

constexpr float kMostCellWidth = 32;
constexpr float kMostCellHeight = 20;
constexpr float kStair = 2;

/// Layers before the first global one.
int windowed_layers(const engine::StackRule& rule) {
  int layers = 0;
  while (layers < rule.layers && !engine::is_global(rule.pattern, layers + 1)) ++layers;
  return layers;
}

/// Whether anything of the needle can be in the last token after so many layers.
bool can_arrive(engine::StackRule rule, std::int64_t window, int layers, std::int64_t needle) {
  rule.window = window;
  rule.layers = std::max(rule.layers, layers);
  return engine::reach(rule, rule.tokens - 1, layers).first <= needle;
}

double most_of(const WindowShares& shares) {
  double most = 0;
  for (const std::vector<double>& column : shares.share) {
    for (const double share : column) {
      if (std::isfinite(share)) most = std::max(most, share);
    }
  }
  return most > 0 ? most : 1;
}

bool arrives(const WindowShares& shares, int column, int layer, double epsilon) {
  return shares.known(column, layer) && shares.at(column, layer) >= epsilon;
}

/// Lines between what arrives and what does not, each as long as it is straight.
void draw_stairs(NeedleMap& map, const WindowShares& shares, double epsilon) {
  map.stairs.clear();
  const int columns = static_cast<int>(map.windows.size());
  const auto differ = [&](int column, int layer, int other, int other_layer) {
    return shares.known(column, layer) && shares.known(other, other_layer) &&
           arrives(shares, column, layer, epsilon) != arrives(shares, other, other_layer, epsilon);
  };
  for (int column = 0; column + 1 < columns; ++column) {
    for (int layer = 1; layer <= map.layers; ++layer) {
      const int from = layer;
      while (layer <= map.layers && differ(column, layer, column + 1, layer)) ++layer;
      if (layer == from) continue;
      const Box low = map.cell_box(column, from), high = map.cell_box(column, layer - 1);
      map.stairs.push_back({low.right() - kStair / 2, high.y - kStair / 2, kStair, low.bottom() - high.y + kStair});
    }
  }
  for (int layer = 1; layer < map.layers; ++layer) {
    for (int column = 0; column < columns; ++column) {
      const int from = column;
      while (column < columns && differ(column, layer, column, layer + 1)) ++column;
      if (column == from) continue;
      const Box first = map.cell_box(from, layer), last = map.cell_box(column - 1, layer);
      map.stairs.push_back({first.x - kStair / 2, first.y - kStair / 2, last.right() - first.x + kStair, kStair});
    }
  }
  for (Box& stair : map.stairs) {
    stair = common(stair, map.box);  // none along the sheet's own border
  }
}

/// "cannot arrive" stands where only such cells lie: at the left, as high as they go.
void place_words(NeedleMap& map, const WindowShares& shares) {
  map.too_far.reset();
  const auto columns = static_cast<int>(std::ceil((kTooFarWidth + 8) / map.cell_width));
  const auto rows = static_cast<int>(std::ceil((kTooFarHeight + 8) / map.cell_height));
  if (columns > static_cast<int>(map.windows.size()) || rows > map.layers) return;
  if (can_arrive(shares.rule, map.windows[static_cast<std::size_t>(columns) - 1], rows, shares.needle)) return;
  const Box corner = map.cell_box(0, 1);
  map.too_far = Point{corner.x + 4, corner.bottom() - 4 - kTooFarHeight};
}

void place_cells(NeedleMap& map, const Box& room, float dpr) {
  const auto columns = static_cast<float>(map.windows.size());
  const auto rows = static_cast<float>(map.layers);
  const auto cell = [dpr](float length, float most, float count) {
    return std::max(1.0F, std::floor(std::min(length / count, most) * dpr)) / dpr;
  };
  map.cell_width = cell(room.width, kMostCellWidth, columns);
  map.cell_height = cell(room.height, kMostCellHeight, rows);
  map.box = {room.x, room.bottom() - rows * map.cell_height, columns * map.cell_width, rows * map.cell_height};
}

void ink_cells(NeedleMap& map, const WindowShares& shares, const Palette& palette, double most) {
  map.most = most;
  map.over = map.some_known = map.some_unknown = false;
  Bitmap& b = map.cells;
  b.key = bitmap_key("needle map");
  ++b.revision;
  b.width = static_cast<int>(map.windows.size());
  b.height = map.layers;
  const Rgba surface = palette[Token::kSurface];
  b.texels.assign(static_cast<std::size_t>(b.width) * static_cast<std::size_t>(b.height), surface);
  for (int column = 0; column < b.width; ++column) {
    for (int layer = 1; layer <= map.layers; ++layer) {
      Rgba& texel = b.texels[static_cast<std::size_t>(map.layers - layer) * static_cast<std::size_t>(b.width) +
                             static_cast<std::size_t>(column)];
      if (!can_arrive(shares.rule, map.windows[static_cast<std::size_t>(column)], layer, shares.needle)) {
        texel.a = 0;
      } else if (!shares.known(column, layer)) {
        map.some_unknown = true;
        texel = palette[Token::kChip];
      } else {
        map.some_known = true;
        const double share = shares.at(column, layer);
        map.over = map.over || share > map.most;
        const double ink = std::isfinite(share) ? std::sqrt(std::min(1.0, share / map.most)) : share;
        texel = palette.map(Map::kShares, static_cast<float>(ink), 1);
      }
    }
  }
}

}  // namespace

std::int64_t needle_numbers(const engine::StackRule& rule, std::int64_t needle) {
  std::int64_t numbers = 1;
  for (int layer = 1; layer <= rule.layers; ++layer) {
    const std::int64_t side = engine::reach_side(rule, layer);
    const std::int64_t after = std::min(rule.tokens - 1 - needle, side);
    const std::int64_t before = rule.causal ? 0 : std::min(needle, side);
    numbers += before + after + 1;
  }
  return numbers;
}

std::vector<double> uniform_left(const engine::StackRule& rule, double alpha, std::int64_t needle,
                                 std::int64_t& budget) {
  const std::int64_t last = rule.tokens - 1;
  const int windowed = windowed_layers(rule);
  // Then no row on the way is one of the first W - 1, which keep fewer keys.
  const bool far = rule.causal && needle >= rule.window - 1;
  if (far && windowed == rule.layers) return engine::uniform_shares_at(rule.window, windowed, alpha, last - needle);
  const std::int64_t numbers = needle_numbers(rule, needle);
  std::vector<double> left;
  if (numbers <= budget) {
    budget -= numbers;
    const std::vector<engine::Flow> flows = engine::uniform_columns(rule, alpha, needle);
    for (std::size_t layer = 1; layer < flows.size(); ++layer) left.push_back(flows[layer].at(last));
    return left;
  }
  if (far && windowed > 0) return engine::uniform_shares_at(rule.window, windowed, alpha, last - needle);
  for (int layer = 1; layer <= rule.layers && engine::reach(rule, last, layer).first > needle; ++layer) {
    left.push_back(0);  // out of reach
  }
  return left;
}

int NeedleMap::column_of(int window) const {
  const auto after = std::upper_bound(windows.begin(), windows.end(), window);
  return std::max(0, static_cast<int>(after - windows.begin()) - 1);
}

std::array<int, 2> NeedleMap::cell_at(Point p) const {
  if (!box.contains(p)) return {-1, -1};
  const int column = std::min(static_cast<int>(windows.size()) - 1, static_cast<int>((p.x - box.x) / cell_width));
  const int layer = std::min(layers, 1 + static_cast<int>((box.bottom() - p.y) / cell_height));
  return {column, std::max(1, layer)};
}

void update_uniform(WindowShares& shares, const engine::StackRule& rule, double alpha, std::int64_t needle) {
  engine::StackRule with = rule;
  with.window = 1;
  if (shares.revision > 0 && shares.rule == with && shares.alpha == alpha && shares.needle == needle) return;
  shares.rule = with;
  shares.alpha = alpha;
  shares.needle = needle;
  ++shares.revision;
  shares.windows = needle_windows(static_cast<int>(rule.tokens));
  shares.share.clear();
  std::int64_t budget = kMostNeedleNumbers;
  for (const int window : shares.windows) {
    with.window = window;
    shares.share.push_back(uniform_left(with, alpha, needle, budget));
  }
}

void update_swept(WindowShares& shares, const NeedleSweep& sweep, const WindowShares& uniform) {
  const bool swept = sweep.current && sweep.layers > 0 && !sweep.windows.empty();
  shares.rule = uniform.rule;
  shares.alpha = uniform.alpha;
  shares.needle = uniform.needle;
  // Two counters that only rise: so does their sum.
  shares.revision = uniform.revision + sweep.revision;
  shares.windows = swept ? sweep.windows : uniform.windows;
  if (swept) {
    shares.share = sweep.share;
    shares.rule.layers = sweep.layers;
  } else {
    shares.share.clear();
  }
  shares.share.resize(shares.windows.size());
}

void update_needle_map(NeedleMap& map, const WindowShares& shares, const NeedleMapKey& key, const Palette& palette,
                       const WindowShares& scale) {
  if (map.layers > 0 && map.key == key) return;
  map.key = key;
  map.windows = shares.windows;
  map.layers = shares.rule.layers;
  place_cells(map, key.room, key.dpr);
  ink_cells(map, shares, palette, most_of(scale));
  map.dots.bitmap.key = bitmap_key("needle map dots");
  make_dots(map.dots, 5, key.dpr, palette[Token::kStruckDot]);
  draw_stairs(map, shares, key.epsilon);
  place_words(map, shares);
}

Arrival arrival_at_windows(const WindowShares& shares, int layers, double epsilon) {
  Arrival arrival;
  const int columns = static_cast<int>(shares.windows.size());
  int last = -1;
  for (int column = 0; column < columns; ++column) {
    if (!arrives(shares, column, layers, epsilon)) continue;
    const int window = shares.windows[static_cast<std::size_t>(column)];
    if (last < 0) arrival.low = window;
    arrival.whole = arrival.whole && (last < 0 || last == column - 1);
    arrival.high = window;
    last = column;
  }
  arrival.open = last + 1 == columns;
  if (last < 0) {
    for (int column = 0; column < columns; ++column) arrival.known = arrival.known && shares.known(column, layers);
  } else {
    arrival.known = arrival.open || shares.known(last + 1, layers);
  }
  return arrival;
}

Arrival arrival_along_window(const WindowShares& uniform, int layers, double epsilon) {
  const auto arrives_at = [&](int window) {
    engine::StackRule other = uniform.rule;
    other.window = window;
    other.layers = layers;
    std::int64_t budget = kMostNeedleNumbers;
    const auto left = uniform_left(other, uniform.alpha, uniform.needle, budget);
    return static_cast<int>(left.size()) == layers && left.back() >= epsilon;
  };
  /// The window next to `there` on the way to `not_there` up to which it still arrives.
  const auto last_between = [&](int there, int not_there) {
    while (std::abs(there - not_there) > 1) {
      const int middle = there + (not_there - there) / 2;
      (arrives_at(middle) ? there : not_there) = middle;
    }
    return there;
  };
  Arrival arrival = arrival_at_windows(uniform, layers, epsilon);
  if (arrival.low == 0) return arrival;
  const auto column_of = [&](int window) {
    return static_cast<int>(std::ranges::lower_bound(uniform.windows, window) - uniform.windows.begin());
  };
  const auto window = [&](int column) { return uniform.windows[static_cast<std::size_t>(column)]; };
  const int before = column_of(arrival.low) - 1, after = column_of(arrival.high) + 1;
  if (before >= 0 && uniform.known(before, layers)) arrival.low = last_between(arrival.low, window(before));
  if (!arrival.open && arrival.known) arrival.high = last_between(arrival.high, window(after));
  return arrival;
}

Arrival arrival_along_layers(const std::vector<double>& left, int end, double epsilon) {
  Arrival arrival;
  const int known = std::min(static_cast<int>(left.size()), end);
  for (int layer = 1; layer <= known; ++layer) {
    if (!(left[static_cast<std::size_t>(layer) - 1] >= epsilon)) continue;
    if (arrival.low == 0) arrival.low = layer;
    arrival.whole = arrival.whole && (arrival.high == 0 || arrival.high == layer - 1);
    arrival.high = layer;
  }
  arrival.open = arrival.high == end;
  arrival.known = known == end || (arrival.high > 0 && arrival.high < known);
  return arrival;
}

}  // namespace bandscope::view
