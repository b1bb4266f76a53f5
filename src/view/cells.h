// A table's cells as texels, ranges and numbers: what the score maps, the shares and the merge have in common.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "engine/trace.h"
#include "view/layout.h"
#include "view/painter.h"
#include "view/palette.h"

namespace bandscope::view {

/// From this many CSS pixels a cell says its number.
inline constexpr float kNumberCell = 34;
/// From this many pixels a cell's number has three decimals, below two.
inline constexpr float kLongNumberCell = 44;

/// One cell: `held` is false where the table has no number (struck, or a pair never scored).
struct Reading {
  bool held = false;
  float value = 0;
};

/// Reads cell (i, j) of head h of a table of batch 0.
using Reader = Reading (*)(const engine::Trace<float>& trace, int h, int i, int j);
/// The reader of a scores tab. Masked holds the kept cells; raw and scaled every pair that was scored.
Reader score_reader(config::Show show);
/// Kept cells, and with strike by zero the struck ones too: they have a share.
Reading read_share(const engine::Trace<float>& trace, int h, int i, int j);
Reading read_mask(const engine::Trace<float>& trace, int h, int i, int j);

/// The finite values shown.
struct ValueRange {
  float low = 0;
  float high = 0;
  float most = 1;  // largest |v|; 1 where there is none
  bool any = false;
  int bad = 0;  // how many are not finite
  config::Pick first_bad;
  float first_bad_value = 0;
  bool operator==(const ValueRange&) const = default;
  void take(float value, config::Pick at);
  void close();  // after the last take()
};

/// "NaN at query 3, key 2", with ", and 4 more"; empty where all values are finite.
std::string bad_in_words(const ValueRange& range, std::string_view row_name, std::string_view column_name);

/// A number in a cell.
struct CellNumber {
  int row = 0;
  int column = 0;
  std::string text;
  Pair pair = Pair::kCellBlack;
  bool is_struck = false;  // 13 muted on a patch of surface
};
/// Numbers of one size for a whole panel: the largest of 16, 13 and 11 whose widest string leaves 2 px a side.
/// Nothing where even 11 is too wide.
std::optional<Type> number_size(std::span<const CellNumber> numbers, float cell_width);
int cell_decimals(float cell);
/// Advance of `characters` characters of the mono face: 0.6 of the size each.
float mono_width(int characters, Type size);
int count_letters(std::string_view utf8);

/// The texture of the dots of struck cells: one cell's dots, or one dot of a fixed pitch below 6 px a cell.
struct Dots {
  Bitmap bitmap;
  float pitch = 0;    // of one copy, CSS pixels
  float spacing = 0;  // from dot to dot
};
void make_dots(Dots& dots, float cell, float dpr, Rgba colour);

/// A bitmap's key from the name of what it shows (64-bit FNV-1a), so that no two panels need to agree on numbers.
constexpr std::uint64_t bitmap_key(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

/// The colours that bitmaps are made of: a changed theme or an embed's own surface makes them anew.
struct Inks {
  std::array<Rgba, kTokenCount> tokens{};
  bool dark = false;
  bool operator==(const Inks&) const = default;
};
Inks inks_of(const Palette& palette);

}  // namespace bandscope::view
