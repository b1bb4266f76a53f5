#include "view/numbers.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace bandscope::view {
namespace {

constexpr std::string_view kMinus = "\u2212";
constexpr std::array<std::string_view, 13> kWords = {"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                                     "seven", "eight", "nine", "ten",   "eleven", "twelve"};

/// The words for numbers that have no digits; empty for all others.
std::string not_finite(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return std::string(value < 0 ? kMinus : "") + "\u221E";
  return {};
}

/// printf of an absolute value: the sign is ours.
std::string digits(const char* format, int decimals, double magnitude) {
  std::array<char, 400> buffer;  // the largest double has 309 digits before the point
  int length = std::snprintf(buffer.data(), buffer.size(), format, decimals, magnitude);
  return {buffer.data(), static_cast<std::size_t>(length)};
}

std::string signed_text(bool negative, const std::string& magnitude) {
  bool zero = magnitude.find_first_not_of("0.") == std::string::npos;
  return negative && !zero ? std::string(kMinus) + magnitude : magnitude;
}

}  // namespace

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  return signed_text(value < 0, digits("%.*f", decimals, std::fabs(value)));
}

std::string careful(double value, int decimals) {
  double magnitude = std::fabs(value);
  if (!std::isfinite(value) || magnitude == 0 || (magnitude >= 5e-4 && magnitude < 1e5)) return fixed(value, decimals);
  std::string text = digits("%.*e", 1, magnitude);  // "1.2e-05"
  std::size_t e = text.find('e');
  bool small = text[e + 1] == '-';
  std::size_t first = text.find_first_not_of('0', e + 2);
  std::string exponent = first == std::string::npos ? "0" : text.substr(first);
  return std::string(value < 0 ? kMinus : "") + text.substr(0, e + 1) + std::string(small ? kMinus : "") + exponent;
}

std::string plain(double value, int decimals) {
  bool whole = std::isfinite(value) && value == std::trunc(value);
  return fixed(value, whole ? 0 : decimals);
}

std::string grouped(std::int64_t value) {
  std::string text = std::to_string(value);
  std::size_t first = text[0] == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return first == 1 ? std::string(kMinus) + text.substr(1) : text;
}

std::string per_cent(double share) {
  if (!std::isfinite(share)) return not_finite(share);
  double value = 100 * share;
  // 9.996 would round to 10.00: it has one decimal already.
  return fixed(value, std::fabs(value) < 9.995 ? 2 : 1) + " %";
}

std::string small_per_cent(double share) {
  const double value = 100 * share;
  if (share == 0) return "0 %";
  if (std::isnan(value) || value <= 0 || value >= 0.005) return per_cent(share);
  int exponent = static_cast<int>(std::floor(std::log10(value)));
  double mantissa = value / std::pow(10.0, exponent);
  // 9.96 would round to 10.0.
  if (mantissa >= 9.95) {
    mantissa /= 10;
    ++exponent;
  }
  return fixed(mantissa, 1) + "e" + std::string(kMinus) + std::to_string(-exponent) + " %";
}

std::string count_word(std::int64_t count) {
  return count >= 0 && count < static_cast<std::int64_t>(kWords.size())
             ? std::string(kWords[static_cast<std::size_t>(count)])
             : grouped(count);
}

}  // namespace bandscope::view
