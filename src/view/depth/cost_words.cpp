#include "view/depth/cost_words.h"

#include <string>
#include <utility>

#include "config/presets.h"
#include "view/depth/cost.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

Run letter_t() { return strong("T", Pair::kT); }
Run letter_w() { return strong("W", Pair::kW); }

double ratio(engine::Count a, engine::Count b) { return static_cast<double>(a) / static_cast<double>(b); }

bool whole(const engine::StackRule& rule) { return rule.window >= rule.tokens; }

/// Of one layer that has the window.
engine::Cost windowed_layer(engine::CostRule rule) {
  rule.stack.layers = 1;
  rule.stack.pattern = "L";
  return engine::cost(rule);
}

}  // namespace

std::vector<Run> cost_title(const engine::CostRule& rule, const engine::Cost& cost) {
  const engine::StackRule& s = rule.stack;
  const engine::Count all = s.causal ? cost.pairs_causal : cost.pairs_full;
  const std::string kind = s.causal ? "causal pair" : "pair";
  if (whole(s)) return {strong("No window: every " + kind + " is kept")};
  std::vector<Run> runs = {letter_w(), strong(" = "), strong(grouped(s.window), Pair::kW)};
  if (s.pattern.find('G') != std::string::npos && s.pattern.size() <= 8) runs.push_back(strong(" in " + s.pattern));
  runs.push_back(strong(" keeps " + small_per_cent(ratio(cost.pairs_kept, all)) + " of the " + kind + "s"));
  return runs;
}

std::vector<Run> cost_saving(const engine::CostRule& rule, const engine::Cost& cost) {
  const engine::StackRule& s = rule.stack;
  if (whole(s)) return {muted("A window as long as the sequence saves nothing.")};
  const engine::Cost layer = windowed_layer(rule);
  const auto tokens = static_cast<double>(s.tokens), window = static_cast<double>(s.window);
  std::vector<Run> runs;
  if (!s.causal) {
    runs = {muted("A two-sided layer saves "),
            ink(three_digits(ratio(layer.pairs_full, layer.pairs_kept)) + " ×"),
            muted(", about "),
            letter_t(),
            muted(" / (2"),
            letter_w(),
            muted(" − 1) = " + three_digits(tokens / (2 * window - 1)))};
  } else {
    runs = {muted("A windowed layer saves "),
            ink(three_digits(ratio(layer.pairs_causal, layer.pairs_kept)) + " ×"),
            muted(", about "),
            letter_t(),
            muted(" / (2"),
            letter_w(),
            muted(") = " + three_digits(tokens / (2 * window))),
            muted(", not "),
            letter_t(),
            muted(" / "),
            letter_w(),
            muted(" = " + three_digits(tokens / window))};
  }
  if (s.pattern.find('G') != std::string::npos) {
    const engine::Count all = s.causal ? cost.pairs_causal : cost.pairs_full;
    runs.push_back(muted("; the stack "));
    runs.push_back(ink(three_digits(ratio(all, cost.pairs_kept)) + " ×"));
  }
  runs.push_back(muted("."));
  return runs;
}

std::vector<Run> cache_note(const engine::CostRule& rule, const engine::Cost& cost, const config::Config& c) {
  const std::int64_t width = std::int64_t{rule.heads} * rule.head_width;
  std::vector<Run> runs;
  const config::PresetRow* row = config::preset_row(c.preset);
  if (row != nullptr && config::preset_unchanged(c) && row->key_heads < row->heads) {
    const auto of = [&](engine::Count bytes) {
      const auto shared = bytes * static_cast<engine::Count>(row->key_heads) / static_cast<engine::Count>(row->heads);
      return human_bytes(shared);
    };
    runs = {muted("Counted with a key head for each query head. " + std::string(row->name) + " has "),
            ink(grouped(std::int64_t{row->key_heads})),
            muted(row->key_heads == 1 ? " key head" : " key heads"),
            muted(" for its "),
            {grouped(std::int64_t{row->heads}), Face::kRegular, Pair::kH},
            muted(" query heads: in 16-bit its rolling cache takes "),
            ink(of(cost.cache_bytes16)),
            muted(" instead of " + human_bytes(cost.cache_bytes16) + ", a whole one "),
            ink(of(cost.cache_bytes16_full)),
            muted(".")};
    return runs;
  }
  runs = {muted("To decode the next token a layer keeps 2 · "),
          strong("H", Pair::kH),
          muted(" · "),
          strong("D", Pair::kD),
          muted(" = " + grouped(2 * width) + " numbers of each of the last "),
          letter_w(),
          muted(" tokens; a global layer of all.")};
  if (!rule.stack.causal) {
    runs = {
        muted("A two-sided layer reads ahead, so it is not decoded token by token: the cache is what a causal layer "
              "of this window would keep.")};
  }
  return runs;
}

}  // namespace bandscope::view
