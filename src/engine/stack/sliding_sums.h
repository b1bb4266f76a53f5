// Sums over runs that slide along a row, by additions alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/stack/rule.h"

namespace bandscope::engine {

/// A sum that keeps what each addition rounds away (Knuth's exact difference): for numbers >= 0 right to about one
/// rounding, however many there are.
class ExactSum {
 public:
  void add(double value) {
    const double sum = sum_ + value;
    const double added = sum - sum_;
    lost_ += (sum_ - (sum - added)) + (value - added);
    sum_ = sum;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

/// For each j in `out`: Σ values[r - first] over r in runs(j), where values stand at first, first + 1, … and are 0
/// elsewhere. Both ends of runs(j) must never fall as j rises.
///
/// A running sum that also subtracts would drown a small sum in the rounding of a large one, and the far edge of a
/// relay is (1/W)^L. So the run is kept as a queue of two parts: sums from each place up to `middle`, made when the
/// start of the run passed the `middle` before, and one sum from there on. Each value is added twice.
template <class Runs>
std::vector<double> sliding_sums(std::int64_t first, const std::vector<double>& values, Span out, const Runs& runs) {
  const auto size = static_cast<std::int64_t>(values.size());
  const auto at = [](auto& list, std::int64_t place) -> auto& { return list[static_cast<std::size_t>(place)]; };
  std::vector<double> sums(static_cast<std::size_t>(out.size()));
  std::vector<double> older(values.size());  // older[p] = values[p] + … + values[middle - 1], begin <= p < middle
  ExactSum newer;                            // values[middle] + … + values[end - 1]
  std::int64_t begin = 0, middle = 0, end = 0;
  for (std::int64_t j = out.first; j <= out.last; ++j) {
    const Span run = runs(j);
    while (end < size && first + end <= run.last) newer.add(at(values, end++));
    while (begin < end && first + begin < run.first) ++begin;
    if (begin >= middle) {
      ExactSum sum;
      for (std::int64_t p = end; p-- > begin;) {
        sum.add(at(values, p));
        at(older, p) = sum.value();
      }
      middle = end;
      newer = {};
    }
    at(sums, j - out.first) = (begin < middle ? at(older, begin) : 0.0) + newer.value();
  }
  return sums;
}

}  // namespace bandscope::engine
