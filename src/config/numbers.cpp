#include "config/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace bandscope::config {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\r\f\v";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::optional<long long> read_whole(std::string_view text) {
  text = trimmed(text);
  long long value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return text.front() == '-' ? std::numeric_limits<long long>::min() : std::numeric_limits<long long>::max();
  }
  return value;
}

namespace {
constexpr double kDecimalUnit = 1e6;
constexpr long long kLargestDecimal = 9'000'000'000'000'000;  // units: over any setting, and exact in a double

double from_units(long long units) { return static_cast<double>(units) / kDecimalUnit; }

long long to_units(double value) {
  constexpr auto kMost = static_cast<double>(kLargestDecimal);
  const double units = std::round(value * kDecimalUnit);
  if (!(units > -kMost)) return -kLargestDecimal;
  return units < kMost ? static_cast<long long>(units) : kLargestDecimal;
}
}  // namespace

std::optional<double> read_decimal(std::string_view text) {
  text = trimmed(text);
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view part = text.substr(std::min(point + 1, text.size()));
  const auto digits = [](std::string_view of) { return of.find_first_not_of("0123456789") == std::string_view::npos; };
  if (whole.size() + part.size() == 0 || !digits(whole) || !digits(part)) return std::nullopt;
  long long units = 0;
  for (const char digit : whole) units = std::min(units * 10 + (digit - '0'), kLargestDecimal);
  for (std::size_t place = 0; place < 6; ++place) {
    units = std::min(units * 10 + (place < part.size() ? part[place] - '0' : 0), kLargestDecimal);
  }
  if (part.size() > 6 && part[6] >= '5') ++units;
  return from_units(minus ? -units : units);
}

std::string write_decimal(double value) {
  const long long units = to_units(value);
  std::string digits = std::to_string(units < 0 ? -units : units);
  if (digits.size() < 7) digits.insert(0, 7 - digits.size(), '0');
  digits.insert(digits.size() - 6, 1, '.');
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return (units < 0 ? "-" : "") + digits;
}

double rounded_decimal(double value) { return from_units(to_units(value)); }

std::string grouped(long long value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string millions_in_words(std::int64_t count) { return grouped(count / 1'000'000) + " million"; }

std::string size_in_words(std::int64_t bytes) {
  constexpr std::int64_t kLegible = 10'000;  // of one unit, then comes the next
  std::int64_t count = (bytes >> 20) + (bytes % (1 << 20) > 0 ? 1 : 0);
  for (const char* unit : {" MB", " GB", " TB"}) {
    if (count < kLegible) return grouped(count) + unit;
    count = (count + 1023) >> 10;
  }
  return grouped(count) + " PB";
}

int held(long long value, int low, int high) {
  if (value > high) value = high;
  if (value < low) value = low;
  return static_cast<int>(value);
}

}  // namespace bandscope::config
