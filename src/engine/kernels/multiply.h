// out = a · b, blocked for cache and registers; b is packed, once for as many products as it serves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bandscope::engine::kernels {

/// The right side of a product, b (depth, columns), in panels of two vectors of columns, so that a product reads it
/// from front to back. The last panel is filled up with columns of 0. Memory is kept from one pack() to the next.
template <class Real>
class PackedMatrix {
 public:
  /// Copies b, `b_stride` numbers from row to row, and where `bias` (columns) is not null, that.
  void pack(const Real* b, std::int64_t b_stride, int depth, int columns, const Real* bias = nullptr);

  int depth() const { return depth_; }
  int columns() const { return columns_; }
  /// (panels, depth, columns of a panel), then where biased() the bias (panels, columns of a panel).
  const Real* data() const { return numbers_.data() + start_; }
  bool biased() const { return biased_; }

 private:
  std::vector<Real> numbers_;
  std::ptrdiff_t start_ = 0;  // the first whole cache line
  int depth_ = 0, columns_ = 0;
  bool biased_ = false;
};

/// out (rows, columns) = a (rows, depth) · b (depth, columns), and plus bias (columns) where b has one; row-major with
/// strides in numbers. Each number is the sum of its products in the order of depth, from 0, and then the bias: neither
/// rows, columns nor blocks change a bit of it, so a product may be cut into runs of rows.
template <class Real>
void multiply(const Real* a, std::int64_t a_stride, const PackedMatrix<Real>& b, Real* out, std::int64_t out_stride,
              int rows);

/// The same for a b that serves once: it is packed block by block.
template <class Real>
void multiply(const Real* a, std::int64_t a_stride, const Real* b, std::int64_t b_stride, Real* out,
              std::int64_t out_stride, int rows, int depth, int columns);

}  // namespace bandscope::engine::kernels
