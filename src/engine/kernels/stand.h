// Rows stood on end, and laid down again.
#pragma once

#include <array>

#include "engine/kernels/simd.h"

namespace bandscope::engine::kernels {

namespace detail {

/// Four rows of four become four columns.
template <class V>
HWY_INLINE void transpose(V& a, V& b, V& c, V& d) {
  const hn::DFromV<V> tag;
  const V ac = hn::InterleaveLower(tag, a, c), bd = hn::InterleaveLower(tag, b, d);
  const V ac_upper = hn::InterleaveUpper(tag, a, c), bd_upper = hn::InterleaveUpper(tag, b, d);
  a = hn::InterleaveLower(tag, ac, bd);
  b = hn::InterleaveUpper(tag, ac, bd);
  c = hn::InterleaveLower(tag, ac_upper, bd_upper);
  d = hn::InterleaveUpper(tag, ac_upper, bd_upper);
}

}  // namespace detail

/// out (depth, Width): number d of row r goes to out[d · Width + r].
template <class Real, std::size_t Width>
void stand(const std::array<const Real*, Width>& rows, int depth, Real* out) {
  int from = 0;
  if constexpr (sizeof(Real) == 4 && Width % 4 == 0) {
    const hn::FixedTag<Real, 4> tag;
    for (; from + 4 <= depth; from += 4) {
      for (std::size_t r = 0; r < Width; r += 4) {
        auto a = hn::LoadU(tag, rows[r] + from), b = hn::LoadU(tag, rows[r + 1] + from);
        auto c = hn::LoadU(tag, rows[r + 2] + from), d = hn::LoadU(tag, rows[r + 3] + from);
        detail::transpose(a, b, c, d);
        Real* const to = out + static_cast<std::size_t>(from) * Width + r;
        hn::StoreU(a, tag, to);
        hn::StoreU(b, tag, to + Width);
        hn::StoreU(c, tag, to + 2 * Width);
        hn::StoreU(d, tag, to + 3 * Width);
      }
    }
  }
  for (; from < depth; ++from) {
    for (std::size_t r = 0; r < Width; ++r) out[static_cast<std::size_t>(from) * Width + r] = rows[r][from];
  }
}

/// The other way round: rows[r][d] = in[d · Width + r] for the first `many` rows.
template <class Real, std::size_t Width>
void lie(const Real* in, int depth, const std::array<Real*, Width>& rows, std::size_t many) {
  std::size_t r = 0;
  const auto whole = static_cast<std::size_t>(sizeof(Real) == 4 ? depth / 4 * 4 : 0);
  if constexpr (sizeof(Real) == 4) {
    const hn::FixedTag<Real, 4> tag;
    for (; r + 4 <= many; r += 4) {
      for (std::size_t from = 0; from < whole; from += 4) {
        const Real* const source = in + from * Width + r;
        auto a = hn::LoadU(tag, source), b = hn::LoadU(tag, source + Width);
        auto c = hn::LoadU(tag, source + 2 * Width), d = hn::LoadU(tag, source + 3 * Width);
        detail::transpose(a, b, c, d);
        hn::StoreU(a, tag, rows[r] + from);
        hn::StoreU(b, tag, rows[r + 1] + from);
        hn::StoreU(c, tag, rows[r + 2] + from);
        hn::StoreU(d, tag, rows[r + 3] + from);
      }
    }
  }
  for (std::size_t row = 0; row < many; ++row) {
    for (std::size_t n = row < r ? whole : 0; n < static_cast<std::size_t>(depth); ++n) {
      rows[row][n] = in[n * Width + row];
    }
  }
}

}  // namespace bandscope::engine::kernels
