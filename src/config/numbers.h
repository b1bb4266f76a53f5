// Whole numbers and lists of them, read and written the same in every locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bandscope::config {

/// The text without white space at its ends.
std::string_view trimmed(std::string_view text);

/// A whole number in decimal digits, with an optional minus. One too large for its type is read as the largest.
std::optional<long long> read_whole(std::string_view text);

/// A decimal number with an optional minus ("0.5", "-2", ".25"), rounded to six decimals; one too large is read as the
/// largest. By whole numbers, since the standard library's own reading depends on the locale, or is not there.
std::optional<double> read_decimal(std::string_view text);
/// To six decimals, without zeros at its end: "0.5". What it writes reads as the same number.
std::string write_decimal(double value);
/// To the nearest number that write_decimal can write.
double rounded_decimal(double value);

/// 1,000,000
std::string grouped(long long value);
/// 12 million, rounded down.
std::string millions_in_words(std::int64_t count);
/// 276 GB, rounded up.
std::string size_in_words(std::int64_t bytes);

/// Held between low and high; low where the range is empty.
int held(long long value, int low, int high);

}  // namespace bandscope::config
