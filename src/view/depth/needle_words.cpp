#include "view/depth/needle_words.h"

#include "config/limits.h"
#include "engine/stack/reach.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

Run token(std::int64_t index) { return {grouped(index), Face::kMono, Pair::kT}; }

std::string layers_in_words(std::int64_t layers) { return layers == 1 ? " layer" : " layers"; }

/// One letter's share of the arrival's sentence: "from W = 5 on". `end`: where the map ends before its axis does; else
/// 0.
void say_arrival(std::vector<Run>& runs, const Arrival& arrival, int end, const std::string& letter, Pair pair) {
  const auto value = [&](std::int64_t number) { runs.push_back({grouped(number), Face::kMono, pair}); };
  const auto name = [&](std::string before) {
    runs.push_back(muted(std::move(before)));
    runs.push_back(strong(letter, pair));
  };
  if (arrival.low == 0) {
    name(arrival.known ? "at no " : "at no known ");
    if (end == 0) return;
    runs.push_back(muted(" up to "));
    value(end);
    return;
  }
  if (arrival.low == arrival.high && !arrival.open) {
    name("only at ");
    runs.push_back(muted(" = "));
    value(arrival.low);
    return;
  }
  const bool ends = arrival.open && end > 0;
  name((arrival.open && !ends) || !arrival.known ? "from " : ends && arrival.low == arrival.high ? "at " : "for ");
  runs.push_back(muted(" = "));
  value(arrival.low);
  if (ends) {
    if (arrival.low != arrival.high) {
      runs.push_back(muted(arrival.whole ? " to " : " up to "));
      value(arrival.high);
    }
    runs.push_back(muted(", the last in the map,"));
    return;
  }
  if (arrival.open) {
    runs.push_back(muted(" on"));
  } else if (arrival.known) {
    runs.push_back(muted(arrival.whole ? " to " : " up to "));
    value(arrival.high);
  }
}

}  // namespace

std::vector<Run> needle_title(const NeedleResult& r) {
  const Run layers = strong(grouped(r.rule.layers), Pair::kL);
  const Run needle = strong(grouped(r.needle), Pair::kT);
  if (!r.reaches) {
    const std::int64_t back = engine::reach_side(r.rule, r.rule.layers);
    return {strong("Token "), needle, strong(" cannot arrive: "), layers,
            strong(layers_in_words(r.rule.layers) + (r.rule.layers == 1 ? " reaches " : " reach ") + grouped(back) +
                   " back")};
  }
  if (!r.left) {
    return {strong("Token "), needle, strong(" can arrive through "), layers, strong(layers_in_words(r.rule.layers))};
  }
  return {strong(small_per_cent(*r.left) + " of token "), needle, strong(" is left after "), layers,
          strong(layers_in_words(r.rule.layers))};
}

std::vector<Run> needle_subtitle(const NeedleResult& r) {
  const std::int64_t last = r.rule.tokens - 1, back = last - r.needle;
  if (!r.reaches) {
    return {muted("It lies " + grouped(back) + " back from the last token, "), token(last), muted(".")};
  }
  std::vector<Run> runs = {muted("At the last token, "), token(last)};
  if (!r.left) {
    runs.push_back(muted(r.real ? ": how much is not known by real shares."
                                : ": how much is not computed, with too many tokens to follow."));
    return runs;
  }
  const char* compare = *r.left >= r.epsilon ? "no less" : "less";
  runs.push_back(muted(std::string(r.real ? ", by real shares: " : ", by uniform shares: ") + compare +
                       " than the threshold of " + small_per_cent(r.epsilon) + "."));
  return runs;
}

std::vector<Run> needle_arrival(const NeedleResult& r, const Arrival& window, const Arrival& layers) {
  if (r.real && r.no_stack) return {muted("By real shares nothing is known: this stack cannot run here.")};
  if (r.real && !r.map_whole) {
    return {muted("Where it arrives by real shares is known once this stack has run at each window.")};
  }
  if (!r.real && r.reaches && !r.left) {
    return {
        muted("A row near the start, or of a global layer, keeps its own number of keys. Each would have to be "
              "followed: the grey cells are not computed.")};
  }
  const char* shares = !r.real          ? "By uniform shares"
                       : r.every_window ? "By real shares"
                                        : "By real shares, of the map’s windows,";
  std::vector<Run> runs = {muted(std::string(shares) + " at least " + small_per_cent(r.epsilon) + " arrives ")};
  say_arrival(runs, window, 0, "W", Pair::kW);
  runs.push_back(muted(" with "));
  runs.push_back({grouped(r.rule.layers), Face::kMono, Pair::kL});
  runs.push_back(muted(layers_in_words(r.rule.layers) + ", and "));
  say_arrival(runs, layers, r.map_layers < config::kMaxLayers ? r.map_layers : 0, "L", Pair::kL);
  runs.push_back(muted(" with a window of "));
  runs.push_back({grouped(std::int64_t{r.map_window}), Face::kMono, Pair::kW});
  runs.push_back(muted("."));
  return runs;
}

}  // namespace bandscope::view
