// Where the numbers of an array sit in memory, and the operations that move dividers instead of numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bandscope::engine {

/// An array as NumPy sees it: shape and strides over one strip of memory. Strides and base count numbers, not bytes.
struct Strided {
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  std::int64_t base = 0;  // address of its first number
  int rank() const { return static_cast<int>(shape.size()); }
  std::int64_t size() const;
  bool operator==(const Strided&) const = default;
};

// Negative axes count from the end. An axis, index or size that does not fit is the programmer's error.

/// A fresh array: base 0, the last axis closest together.
Strided row_major(std::vector<std::int64_t> shape);

/// a[..., first:first+count, ...].
Strided cut(const Strided& a, int axis, std::int64_t first, std::int64_t count);

/// The axis of n numbers becomes two, (n / inner, inner); nothing if inner does not divide n. Axes of length 1 may get
/// other strides, as by NumPy's reshape: no address depends on them.
std::optional<Strided> split(const Strided& a, int axis, std::int64_t inner);

/// The transpose that exchanges two axes.
Strided swapped(const Strided& a, int axis_a, int axis_b);

/// a[..., at, ...]: the axis goes.
Strided pinned(const Strided& a, int axis, std::int64_t at);

/// Axes `axis` and `axis` + 1 become one; nothing where NumPy's reshape would have to copy. An array that is not
/// contiguous can still be joined: what counts is the strides of these two axes.
std::optional<Strided> joined(const Strided& a, int axis);

/// NumPy's C_CONTIGUOUS flag: strides of axes of length 1 do not count, and an empty array is contiguous.
bool contiguous(const Strided& a);

/// The address of the number at `index`, which has one entry for each axis.
std::int64_t offset(const Strided& a, std::span<const std::int64_t> index);

/// What NumPy's ascontiguousarray copies: all numbers or none.
std::int64_t numbers_copied_by_contiguous(const Strided& a);

}  // namespace bandscope::engine
