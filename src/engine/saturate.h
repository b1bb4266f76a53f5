// Products and sums of counts that stop at the largest number instead of wrapping round.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>

namespace bandscope::engine::saturate {

inline constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Of counts; 0 where one of them is 0 or below.
inline std::int64_t times(std::initializer_list<std::int64_t> factors) {
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) {
    if (factor <= 0) return 0;
    product = product > kMost / factor ? kMost : product * factor;
  }
  return product;
}

inline std::int64_t plus(std::initializer_list<std::int64_t> terms) {
  std::int64_t sum = 0;
  for (const std::int64_t term : terms) sum = term > kMost - sum ? kMost : sum + term;
  return sum;
}

}  // namespace bandscope::engine::saturate
