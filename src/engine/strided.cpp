#include "engine/strided.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace bandscope::engine {

namespace {

/// The place of an axis in shape and strides.
std::size_t place(const Strided& a, int axis) {
  assert(a.strides.size() == a.shape.size());
  assert(-a.rank() <= axis && axis < a.rank());
  return static_cast<std::size_t>(axis < 0 ? axis + a.rank() : axis);
}

/// A copy of the list with `count` entries from `at` on replaced by others.
std::vector<std::int64_t> replaced(std::vector<std::int64_t> list, std::size_t at, std::size_t count,
                                   std::initializer_list<std::int64_t> others) {
  const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
  list.insert(list.erase(first, first + static_cast<std::ptrdiff_t>(count)), others);
  return list;
}

/// A contiguous array under another shape. NumPy lays it out afresh, even where an axis of length 1 had a stride of
/// its own.
Strided laid_afresh(const Strided& a, std::vector<std::int64_t> shape) {
  Strided out = row_major(std::move(shape));
  out.base = a.base;
  return out;
}

/// Gives each axis of length 1 the stride that NumPy's reshape gives it where the array is not contiguous: what the
/// next axis spans, and at the end the stride of the last longer axis.
void restride_ones(Strided& a) {
  std::size_t end = a.shape.size();
  while (end > 0 && a.shape[end - 1] == 1) --end;
  assert(end > 0);  // or the array would be contiguous
  for (std::size_t n = end; n < a.shape.size(); ++n) a.strides[n] = a.strides[end - 1];
  for (std::size_t n = end; n-- > 0;) {
    if (a.shape[n] == 1) a.strides[n] = a.shape[n + 1] * a.strides[n + 1];
  }
}

}  // namespace

std::int64_t Strided::size() const {
  std::int64_t product = 1;
  for (const std::int64_t length : shape) product *= length;
  return product;
}

Strided row_major(std::vector<std::int64_t> shape) {
  Strided out;
  out.shape = std::move(shape);
  out.strides.resize(out.shape.size());
  std::int64_t stride = 1;
  for (std::size_t n = out.shape.size(); n-- > 0;) {
    assert(out.shape[n] >= 0);
    out.strides[n] = stride;
    stride *= std::max<std::int64_t>(out.shape[n], 1);  // an empty axis strides as one of length 1, as in NumPy
  }
  return out;
}

Strided cut(const Strided& a, int axis, std::int64_t first, std::int64_t count) {
  const std::size_t n = place(a, axis);
  assert(0 <= first && 0 <= count && count <= a.shape[n] - first);
  Strided out = a;
  out.shape[n] = count;
  if (count > 0) out.base += first * a.strides[n];  // an empty cut stays where it is, as in NumPy
  return out;
}

std::optional<Strided> split(const Strided& a, int axis, std::int64_t inner) {
  const std::size_t n = place(a, axis);
  assert(inner > 0);
  if (a.shape[n] % inner != 0) return std::nullopt;
  auto shape = replaced(a.shape, n, 1, {a.shape[n] / inner, inner});
  if (contiguous(a)) return laid_afresh(a, std::move(shape));
  Strided out{std::move(shape), replaced(a.strides, n, 1, {inner * a.strides[n], a.strides[n]}), a.base};
  restride_ones(out);
  return out;
}

Strided swapped(const Strided& a, int axis_a, int axis_b) {
  const std::size_t n = place(a, axis_a), m = place(a, axis_b);
  Strided out = a;
  std::swap(out.shape[n], out.shape[m]);
  std::swap(out.strides[n], out.strides[m]);
  return out;
}

Strided pinned(const Strided& a, int axis, std::int64_t at) {
  const std::size_t n = place(a, axis);
  assert(0 <= at && at < a.shape[n]);
  return {replaced(a.shape, n, 1, {}), replaced(a.strides, n, 1, {}), a.base + at * a.strides[n]};
}

std::optional<Strided> joined(const Strided& a, int axis) {
  const std::size_t n = place(a, axis);
  assert(n + 1 < a.shape.size());
  const std::int64_t outer = a.shape[n], inner = a.shape[n + 1];
  auto shape = replaced(a.shape, n, 2, {outer * inner});
  if (contiguous(a)) return laid_afresh(a, std::move(shape));
  // An axis of length 1 is never stepped along, so its stride cannot be in the way.
  if (outer != 1 && inner != 1 && a.strides[n] != inner * a.strides[n + 1]) return std::nullopt;
  Strided out{std::move(shape), replaced(a.strides, n, 2, {inner == 1 ? a.strides[n] : a.strides[n + 1]}), a.base};
  restride_ones(out);
  return out;
}

bool contiguous(const Strided& a) {
  if (std::ranges::count(a.shape, 0) > 0) return true;
  std::int64_t stride = 1;
  for (std::size_t n = a.shape.size(); n-- > 0;) {
    if (a.shape[n] == 1) continue;
    if (a.strides[n] != stride) return false;
    stride *= a.shape[n];
  }
  return true;
}

std::int64_t offset(const Strided& a, std::span<const std::int64_t> index) {
  assert(index.size() == a.shape.size());
  std::int64_t address = a.base;
  for (std::size_t n = 0; n < index.size(); ++n) {
    assert(0 <= index[n] && index[n] < a.shape[n]);
    address += index[n] * a.strides[n];
  }
  return address;
}

std::int64_t numbers_copied_by_contiguous(const Strided& a) { return contiguous(a) ? 0 : a.size(); }

}  // namespace bandscope::engine
