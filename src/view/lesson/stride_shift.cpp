#include "view/lesson/stride_shift.h"

#include <utility>

#include "view/models.h"

namespace bandscope::view {
namespace {

using config::StrideMove;
using engine::Strided;

constexpr float kHeadGap = 12;

Strip strip_of(const ModelInput& in, int label) {
  const engine::Trace<float>& t = in.trace;
  Strip s;
  s.trace = &t;
  s.tokens = label == 0 ? t.shape.queries : t.shape.keys;
  s.heads = t.shape.heads;
  s.width = t.shape.head_width;
  const std::int64_t merged = t.shape.merged_width();
  const bool wide = !t.qkv.empty();
  s.row = wide ? 3 * merged : merged;
  s.base = wide ? label * merged : 0;
  s.data = wide ? t.qkv.data() : label == 0 ? t.q_given.data() : label == 1 ? t.k_given.data() : t.v_given.data();
  s.size = s.tokens * s.row;
  return s;
}

}  // namespace

Shift shift_of(StrideMove which, const ModelInput& in) {
  const engine::LayerShape& shape = in.trace.shape;
  const std::int64_t width = shape.head_width, heads = shape.heads, merged = heads * width;
  const bool turns = which == StrideMove::kFlip || which == StrideMove::kFlips;
  Shift m;
  m.before = strip_of(in, turns ? 1 : 0);
  const std::int64_t tokens = m.before.tokens;
  const bool wide = !in.trace.qkv.empty();
  const Strided whole = engine::row_major({tokens, wide ? 3 * merged : merged});
  const Strided label = wide ? engine::cut(whole, 1, m.before.base, merged) : whole;
  const Strided split = *engine::split(label, 1, width);
  const Strided shelved = engine::swapped(split, 0, 1);
  switch (which) {
    case StrideMove::kCut:
      m = {"Cut",
           wide ? "q, k, v = qkv.split(C, -1)" : "given apart",
           wide ? "Three labels point into each wide row. Their rows stay 3C apart."
                : "Q, K and V are three strips here: there is nothing to cut.",
           wide ? Laid::kWide : Laid::kRows,
           Laid::kRows,
           m.before,
           m.before,
           wide ? "T,3C" : "T,C",
           "T,C",
           whole,
           label};
      break;
    case StrideMove::kSplit:
      m = {"Split",
           "view(T, H, D)",
           "A divider after every D numbers. The strip does not notice.",
           Laid::kRows,
           Laid::kTokenFirst,
           m.before,
           m.before,
           "T,C",
           "T,H,D",
           label,
           split};
      break;
    case StrideMove::kReshelve:
    case StrideMove::kFlips:
      m = {"Reshelve",
           "transpose(1, 2)",
           "Trades the shelves t and h: another box opens first. No grid turns.",
           Laid::kTokenFirst,
           Laid::kHeadFirst,
           m.before,
           m.before,
           "T,H,D",
           "H,T,D",
           split,
           shelved};
      break;
    case StrideMove::kFlip:
      m = {"Inside flip",
           "transpose(-2, -1)",
           "Lays each head's grid on its side. The shelves stay where they are.",
           Laid::kHeadFirst,
           Laid::kTurned,
           m.before,
           m.before,
           "H,T,D",
           "H,D,T",
           shelved,
           engine::swapped(shelved, 1, 2)};
      break;
    case StrideMove::kContiguous:
    case StrideMove::kMerge: {
      m.before.made = true;
      m.before.tokens = shape.queries;
      m.before.size = shape.queries * merged;
      const Strided out = engine::row_major({heads, shape.queries, width});
      const Strided back = engine::swapped(out, 0, 1);
      Strip fresh = m.before;
      fresh.made = false;
      fresh.merged = true;
      fresh.base = 0;
      fresh.row = merged;
      if (which == StrideMove::kContiguous) {
        m = {"Contiguous",
             "transpose(1, 2).contiguous()",
             "Shelved back by token, the numbers are out of order in memory. Now, and only now, they are copied.",
             Laid::kHeadFirst,
             Laid::kTokenFirst,
             m.before,
             fresh,
             "H,T,D",
             "T,H,D",
             out,
             engine::row_major({shape.queries, heads, width}),
             engine::numbers_copied_by_contiguous(back)};
      } else {
        m = {"Merge",
             "transpose(1, 2).reshape(T, C)",
             "The heads' rows side by side. To pull the dividers out, the strip is written anew.",
             Laid::kHeadFirst,
             Laid::kRows,
             m.before,
             fresh,
             "H,T,D",
             "T,C",
             out,
             engine::row_major({shape.queries, merged}),
             engine::joined(back, 1) ? 0 : back.size()};
      }
      break;
    }
  }
  return m;
}

Point place(Laid form, const Part& p, int t, int h, int d, int label) {
  const auto at = [](int n) { return static_cast<float>(n) * kStrideCell; };
  switch (form) {
    case Laid::kRows:
      return {at(h * p.width + d), at(t)};
    case Laid::kWide:
      return {at((label * p.heads + h) * p.width + d) + static_cast<float>(label) * 6, at(t)};
    case Laid::kTokenFirst:
      return {at(h * p.width + d), static_cast<float>(t) * (kStrideCell + 6)};
    case Laid::kHeadFirst:
      return {at(h * p.width + d) + static_cast<float>(h) * kHeadGap, at(t)};
    case Laid::kTurned:
      return {at(t), at(h * p.width + d) + static_cast<float>(h) * kHeadGap};
  }
  return {};
}
Point extent(Laid form, const Part& p) {
  const Point last = place(form, p, p.tokens - 1, p.heads - 1, p.width - 1, form == Laid::kWide ? 2 : 0);
  return {last.x + kStrideCell, last.y + kStrideCell};
}

}  // namespace bandscope::view
