// The rule in words and signs.
#include "view/heatmaps.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

Run token(int index) { return {grouped(index), Face::kMono, Pair::kT}; }

}  // namespace

std::vector<Run> sentence_of(const engine::KeyRanges& keep, int query) {
  if (query < 0 || query >= static_cast<int>(keep.count.size())) return {};
  const int count = keep.kept(0, query);
  std::vector<Run> runs = {ink("Query "), token(query)};
  if (count == 0) {
    runs.push_back(ink(" reads "));
    runs.push_back({"no key", Face::kStrong, Pair::kW});
    runs.push_back(ink(": its shares and its output are 0."));
    return runs;
  }
  const auto row = static_cast<std::size_t>(query);
  int first = keep.first[row];
  int last = first + keep.count[row] - 1;
  while (first < last && !keep.keeps(0, query, first)) ++first;
  while (first < last && !keep.keeps(0, query, last)) --last;
  // Only in self-attention is key j the same token as query j.
  const int self = query;
  const bool is_self = keep.queries == keep.keys && keep.keeps(0, query, self);
  if (count == 1 && is_self) {
    runs.push_back(ink(" reads only "));
    runs.push_back({"itself.", Face::kStrong, Pair::kW});
    return runs;
  }
  runs.push_back(ink(first == last ? " reads key " : " reads keys "));
  runs.push_back(token(first));
  if (first != last) {
    runs.push_back(ink(" to "));
    runs.push_back(token(last));
  }
  runs.push_back(ink(": "));
  runs.push_back({count_word(count), Face::kStrong, Pair::kW});
  std::string end = count == 1 ? " key" : " keys";
  end += is_self ? ", itself included." : ".";
  runs.push_back(ink(std::move(end)));
  return runs;
}

std::vector<Run> rule_of(const engine::KeyRanges& keep, bool windowed) {
  const Run w{"W", Face::kStrong, Pair::kW};
  const int offset = keep.keys - keep.queries;
  const std::string i = offset == 0 ? "i" : offset > 0 ? "i + " + grouped(offset) : "i − " + grouped(-offset);
  if (!windowed && keep.causal) return {muted("keep j ≤ " + i + ", no window")};
  if (!windowed) return {muted("keep all: mask off")};
  if (keep.causal) return {muted("keep j ≤ " + i + " and j ≥ " + i + " − "), w, muted(" + 1")};
  return {muted("keep |" + i + " − j| ≤ "), w, muted(" − 1")};
}

}  // namespace bandscope::view
