// The flip inside a head: its keys stood on end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/shapes.h"

namespace bandscope::engine::kernels {

/// One head's keys as (D, Tk), so that a query meets many keys at a time. The rows are an odd number of cache lines
/// apart, or a power of two of tokens would put them all into the same few places of the cache.
template <class Real>
class StandingKeys {
 public:
  StandingKeys(int keys, int depth) : keys_(keys), depth_(depth), stride_((keys / 16 + 2) * 16) {
    if (stride_ / 16 % 2 == 0) stride_ += 16;
    values_.resize(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(depth));
  }
  void flip(const HeadView<Real>& k, int b, int h) {
    for (int j = 0; j < keys_; ++j) {
      const Real* const key = k.row(b, h, j);
      Real* to = values_.data() + j;
      for (int d = 0; d < depth_; ++d, to += stride_) *to = key[d];
    }
  }
  /// Key j's first number; its number d is d · stride() further.
  const Real* from_key(int j) const { return values_.data() + j; }
  std::int64_t stride() const { return stride_; }

 private:
  int keys_, depth_;
  std::ptrdiff_t stride_;
  std::vector<Real> values_;
};

}  // namespace bandscope::engine::kernels
