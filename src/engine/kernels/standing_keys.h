// The flip inside a head: its keys stood on end.
#pragma once

#include <Eigen/Core>
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
    using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Stride = Eigen::OuterStride<>;
    const auto lying_stride = static_cast<Eigen::Index>(k.strides[2]);
    const Eigen::Map<const Rows, 0, Stride> lying(k.row(b, h, 0), keys_, depth_, Stride(lying_stride));
    Eigen::Map<Rows, 0, Stride>(values_.data(), depth_, keys_, Stride(stride_)) = lying.transpose();
  }
  /// Key j's first number; its number d is d · stride() further.
  const Real* from_key(int j) const { return values_.data() + j; }
  std::int64_t stride() const { return stride_; }

 private:
  int keys_, depth_, stride_;
  std::vector<Real> values_;
};

}  // namespace bandscope::engine::kernels
