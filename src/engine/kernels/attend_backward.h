// Backward through one head's blend, softmax and scores, on its band of shares: for one upstream gradient, or for
// several side by side. An array of `Passes` upstreams has their numbers innermost, so that one number of q, k, v or
// the shares meets all of them at once, whatever D is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/kernels/lanes.h"

namespace bandscope::engine::kernels {

/// What the forward pass left of one head of one sequence. Strides in numbers.
template <class Real>
struct AttendedHead {
  const Real* q = nullptr;  // (Tq, D)
  const Real* k = nullptr;  // (Tk, D)
  const Real* v = nullptr;  // (Tk, D)
  std::int64_t q_stride = 0, k_stride = 0, v_stride = 0;
  const Real* shares = nullptr;  // (Tq, slots)
  std::int64_t slots = 0;
  const int* first = nullptr;  // (Tq): slot s of row i is key first[i] + s
  const int* count = nullptr;  // (Tq)
  // The keys whose score is q · k / divisor: as first and count, or with strike by zero fewer.
  const int* scored_first = nullptr;         // (Tq)
  const int* scored_count = nullptr;         // (Tq)
  const std::uint8_t* key_mask = nullptr;    // (Tk), 0: its score is struck; null: none
  const std::uint8_t* share_mask = nullptr;  // (Tk), 0: it has no share; null: every slot has one
  int rows = 0;                              // Tq
  int depth = 0;                             // D
  Real divisor = 1;
};

/// d stands for a gradient; strides in numbers, Passes included.
template <class Real>
struct HeadGradient {
  const Real* d_out = nullptr;  // (Tq, D, Passes) of the head's output
  std::int64_t d_out_stride = 0;
  // Added to; d_q and d_k may be the same memory, where K is Q.
  Real* d_q = nullptr;  // (Tq, D, Passes)
  Real* d_k = nullptr;  // (Tk, D, Passes)
  Real* d_v = nullptr;  // (Tk, D, Passes)
  std::int64_t d_q_stride = 0, d_k_stride = 0, d_v_stride = 0;
};

/// Calls run(from, to) for each run of keys in [first, end) whose flag is not 0.
template <class Run>
inline void for_each_run(const std::uint8_t* mask, int first, int end, const Run& run) {
  if (mask == nullptr) {
    if (first < end) run(first, end);
    return;
  }
  while (first < end) {
    first =
        static_cast<int>(std::find_if(mask + first, mask + end, [](std::uint8_t flag) { return flag != 0; }) - mask);
    const int to = static_cast<int>(std::find(mask + first, mask + end, std::uint8_t{0}) - mask);
    if (first < to) run(first, to);
    first = to;
  }
}

/// out (Rows, Passes) = or += a (Rows, depth) · b (depth, Passes), each number in the order of depth. Number (r, n) of
/// `a` is a[r * row_step + n * depth_step].
template <int Rows, int Passes, class Real>
inline void combine_tile(const Real* a, std::int64_t row_step, std::int64_t depth_step, const Real* b, int depth,
                         Real* out, bool add) {
  std::array<Lanes<Real, Passes>, Rows> sum{};
  if (add) {
    for (int r = 0; r < Rows; ++r) sum[r] = load<Passes>(out + r * Passes);
  }
  for (int n = 0; n < depth; ++n, a += depth_step, b += Passes) {
    const Lanes<Real, Passes> factor = load<Passes>(b);
    for (int r = 0; r < Rows; ++r) sum[r] += a[r * row_step] * factor;
  }
  for (int r = 0; r < Rows; ++r) store<Passes>(sum[r], out + r * Passes);
}

template <int Passes, class Real>
inline void combine(const Real* a, std::int64_t row_step, std::int64_t depth_step, const Real* b, int rows, int depth,
                    Real* out, bool add) {
  int r = 0;
  for (; r + 4 <= rows; r += 4, a += 4 * row_step, out += 4 * Passes) {
    combine_tile<4, Passes>(a, row_step, depth_step, b, depth, out, add);
  }
  for (; r < rows; ++r, a += row_step, out += Passes) {
    combine_tile<1, Passes>(a, row_step, depth_step, b, depth, out, add);
  }
}

/// With a = d_out · v: d_score = share (a - Σ share a) / divisor; d_q += d_score k, d_k += d_score q, d_v += share
/// d_out. A key without a share, or with a struck score, is skipped and not multiplied by 0, so that a NaN in it does
/// not leak; so is a row whose d_out is all 0. `scratch` holds (slots, Passes).
template <int Passes, class Real>
void attend_backward(const AttendedHead<Real>& head, const HeadGradient<Real>& gradient, Real* scratch) {
  using Numbers = Lanes<Real, Passes>;
  const int depth = head.depth;
  const Real scale = 1 / head.divisor;
  for (int i = 0; i < head.rows; ++i) {
    const Real* const d_out = gradient.d_out + i * gradient.d_out_stride;
    if (std::all_of(d_out, d_out + depth * Passes, [](Real number) { return number == 0; })) continue;
    const int first = head.first[i], end = first + head.count[i];
    const Real* const shares = head.shares + i * head.slots;
    const auto at_key = [&](int j) { return scratch + static_cast<std::int64_t>(j - first) * Passes; };

    Numbers total{};
    for_each_run(head.share_mask, first, end, [&](int from, int to) {
      combine<Passes>(head.v + from * head.v_stride, head.v_stride, 1, d_out, to - from, depth, at_key(from), false);
      for (int j = from; j < to; ++j) total += shares[j - first] * load<Passes>(at_key(j));
    });
    for_each_run(head.share_mask, first, end, [&](int from, int to) {
      for (int j = from; j < to; ++j) {
        const Real share = shares[j - first];
        Real* const d_v = gradient.d_v + j * gradient.d_v_stride;
        for (int d = 0; d < depth * Passes; d += Passes) {
          store<Passes>(load<Passes>(d_v + d) + share * load<Passes>(d_out + d), d_v + d);
        }
        store<Passes>((load<Passes>(at_key(j)) - total) * share * scale, at_key(j));
      }
    });
    const int scored = head.scored_first[i];
    for_each_run(head.key_mask, scored, scored + head.scored_count[i], [&](int from, int to) {
      combine<Passes>(head.k + from * head.k_stride, 1, head.k_stride, at_key(from), depth, to - from,
                      gradient.d_q + i * gradient.d_q_stride, true);
      const Real* const q = head.q + i * head.q_stride;
      for (int j = from; j < to; ++j) {
        const Numbers d_score = load<Passes>(at_key(j));
        Real* const d_k = gradient.d_k + j * gradient.d_k_stride;
        for (int d = 0; d < depth; ++d) {
          store<Passes>(load<Passes>(d_k + d * Passes) + q[d] * d_score, d_k + d * Passes);
        }
      }
    });
  }
}

}  // namespace bandscope::engine::kernels
