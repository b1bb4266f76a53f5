#include "engine/kernels/packed_keys.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/kernels/stand.h"

namespace bandscope::engine::kernels {

template <class Real>
void PackedKeys<Real>::start(int first, int capacity, int depth) {
  depth_ = depth;
  blocks_ = (depth + kTileColumns<Real> - 1) / kTileColumns<Real>;
  first_ = group_start(first);
  end_ = first;
  capacity_ = group_start(capacity + 2 * kKeyGroup<Real> - 2);
  finite_ = true;
  keys_.resize(static_cast<std::size_t>(capacity_) * static_cast<std::size_t>(depth_));
  values_.resize(static_cast<std::size_t>(capacity_) * static_cast<std::size_t>(blocks_ * kTileColumns<Real>));
}

template <class Real>
void PackedKeys<Real>::append(const Real* k, std::int64_t k_stride, const Real* v, std::int64_t v_stride, int count,
                              int needed) {
  if (end_ + count - first_ > capacity_) forget(needed);
  assert(end_ + count - first_ <= capacity_);
  if (k != nullptr) append_keys(k, k_stride, count);
  if (v != nullptr) append_values(v, v_stride, count);
  end_ += count;
}

template <class Real>
void PackedKeys<Real>::forget(int needed) {
  const int first = std::clamp(group_start(needed), first_, group_start(end_));
  const std::ptrdiff_t gone = first - first_, stay = end_ - first;
  const std::ptrdiff_t groups = group_start(static_cast<int>(stay) + kKeyGroup<Real> - 1);
  std::copy_n(keys_.data() + gone * depth_, groups * depth_, keys_.data());
  for (int block = 0; block < blocks_; ++block) {
    std::copy_n(panel(block) + gone * kTileColumns<Real>, stay * kTileColumns<Real>, panel(block));
  }
  first_ = first;
}

template <class Real>
void PackedKeys<Real>::append_keys(const Real* k, std::int64_t stride, int count) {
  constexpr int kGroup = kKeyGroup<Real>;
  for (int n = 0; n < count;) {
    const int j = end_ + n, lane = j - group_start(j), many = std::min(kGroup - lane, count - n);
    Real* const to = keys_.data() + static_cast<std::ptrdiff_t>(group_start(j) - first_) * depth_;
    if (many == kGroup) {
      std::array<const Real*, kGroup> rows;
      for (int r = 0; r < kGroup; ++r) rows[r] = k + (n + r) * stride;
      stand(rows, depth_, to);
    } else {
      for (int r = 0; r < many; ++r) {
        for (int d = 0; d < depth_; ++d) to[d * kGroup + lane + r] = k[(n + r) * stride + d];
      }
    }
    n += many;
  }
}

template <class Real>
void PackedKeys<Real>::append_values(const Real* v, std::int64_t stride, int count) {
  constexpr int kWide = kTileColumns<Real>;
  const Full<Real> d;
  Vector<Real> odd = hn::Zero(d);  // 0 times what is not finite is NaN
  for (int block = 0; block < blocks_; ++block) {
    const int wide = std::min(kWide, depth_ - block * kWide);
    const Real* from = v + block * kWide;
    Real* to = panel(block) + (end_ - first_) * kWide;
    for (int n = 0; n < count; ++n, from += stride, to += kWide) {
      const Real* source = from;
      if (wide < kWide) {
        std::fill(std::copy_n(from, wide, to), to + kWide, Real{0});
        source = to;
      }
      for (int c = 0; c < kWide; c += kLaneCount<Real>) {
        const Vector<Real> numbers = hn::LoadU(d, source + c);
        odd = hn::Add(odd, hn::Mul(numbers, hn::Zero(d)));
        hn::StoreU(numbers, d, to + c);
      }
    }
  }
  finite_ = finite_ && hn::ReduceSum(d, odd) == 0;
}

template class PackedKeys<float>;
template class PackedKeys<double>;

}  // namespace bandscope::engine::kernels
