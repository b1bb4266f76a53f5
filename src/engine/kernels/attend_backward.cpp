#include "engine/kernels/attend_backward.h"

#include <algorithm>
#include <array>

#include "engine/kernels/lanes.h"

namespace bandscope::engine::kernels {

namespace {

/// Calls run(from, to) for each run of keys in [first, end) whose flag is not 0.
template <class Run>
inline void for_each_run(const std::uint8_t* mask, int first, int end, const Run& run) {
  // One place that runs, so that what it runs is there once.
  while (first < end) {
    int to = end;
    if (mask != nullptr) {
      first =
          static_cast<int>(std::find_if(mask + first, mask + end, [](std::uint8_t flag) { return flag != 0; }) - mask);
      to = static_cast<int>(std::find(mask + first, mask + end, std::uint8_t{0}) - mask);
    }
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

}  // namespace

template <int Passes, class Real>
void combine(const Real* a, std::int64_t row_step, std::int64_t depth_step, const Real* b, int rows, int depth,
             Real* out, bool add) {
  int r = 0;
  for (; r + 4 <= rows; r += 4, a += 4 * row_step, out += 4 * Passes) {
    combine_tile<4, Passes>(a, row_step, depth_step, b, depth, out, add);
  }
  for (; r < rows; ++r, a += row_step, out += Passes) {
    combine_tile<1, Passes>(a, row_step, depth_step, b, depth, out, add);
  }
}

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

template void combine<1>(const float*, std::int64_t, std::int64_t, const float*, int, int, float*, bool);
template void attend_backward<1>(const AttendedHead<float>&, const HeadGradient<float>&, float*);
template void combine<8>(const float*, std::int64_t, std::int64_t, const float*, int, int, float*, bool);
template void attend_backward<8>(const AttendedHead<float>&, const HeadGradient<float>&, float*);
template void combine<1>(const double*, std::int64_t, std::int64_t, const double*, int, int, double*, bool);
template void attend_backward<1>(const AttendedHead<double>&, const HeadGradient<double>&, double*);
template void combine<8>(const double*, std::int64_t, std::int64_t, const double*, int, int, double*, bool);
template void attend_backward<8>(const AttendedHead<double>&, const HeadGradient<double>&, double*);

}  // namespace bandscope::engine::kernels
