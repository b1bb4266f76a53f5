// One head's keys and values, packed as the tiles of kernels/attend.h read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/kernels/tile.h"

namespace bandscope::engine::kernels {

/// Keys that are scored together: they stand side by side.
template <class Real>
inline constexpr int kKeyGroup = kTileRows<Real>;

/// A run of keys that ends with end() - 1. A sequence that is longer than the capacity passes through.
template <class Real>
class PackedKeys {
 public:
  /// Forgets all; key `first` comes next. Room for `capacity` keys of D = depth numbers.
  void start(int first, int capacity, int depth);
  /// Takes the next `count` keys out of rows of `stride` numbers; `k` is null where nothing will be scored, `v` where
  /// nothing will be blended. Keys before `needed` may be forgotten: with the new ones, those from there on must fit
  /// into the capacity.
  void append(const Real* k, std::int64_t k_stride, const Real* v, std::int64_t v_stride, int count, int needed);

  int end() const { return end_; }
  int depth() const { return depth_; }
  /// Whether every value since start() is a finite number.
  bool finite() const { return finite_; }
  /// Where the group of key j begins: (D, kKeyGroup). Keys from end() on are any numbers.
  const Real* group(int j) const {
    return keys_.data() + static_cast<std::ptrdiff_t>(group_start(j) - first_) * depth_;
  }
  /// kTileColumns numbers of key j's value, from column block · kTileColumns on, filled up with 0; key j + 1's follow.
  const Real* values(int block, int j) const { return panel(block) + (j - first_) * kTileColumns<Real>; }
  int blocks() const { return blocks_; }
  static int group_start(int j) { return j / kKeyGroup<Real> * kKeyGroup<Real>; }

 private:
  const Real* panel(int block) const {
    return values_.data() + static_cast<std::ptrdiff_t>(block) * capacity_ * kTileColumns<Real>;
  }
  Real* panel(int block) { return const_cast<Real*>(std::as_const(*this).panel(block)); }
  void forget(int needed);
  void append_keys(const Real* k, std::int64_t stride, int count);
  void append_values(const Real* v, std::int64_t stride, int count);

  int depth_ = 0, blocks_ = 0, first_ = 0, end_ = 0, capacity_ = 0;
  bool finite_ = true;
  std::vector<Real> keys_;    // (groups, D, kKeyGroup)
  std::vector<Real> values_;  // (blocks, capacity, kTileColumns)
};

extern template class PackedKeys<float>;
extern template class PackedKeys<double>;

}  // namespace bandscope::engine::kernels
