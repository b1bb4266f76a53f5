// Banded attention of one head, a tile of queries at a time. The queries lie in the lanes and their scores stand in a
// strip (key, query): so peak, sum and shares are taken straight down, and a row of the strip is what the blend reads.
//
// A tile takes every key that one of its queries keeps; what another of them does not keep is struck in the strip. Each
// number is a sum over its own row's keys in their order, perhaps with zeros before and after it: neither tile nor
// sequence around it change a bit of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/kernels/packed_keys.h"
#include "engine/kernels/tile.h"

namespace bandscope::engine::kernels {

/// Queries that lie side by side.
template <class Real>
inline constexpr int kQueryTile = kTileColumns<Real>;

/// The keys of a tile's rows: row r reads first[r] .. first[r] + count[r] - 1, less those whose key_mask is 0.
struct TileKeys {
  const int* first = nullptr;
  const int* count = nullptr;
  int rows = 0;                            // 1 .. kQueryTile
  const std::uint8_t* key_mask = nullptr;  // (Tk); null: none
};

template <class Real>
class AttentionTile {
 public:
  static constexpr int kWidth = kQueryTile<Real>;
  using Rows = std::array<const Real*, kWidth>;
  using OutRows = std::array<Real*, kWidth>;

  /// Sets up a strip for all keys that a row of `keys` has.
  void start(const TileKeys& keys);
  int first() const { return first_; }
  int end() const { return end_; }

  /// Scores: factor · q · k, for every key of the strip. Rows beyond the tile's may be any.
  void score(const Rows& q, const PackedKeys<Real>& keys, Real factor);
  /// Or scores that are known: row r points at the score of key first[r].
  void load(const Rows& scores);
  /// The strip as it is, to row-major rows: row r points at the place of key first[r].
  void store(const OutRows& out) const;
  /// What the rows of `kept` do not keep becomes `value`.
  void strike(const TileKeys& kept, Real value);
  /// The strip becomes e^(score - peak) / total of each row; -infinity becomes 0. A row with a NaN or +infinity becomes
  /// NaN, as IEEE arithmetic says, and so do its struck keys: strike() them again.
  void softmax();
  /// Of row r: its largest score, -infinity where it keeps nothing, and the sum of its powers.
  Real peak(int r) const { return peak_[r]; }
  Real total(int r) const { return total_[r]; }
  /// out[r] (D) = Σ share · value over the keys that row r keeps, in their order. A struck key's value is skipped, not
  /// multiplied by 0, where it is not a finite number.
  void blend(const PackedKeys<Real>& keys, const OutRows& out) const;

 private:
  Real* at(int j) { return strip_.data() + static_cast<std::ptrdiff_t>(j - begin_) * kWidth; }
  const Real* at(int j) const { return strip_.data() + static_cast<std::ptrdiff_t>(j - begin_) * kWidth; }
  template <class Run, class One>
  void each_run(const Run& run, const One& one) const;
  void blend_kept(const PackedKeys<Real>& keys, int block, int r, Real* out) const;

  TileKeys keys_;
  int begin_ = 0, first_ = 0, end_ = 0;  // the strip's memory; its keys
  int inner_first_ = 0, inner_end_ = 0;  // the keys that every row has
  std::vector<Real> strip_, standing_;   // (keys, kWidth); (D, kWidth)
  std::array<Real, kWidth> peak_, total_;
};

/// One head's queries, from beginning to end. Strides in numbers.
template <class Real>
struct HeadQueries {
  const Real* q = nullptr;  // (rows, D)
  std::int64_t q_stride = 0;
  Real* out = nullptr;  // (rows, D): shares times values
  std::int64_t out_stride = 0;
  Real factor = 1;  // of the scores: 1 / √D
};

/// out = softmax(factor · q · kᵀ) · v over the keys that each of `rows` (any number of them) keeps, all of which are in
/// `keys`. A row that keeps none becomes 0.
template <class Real>
void attend(AttentionTile<Real>& tile, const PackedKeys<Real>& keys, const TileKeys& rows,
            const HeadQueries<Real>& queries);

extern template class AttentionTile<float>;
extern template class AttentionTile<double>;

}  // namespace bandscope::engine::kernels
