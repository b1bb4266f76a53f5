// Backward through one head's blend, softmax and scores, on its band of shares: for one upstream gradient, or for
// several side by side. An array of `Passes` upstreams has their numbers innermost, so that one number of q, k, v or
// the shares meets all of them at once, whatever D is.
#pragma once

#include <cstdint>

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

/// out (rows, Passes) = or += a (rows, depth) · b (depth, Passes), each number in the order of depth. Number (r, n) of
/// `a` is a[r * row_step + n * depth_step].
template <int Passes, class Real>
void combine(const Real* a, std::int64_t row_step, std::int64_t depth_step, const Real* b, int rows, int depth,
             Real* out, bool add);

/// With a = d_out · v: d_score = share (a - Σ share a) / divisor; d_q += d_score k, d_k += d_score q, d_v += share
/// d_out. A key without a share, or with a struck score, is skipped and not multiplied by 0, so that a NaN in it does
/// not leak; so is a row whose d_out is all 0. `scratch` holds (slots, Passes).
template <int Passes, class Real>
void attend_backward(const AttendedHead<Real>& head, const HeadGradient<Real>& gradient, Real* scratch);

}  // namespace bandscope::engine::kernels
