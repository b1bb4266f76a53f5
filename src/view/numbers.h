// Numbers as they are written on screen: fixed decimals, U+2212 for minus, no "-0.000".
#pragma once

#include <cstdint>
#include <string>

namespace bandscope::view {

/// "0.670", "−1.414", "-∞" as "−∞", "NaN". Never trimmed, never "−0.000".
std::string fixed(double value, int decimals);
/// As fixed(), but |v| >= 1e5 or 0 < |v| < 5e-4 as "1.2e−5": for cards and tips.
std::string careful(double value, int decimals);
/// An integer where the value is one ("2"), else fixed(): for given integers.
std::string plain(double value, int decimals);
/// "131,040"
std::string grouped(std::int64_t value);
/// "0.41 %": two decimals below 10, else one. From a share of 1.
std::string per_cent(double share);
/// As per_cent(), but what would round to 0.00 as "1.2e−3 %", and 0 as "0 %".
std::string small_per_cent(double share);
/// "four" up to twelve, then digits.
std::string count_word(std::int64_t count);

}  // namespace bandscope::view
