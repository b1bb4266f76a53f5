#include "engine/stack/rollout.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace bandscope::engine {

namespace {

/// part · amount, where neither is 0.
double carried(double part, double amount) { return part == 0 || amount == 0 ? 0.0 : part * amount; }

int last_of(const Flow& flow) { return static_cast<int>(flow.first) + static_cast<int>(flow.values.size()) - 1; }

/// The smallest run that holds itself, `run` and the keys of row i.
template <class Real>
void widen(const KeyTable<Real>& table, int i, int& first, int& last) {
  if (table.count[i] == 0) return;
  first = std::min(first, table.first[i]);
  last = std::max(last, table.first[i] + table.count[i] - 1);
}

}  // namespace

template <class Real>
std::vector<Flow> rollout_rows(std::span<const KeyTable<Real>> mean_shares, double alpha, int i, int from) {
  assert(from >= 0 && static_cast<std::size_t>(from) <= mean_shares.size());
  std::vector<Flow> flows(static_cast<std::size_t>(from) + 1);
  flows.back() = {i, {1.0}};
  for (int layer = from; layer >= 1; --layer) {
    const KeyTable<Real>& table = mean_shares[static_cast<std::size_t>(layer) - 1];
    const Flow& above = flows[static_cast<std::size_t>(layer)];
    const int top = static_cast<int>(above.first), end = last_of(above);
    int first = top, last = end;
    for (int row = top; row <= end; ++row) widen(table, row, first, last);
    Flow& below = flows[static_cast<std::size_t>(layer) - 1];
    below.first = first;
    below.values.assign(static_cast<std::size_t>(last - first) + 1, 0.0);
    for (int row = top; row <= end; ++row) {
      const double amount = above.at(row);
      below.values[static_cast<std::size_t>(row - first)] += carried(alpha, amount);
      const double moved = carried(1 - alpha, amount);
      if (moved == 0) continue;
      const Real* shares = table.row(0, 0, row);
      double* to = below.values.data() + (table.first[row] - first);
      for (int s = 0; s < table.count[row]; ++s) to[s] += carried(static_cast<double>(shares[s]), moved);
    }
  }
  return flows;
}

template <class Real>
Flow rollout_up(const KeyTable<Real>& table, double alpha, const Flow& below) {
  const int from = static_cast<int>(below.first), end = last_of(below);
  // The run of rows that reads any of them.
  const auto reads = [&](int row) { return table.first[row] <= end && table.first[row] + table.count[row] > from; };
  int first = from, last = end;
  for (int row = 0; row < table.rows; ++row) {
    if (table.count[row] == 0 || !reads(row)) continue;
    first = std::min(first, row);
    last = std::max(last, row);
  }
  Flow above;
  above.first = first;
  above.values.assign(static_cast<std::size_t>(last - first) + 1, 0.0);
  for (int row = first; row <= last; ++row) {
    double moved = 0;
    const Real* shares = table.row(0, 0, row);
    const int key_end = std::min(end + 1, table.first[row] + table.count[row]);
    for (int key = std::max(from, table.first[row]); key < key_end; ++key) {
      moved += carried(static_cast<double>(shares[key - table.first[row]]), below.at(key));
    }
    above.values[static_cast<std::size_t>(row - first)] = carried(alpha, below.at(row)) + carried(1 - alpha, moved);
  }
  return above;
}

template <class Real>
std::vector<Flow> rollout_columns(std::span<const KeyTable<Real>> mean_shares, double alpha, int needle) {
  std::vector<Flow> flows = {{needle, {1.0}}};
  for (const KeyTable<Real>& table : mean_shares) flows.push_back(rollout_up(table, alpha, flows.back()));
  return flows;
}

template Flow rollout_up(const KeyTable<float>&, double, const Flow&);
template Flow rollout_up(const KeyTable<double>&, double, const Flow&);
template std::vector<Flow> rollout_rows(std::span<const KeyTable<float>>, double, int, int);
template std::vector<Flow> rollout_rows(std::span<const KeyTable<double>>, double, int, int);
template std::vector<Flow> rollout_columns(std::span<const KeyTable<float>>, double, int);
template std::vector<Flow> rollout_columns(std::span<const KeyTable<double>>, double, int);

}  // namespace bandscope::engine
