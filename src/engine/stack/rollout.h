// Soft reach through a stack's real shares: attention rollout (Abnar and Zuidema, 2020), the product over layers of
// alpha I + (1 - alpha) · the mean of the heads' shares.
#pragma once

#include <span>
#include <vector>

#include "engine/stack/relay.h"
#include "engine/stack/stack.h"

namespace bandscope::engine {

// All sums are in double. A path that has a share or a residual of weight 0 carries nothing, whatever else is on it, so
// what is not a number in one row's shares shows only where that row matters.

/// As uniform_rows, through the shares of layers 1..from: tables of (T, slots), batch 1, heads 1, of which
/// `mean_shares` holds at least `from`. A row that keeps no key passes on nothing but its residual.
template <class Real>
std::vector<Flow> rollout_rows(std::span<const KeyTable<Real>> mean_shares, double alpha, int i, int from);

/// As uniform_columns, through all these tables: result[0..mean_shares.size()].
template <class Real>
std::vector<Flow> rollout_columns(std::span<const KeyTable<Real>> mean_shares, double alpha, int needle);

/// One step of it: of the layer above, from what there is below it.
template <class Real>
Flow rollout_up(const KeyTable<Real>& mean_shares, double alpha, const Flow& below);

/// Through a stack whose layers 1..from are done.
template <class Real>
std::vector<Flow> rollout_rows(const Stack<Real>& stack, int i, int from) {
  return rollout_rows(stack.mean_shares(), stack.settings().alpha, i, from);
}

/// Through the layers that are done: result[0..done()].
template <class Real>
std::vector<Flow> rollout_columns(const Stack<Real>& stack, int needle) {
  return rollout_columns(stack.mean_shares(), stack.settings().alpha, needle);
}

extern template Flow rollout_up(const KeyTable<float>&, double, const Flow&);
extern template Flow rollout_up(const KeyTable<double>&, double, const Flow&);
extern template std::vector<Flow> rollout_rows(std::span<const KeyTable<float>>, double, int, int);
extern template std::vector<Flow> rollout_rows(std::span<const KeyTable<double>>, double, int, int);
extern template std::vector<Flow> rollout_columns(std::span<const KeyTable<float>>, double, int);
extern template std::vector<Flow> rollout_columns(std::span<const KeyTable<double>>, double, int);

}  // namespace bandscope::engine
