// The band: causal, two-sided, or (two-sided without a window) everything.
#pragma once

#include "engine/masks/masks.h"

namespace bandscope::engine {

/// Query i keeps j <= i + o (causal) and j >= i + o - W + 1, two-sided |i + o - j| <= W - 1, with o = Tk - Tq.
KeyRange band_hull(const MaskRule& rule, int query);
Struck band_strikes(const MaskRule& rule, int sequence, int query, int key);

}  // namespace bandscope::engine
