// Whole numbers and lists of them, read and written the same in every locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bandscope::config {

/// The text without white space at its ends.
std::string_view trimmed(std::string_view text);

/// A whole number in decimal digits, with an optional minus. One too large for its type is read as the largest.
std::optional<long long> read_whole(std::string_view text);

/// 1,000,000
std::string grouped(long long value);

/// Held between low and high; low where the range is empty.
int held(long long value, int low, int high);

}  // namespace bandscope::config
