#include "engine/kernels/attend.h"

#include <algorithm>
#include <limits>

#include "engine/kernels/exp.h"
#include "engine/kernels/stand.h"
#include "engine/kernels/tile.h"

namespace bandscope::engine::kernels {

template <class Real>
void AttentionTile<Real>::start(const TileKeys& keys) {
  keys_ = keys;
  first_ = std::numeric_limits<int>::max();
  end_ = 0;
  inner_first_ = 0;
  inner_end_ = std::numeric_limits<int>::max();
  for (int r = 0; r < keys.rows; ++r) {
    const int first = keys.first[r], end = first + keys.count[r];
    if (first < end) {
      first_ = std::min(first_, first);
      end_ = std::max(end_, end);
    }
    inner_first_ = std::max(inner_first_, first);
    inner_end_ = std::min(inner_end_, end);
  }
  first_ = std::min(first_, end_);
  begin_ = PackedKeys<Real>::group_start(first_);
  inner_first_ = std::clamp(inner_first_, first_, end_);
  inner_end_ = std::clamp(inner_end_, inner_first_, end_);
  const auto needed = static_cast<std::size_t>(end_ - begin_ + kKeyGroup<Real>) * kWidth;
  if (strip_.size() < needed) strip_.resize(needed);
}

/// Calls run(from, to) for the keys that every row has, and one(j, r) for each other key of a row.
template <class Real>
template <class Run, class One>
void AttentionTile<Real>::each_run(const Run& run, const One& one) const {
  if (inner_first_ < inner_end_) run(inner_first_, inner_end_);
  for (int r = 0; r < keys_.rows; ++r) {
    const int first = keys_.first[r], end = first + keys_.count[r];
    for (int j = first; j < std::min(end, inner_first_); ++j) one(j, r);
    for (int j = std::max(first, inner_end_); j < end; ++j) one(j, r);
  }
}

template <class Real>
void AttentionTile<Real>::score(const Rows& q, const PackedKeys<Real>& keys, Real factor) {
  const int depth = keys.depth();
  standing_.resize(static_cast<std::size_t>(depth) * kWidth);
  stand(q, depth, standing_.data());
  for (int j = begin_; j < end_; j += kKeyGroup<Real>) {
    Real* const strip = at(j);
    tile<kKeyGroup<Real>, kWidth>(keys.group(j), standing_.data(), depth, factor,
                                  [strip](int r) { return strip + r * kWidth; });
  }
}

template <class Real>
void AttentionTile<Real>::load(const Rows& scores) {
  each_run(
      [&](int from, int to) {
        Rows rows;
        for (int r = 0; r < kWidth; ++r) rows[r] = scores[r] + (from - keys_.first[std::min(r, keys_.rows - 1)]);
        stand(rows, to - from, at(from));
      },
      [&](int j, int r) { at(j)[r] = scores[r][j - keys_.first[r]]; });
}

template <class Real>
void AttentionTile<Real>::store(const OutRows& out) const {
  each_run(
      [&](int from, int to) {
        OutRows rows;
        for (int r = 0; r < keys_.rows; ++r) rows[r] = out[r] + (from - keys_.first[r]);
        lie(at(from), to - from, rows, static_cast<std::size_t>(keys_.rows));
      },
      [&](int j, int r) { out[r][j - keys_.first[r]] = at(j)[r]; });
}

template <class Real>
void AttentionTile<Real>::strike(const TileKeys& kept, Real value) {
  const Full<Real> d;
  // Relative to the strip, so that they are exact as numbers of the lanes.
  std::array<Real, kWidth> from, to;
  int inner_first = first_, inner_end = end_;
  for (int r = 0; r < kWidth; ++r) {
    const int row = std::min(r, kept.rows - 1), first = kept.first[row], end = first + kept.count[row];
    from[r] = static_cast<Real>(first - begin_);
    to[r] = static_cast<Real>(end - begin_);
    inner_first = std::max(inner_first, first);
    inner_end = std::min(inner_end, end);
  }
  const auto edge = [&](int begin, int end) {
    for (int j = begin; j < end; ++j) {
      const Vector<Real> key = hn::Set(d, static_cast<Real>(j - begin_));
      for (int c = 0; c < kWidth; c += kLaneCount<Real>) {
        const auto keep = hn::And(hn::Ge(key, hn::LoadU(d, from.data() + c)), hn::Lt(key, hn::LoadU(d, to.data() + c)));
        hn::StoreU(hn::IfThenElse(keep, hn::LoadU(d, at(j) + c), hn::Set(d, value)), d, at(j) + c);
      }
    }
  };
  edge(first_, std::min(inner_first, end_));
  edge(std::max({inner_end, inner_first, first_}), end_);
  if (kept.key_mask == nullptr) return;
  for (int j = first_; j < end_; ++j) {
    if (kept.key_mask[j] == 0) std::fill_n(at(j), kWidth, value);
  }
}

template <class Real>
void AttentionTile<Real>::softmax() {
  const Full<Real> d;
  constexpr int kVectors = kWidth / kLaneCount<Real>;
  const Vector<Real> lowest = hn::Set(d, -std::numeric_limits<Real>::infinity());
  Vector<Real> peak[kVectors], total[kVectors];
  for (auto& one : peak) one = lowest;
  for (auto& one : total) one = hn::Zero(d);
  const auto each = [&](const auto& change) {
    for (Real *key = at(first_), *const end = at(end_); key < end; key += kWidth) {
      for (int v = 0; v < kVectors; ++v) change(key + v * kLaneCount<Real>, v);
    }
  };
  each([&](Real* scores, int v) { peak[v] = larger(hn::LoadU(d, scores), peak[v]); });
  for (int v = 0; v < kVectors; ++v) {
    hn::StoreU(peak[v], d, peak_.data() + v * kLaneCount<Real>);
    // Of a row that keeps nothing all is struck, and -infinity less a number is still that.
    peak[v] = hn::IfThenZeroElse(hn::Eq(peak[v], lowest), peak[v]);
  }
  each([&](Real* scores, int v) {
    const Vector<Real> power = exp(hn::Sub(hn::LoadU(d, scores), peak[v]));
    total[v] = hn::Add(total[v], power);
    hn::StoreU(power, d, scores);
  });
  for (int v = 0; v < kVectors; ++v) {
    hn::StoreU(total[v], d, total_.data() + v * kLaneCount<Real>);
    total[v] = hn::Div(hn::Set(d, Real{1}), total[v]);
  }
  each([&](Real* powers, int v) { hn::StoreU(hn::Mul(hn::LoadU(d, powers), total[v]), d, powers); });
}

template <class Real>
void AttentionTile<Real>::blend(const PackedKeys<Real>& keys, const OutRows& out) const {
  constexpr int kHeight = kTileRows<Real>, kColumns = kTileColumns<Real>;
  std::array<Real, static_cast<std::size_t>(kHeight) * kColumns> sums;
  for (int top = 0; top < keys_.rows; top += kHeight) {
    const int rows = std::min(kHeight, keys_.rows - top);
    int first = end_, end = first_;
    for (int r = top; r < top + rows; ++r) {
      if (keys_.count[r] == 0) continue;
      first = std::min(first, keys_.first[r]);
      end = std::max(end, keys_.first[r] + keys_.count[r]);
    }
    for (int block = 0; block < keys.blocks(); ++block) {
      const int column = block * kColumns, wide = std::min(kColumns, keys.depth() - column);
      // A tile that ends early goes by way of a whole one.
      const bool whole = rows == kHeight && wide == kColumns;
      const auto to = [&](int r) { return whole ? out[top + r] + column : sums.data() + r * kColumns; };
      if (first >= end) {
        for (int r = 0; r < kHeight; ++r) std::fill_n(to(r), kColumns, Real{0});
      } else if (keys.finite()) {
        tile<kWidth, kColumns>(at(first) + top, keys.values(block, first), end - first, Real{1}, to);
      } else {
        for (int r = 0; r < rows; ++r) blend_kept(keys, block, top + r, to(r));
      }
      for (int r = 0; r < rows && !whole; ++r) std::copy_n(sums.data() + r * kColumns, wide, out[top + r] + column);
    }
  }
}

template <class Real>
void AttentionTile<Real>::blend_kept(const PackedKeys<Real>& keys, int block, int r, Real* out) const {
  const Full<Real> d;
  for (int c = 0; c < kTileColumns<Real>; c += kLaneCount<Real>) {
    Vector<Real> sum = hn::Zero(d);
    for (int j = keys_.first[r]; j < keys_.first[r] + keys_.count[r]; ++j) {
      if (keys_.key_mask != nullptr && keys_.key_mask[j] == 0) continue;
      sum = mul_add(hn::Set(d, at(j)[r]), hn::LoadU(d, keys.values(block, j) + c), sum);
    }
    hn::StoreU(sum, d, out + c);
  }
}

template <class Real>
void attend(AttentionTile<Real>& tile, const PackedKeys<Real>& keys, const TileKeys& rows,
            const HeadQueries<Real>& queries) {
  for (int from = 0; from < rows.rows; from += kQueryTile<Real>) {
    const TileKeys kept{rows.first + from, rows.count + from, std::min(kQueryTile<Real>, rows.rows - from),
                        rows.key_mask};
    typename AttentionTile<Real>::Rows q;
    typename AttentionTile<Real>::OutRows out;
    for (int r = 0; r < kQueryTile<Real>; ++r) {
      const int row = from + std::min(r, kept.rows - 1);
      q[r] = queries.q + row * queries.q_stride;
      out[r] = queries.out + row * queries.out_stride;
    }
    tile.start(kept);
    tile.score(q, keys, queries.factor);
    tile.strike(kept, -std::numeric_limits<Real>::infinity());
    tile.softmax();
    tile.strike(kept, Real{0});
    tile.blend(keys, out);
  }
}

template class AttentionTile<float>;
template class AttentionTile<double>;
template void attend(AttentionTile<float>&, const PackedKeys<float>&, const TileKeys&, const HeadQueries<float>&);
template void attend(AttentionTile<double>&, const PackedKeys<double>&, const TileKeys&, const HeadQueries<double>&);

}  // namespace bandscope::engine::kernels
