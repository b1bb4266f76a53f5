// Soft reach through a stack's real shares: attention rollout (Abnar and Zuidema, 2020), the product over layers of
// alpha I + (1 - alpha) · the mean of the heads' shares.
#pragma once

#include <vector>

#include "engine/stack/relay.h"
#include "engine/stack/stack.h"

namespace bandscope::engine {

/// As uniform_rows, through the shares of a stack whose layers 1..from are done. A row that keeps no key passes on
/// nothing but its residual.
template <class Real>
std::vector<Flow> rollout_rows(const Stack<Real>& stack, int i, int from);

/// As uniform_columns, for the layers that are done: result[0..done()].
template <class Real>
std::vector<Flow> rollout_columns(const Stack<Real>& stack, int needle);

}  // namespace bandscope::engine
