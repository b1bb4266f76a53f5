// Numbers as a small picture: a pixel a number, or a whole number of pixels, or one of a whole number of numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "view/moves.h"
#include "view/palette.h"

namespace bandscope::view {

/// What a thumbnail is made of: `blocks` tables of rows x columns, side by side.
struct ThumbnailSource {
  int blocks = 1, rows = 1, columns = 1;
  int first_block = 0;  // shown first where not all fit
  int groups = 1;       // of a block's columns: each is coloured by its own largest number
  Map map = Map::kSigned;
  Rgba missing;  // of a number that is not there (NaN)
  /// The number at (block, row, column); NaN where there is none.
  std::function<float(int, int, int)> at;
};
Thumbnail make_thumbnail(const ThumbnailSource& source, const Palette& palette, std::uint64_t key,
                         std::uint64_t revision);

}  // namespace bandscope::view
