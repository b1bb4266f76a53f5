#include "view/thumbnail.h"

#include <algorithm>

namespace bandscope::view {
namespace {

/// Above so many numbers a shrunken block is sampled and no longer searched for its largest.
constexpr std::int64_t kSearched = 1 << 20;

/// An enlarged thumbnail leaves a little more air over its shape.
constexpr float kEnlargedHeight = 24;

struct Scale {
  int up = 1, down = 1;
  float gap = 3;
  int shown = 1;  // blocks
  bool cut = false;
};

int ceil_div(int a, int b) { return (a + b - 1) / b; }

float width_at(int blocks, int columns, int up, int down, float gap) {
  return static_cast<float>(blocks * ceil_div(columns, down) * up) + static_cast<float>(blocks - 1) * gap;
}

/// The largest picture that fits. The height decides first; blocks that then do not fit are cut off.
Scale scale_of(const ThumbnailSource& s) {
  Scale scale;
  scale.shown = s.blocks;
  const auto gap_of = [](int up) { return static_cast<float>(std::max(3, up)); };
  if (static_cast<float>(s.rows) <= kThumbHeight && width_at(s.blocks, s.columns, 1, 1, 3) <= kThumbWidth) {
    while (static_cast<float>(s.rows * (scale.up + 1)) <= kEnlargedHeight &&
           width_at(s.blocks, s.columns, scale.up + 1, 1, gap_of(scale.up + 1)) <= kThumbWidth) {
      ++scale.up;
    }
    scale.gap = gap_of(scale.up);
    return scale;
  }
  scale.down = ceil_div(s.rows, static_cast<int>(kThumbHeight));
  // A table that is wider than it is high shrinks to its width, if that leaves it readable.
  while (width_at(1, s.columns, 1, scale.down, 3) > kThumbWidth) ++scale.down;
  if (s.blocks <= 4) {
    int down = scale.down;
    while (width_at(s.blocks, s.columns, 1, down, 3) > kThumbWidth) ++down;
    if (ceil_div(s.rows, down) * 4 >= ceil_div(s.rows, scale.down)) scale.down = down;
  }
  const float one = width_at(1, s.columns, 1, scale.down, 3);
  const int fits = std::max(1, static_cast<int>((kThumbWidth + 3) / (one + 3)));
  if (fits < s.blocks) {
    scale.cut = true;
    scale.shown = std::min(s.blocks, fits + 1);
  }
  return scale;
}

/// The number that stands for one texel: the largest |v| of its part, so that a thin band does not vanish.
float pooled(const ThumbnailSource& s, int block, int row, int column, const Scale& scale, bool searched) {
  if (scale.down == 1 || !searched) return s.at(block, row * scale.down, column * scale.down);
  float best = std::numeric_limits<float>::quiet_NaN();
  const int last_row = std::min(s.rows, (row + 1) * scale.down);
  const int last_column = std::min(s.columns, (column + 1) * scale.down);
  for (int r = row * scale.down; r < last_row; ++r) {
    for (int c = column * scale.down; c < last_column; ++c) {
      const float v = s.at(block, r, c);
      if (!std::isnan(v) && (std::isnan(best) || std::abs(v) > std::abs(best))) best = v;
    }
  }
  return best;
}

}  // namespace

Thumbnail make_thumbnail(const ThumbnailSource& s, const Palette& palette, std::uint64_t key, std::uint64_t revision) {
  Thumbnail t;
  const Scale scale = scale_of(s);
  t.cut = scale.cut;
  const int rows = ceil_div(s.rows, scale.down), columns = ceil_div(s.columns, scale.down);
  const bool searched = static_cast<std::int64_t>(s.rows) * s.columns * scale.shown <= kSearched;
  const int first = std::clamp(s.first_block, 0, s.blocks - scale.shown);
  std::vector<float> values(static_cast<std::size_t>(scale.shown) * rows * columns);
  // Q is often far larger than K and V, and one head than another: each part has its own scale.
  const int groups = std::max(1, s.groups);
  const auto group_of = [&](int c) { return std::min(groups - 1, c * groups / std::max(1, columns)); };
  std::vector<float> largest(static_cast<std::size_t>(scale.shown) * groups);
  const auto largest_of = [&](int b, int c) -> float& {
    return largest[static_cast<std::size_t>(b) * groups + group_of(c)];
  };
  std::size_t n = 0;
  for (int b = 0; b < scale.shown; ++b) {
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const float v = pooled(s, first + b, r, c, scale, searched);
        values[n++] = v;
        if (std::isfinite(v)) largest_of(b, c) = std::max(largest_of(b, c), std::abs(v));
      }
    }
  }
  const auto width = static_cast<float>(columns * scale.up), height = static_cast<float>(rows * scale.up);
  n = 0;
  for (int b = 0; b < scale.shown; ++b) {
    Thumbnail::Block block;
    block.box = {static_cast<float>(b) * (width + scale.gap), 0, width, height};
    block.bitmap.key = key + static_cast<std::uint64_t>(b);
    block.bitmap.revision = revision;
    block.bitmap.width = columns;
    block.bitmap.height = rows;
    block.bitmap.texels.reserve(static_cast<std::size_t>(rows) * columns);
    for (int i = 0; i < rows * columns; ++i) {
      const float v = values[n++];
      const float most = largest_of(b, i % columns);
      const float m = s.map == Map::kShares || most == 0 ? 1.0F : most;
      block.bitmap.texels.push_back(std::isnan(v) || std::isinf(v) ? s.missing : palette.map(s.map, v, m));
    }
    t.blocks.push_back(std::move(block));
  }
  t.width = std::min(kThumbWidth, static_cast<float>(scale.shown) * (width + scale.gap) - scale.gap);
  t.height = height;
  return t;
}

}  // namespace bandscope::view
