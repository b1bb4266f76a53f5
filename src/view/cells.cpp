#include "view/cells.h"

#include <algorithm>
#include <cmath>

#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kDotPitch = 12;        // a cell has max(1, round(cell / 12)) dots a side
constexpr float kSmallestDotCell = 6;  // below, the pitch is fixed on the screen

Reading read_table(const engine::KeyTable<float>& table, int h, int i, int j) {
  if (!table.holds(i, j)) return {};
  return {true, table.row(0, h, i)[j - table.first[static_cast<std::size_t>(i)]]};
}
Reading read_raw(const engine::Trace<float>& trace, int h, int i, int j) {
  return read_table(trace.scores_raw, h, i, j);
}
Reading read_scaled(const engine::Trace<float>& trace, int h, int i, int j) {
  return read_table(trace.scores_scaled, h, i, j);
}
Reading read_masked(const engine::Trace<float>& trace, int h, int i, int j) {
  return trace.keep.keeps(0, i, j) ? read_table(trace.scores_masked, h, i, j) : Reading{};
}

}  // namespace

Reader score_reader(config::Show show) {
  switch (show) {
    case config::Show::kRaw:
      return read_raw;
    case config::Show::kScaled:
      return read_scaled;
    case config::Show::kMasked:
      break;
  }
  return read_masked;
}

Reading read_share(const engine::Trace<float>& trace, int h, int i, int j) {
  if (!trace.strike_zero && !trace.keep.keeps(0, i, j)) return {};
  return read_table(trace.shares, h, i, j);
}

Reading read_mask(const engine::Trace<float>& trace, int /*h*/, int i, int j) {
  return trace.keep.keeps(0, i, j) ? Reading{true, 1.0F} : Reading{};
}

void ValueRange::take(float value, config::Pick at) {
  if (!std::isfinite(value)) {
    if (bad++ == 0) {
      first_bad = at;
      first_bad_value = value;
    }
    return;
  }
  low = any ? std::min(low, value) : value;
  high = any ? std::max(high, value) : value;
  any = true;
}

void ValueRange::close() {
  most = std::max(std::abs(low), std::abs(high));
  // Zeros only: any divisor gives surface, but not 0 / 0.
  if (!any || most == 0) most = 1;
}

std::string bad_in_words(const ValueRange& range, std::string_view row_name, std::string_view column_name) {
  if (range.bad == 0) return {};
  std::string words = fixed(range.first_bad_value, 0);
  words += " at ";
  words += row_name;
  words += ' ' + grouped(range.first_bad.query) + ", ";
  words += column_name;
  words += ' ' + grouped(range.first_bad.key);
  if (range.bad > 1) words += ", and " + grouped(range.bad - 1) + " more";
  return words;
}

int count_letters(std::string_view utf8) {
  return static_cast<int>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

float mono_width(int characters, Type size) { return 0.6F * static_cast<float>(size) * static_cast<float>(characters); }

int cell_decimals(float cell) { return cell < kLongNumberCell ? 2 : 3; }

std::optional<Type> number_size(std::span<const CellNumber> numbers, float cell_width) {
  int widest = 0;
  for (const CellNumber& number : numbers) {
    if (!number.is_struck) widest = std::max(widest, count_letters(number.text));
  }
  for (const Type size : {Type::k16, Type::k13, Type::k11}) {
    if (mono_width(widest, size) + 4 <= cell_width + 0.01F) return size;
  }
  return std::nullopt;
}

void make_dots(Dots& dots, float cell, float dpr, Rgba colour) {
  const bool small = cell < kSmallestDotCell;
  const int side = std::max(1, static_cast<int>(std::lround((small ? kSmallestDotCell : cell) * dpr)));
  const int per_side = small ? 1 : std::max(1, static_cast<int>(std::lround(cell / kDotPitch)));
  const int dot = std::max(1, static_cast<int>(std::lround(2 * dpr)));
  dots.pitch = static_cast<float>(side) / dpr;
  dots.spacing = dots.pitch / static_cast<float>(per_side);
  Bitmap& b = dots.bitmap;
  b.width = side;
  b.height = side;
  ++b.revision;
  Rgba clear = colour;
  clear.a = 0;
  b.texels.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), clear);
  const auto start = [&](int n) { return ((2 * n + 1) * side / per_side - dot) / 2; };
  for (int row = 0; row < per_side; ++row) {
    for (int column = 0; column < per_side; ++column) {
      for (int y = std::max(0, start(row)); y < std::min(side, start(row) + dot); ++y) {
        for (int x = std::max(0, start(column)); x < std::min(side, start(column) + dot); ++x) {
          b.texels[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)] = colour;
        }
      }
    }
  }
}

Inks inks_of(const Palette& palette) { return {palette.tokens, palette.dark}; }

}  // namespace bandscope::view
