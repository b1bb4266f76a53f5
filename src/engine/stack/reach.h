// Hard reach: which inputs can matter at all.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/stack/rule.h"

namespace bandscope::engine {

/// The rows of h[to] that can matter to row i of h[from], 0 <= to <= from <= L: each windowed layer adds W - 1 back
/// (and two-sided W - 1 ahead), a global layer everything before (two-sided: everything), clipped to the sequence.
/// Each row's keys are a run with the row itself in it, so the union over a run of rows is a run, and this is exact.
/// One addition a layer; for many rows, around() with one reach_side().
Span reach(const StackRule& rule, std::int64_t i, int from, int to = 0);

/// How far that goes to a side before it is clipped, the same for every row: the layers' sides, added up. To clip once
/// is to clip after each layer, since a run that has come to an end of the sequence stays there.
std::int64_t reach_side(const StackRule& rule, int from, int to = 0);

/// How far back layers 1..`layers` reach, far from the start: layers · (W - 1); nothing where that is everything
/// before, because one of them is global or there is no window.
std::optional<std::int64_t> reach_back(const StackRule& rule, int layers);

}  // namespace bandscope::engine
