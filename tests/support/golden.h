// Reference values from tests/golden, and how arrays are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace bandscope::support {

/// Reads tests/golden/NAME.json.
nlohmann::json golden(std::string_view name);

/// A nested list as one row-major array; a null (a struck score) is -infinity.
std::vector<double> flat(const nlohmann::json& nested);

/// max|a - b| / max(1, max|b|). Numbers that are not finite must be the same in both, or the error is infinite.
template <class A, class B>
double array_error(const A& a, const B& b) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (a.size() != b.size()) return kInfinity;
  double difference = 0, size = 1;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const double x = a[n], y = b[n];
    if (std::isnan(x) && std::isnan(y)) continue;
    if (x == y) {
      if (std::isfinite(y)) size = std::max(size, std::fabs(y));
      continue;
    }
    if (!std::isfinite(x) || !std::isfinite(y)) return kInfinity;
    difference = std::max(difference, std::fabs(x - y));
    size = std::max(size, std::fabs(y));
  }
  return difference / size;
}

}  // namespace bandscope::support
