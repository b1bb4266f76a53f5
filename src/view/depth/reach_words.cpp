#include "view/depth/reach_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/presets.h"
#include "engine/stack/reach.h"
#include "engine/stack/relay.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

using engine::StackRule;
using Runs = std::vector<Run>;

constexpr double kBeyond = 0.01;  // what the radius leaves out; there is no ε in this view
constexpr int kMostListed = 6;    // layers whose reach is listed one by one

std::string tokens_text(std::int64_t count) { return grouped(count) + (count == 1 ? " token" : " tokens"); }
std::string layers_text(int count) { return count == 1 ? " layer" : " layers"; }

/// Two decimals, and none from a thousand up.
std::string spread_text(double value) {
  return value < 999.995 ? fixed(value, 2) : value < 1e15 ? grouped(std::llround(value)) : careful(value, 0);
}

/// How far the node could reach to a side, and how far the sequence lets it.
struct Sides {
  std::int64_t free = 0;  // L · (W − 1)
  std::int64_t back = 0, ahead = 0;
  bool clipped = false;
};
Sides sides_of(const StackRule& rule, Node node) {
  const engine::Span span = engine::reach(rule, node.token, node.layer);
  Sides s;
  s.free = engine::reach_back(rule, node.layer).value_or(rule.tokens - 1);
  s.back = node.token - span.first;
  s.ahead = span.last - node.token;
  s.clipped = s.back < s.free || (!rule.causal && s.ahead < s.free);
  return s;
}

Runs ink_sentence(Node node, Ink ink, bool whole) {
  if (ink == Ink::kNone) return {muted("Too many numbers to blend in a frame: only the edge is shown.")};
  if (ink == Ink::kWaits) return {muted("A click shows what came this way.")};
  std::string by = ink == Ink::kReal       ? "real shares"
                   : ink == Ink::kRealLate ? "real shares, catching up"
                                           : "equal shares";
  if (ink == Ink::kEqualLate) by += " while the real ones catch up";
  if (!whole) return {muted("Ink is what came this way, by " + by + ".")};
  return {muted("Ink is how much of token "), mono(grouped(node.token), Pair::kT),
          muted(" came this way, by " + by + ".")};
}

Runs joined(Runs a, const Runs& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Runs product_words(const StackRule& rule, Node node, bool formula) {
  const std::int64_t side = rule.window - 1;
  Runs runs;
  if (formula) {
    runs = {node.layer == rule.layers ? strong("L", Pair::kL) : mono(grouped(node.layer), Pair::kL), muted(" · ("),
            strong("W", Pair::kW), muted(" − 1) = ")};
  }
  runs.push_back(mono(grouped(node.layer), Pair::kL));
  runs.push_back(muted(" · "));
  runs.push_back(mono(grouped(side), Pair::kW));
  runs.push_back(muted(" = "));
  runs.push_back(mono(grouped(node.layer * side)));
  return runs;
}

void add_model_note(const config::Config& config, std::vector<Runs>& notes) {
  if (config.preset != config::Preset::kMistral7b || !config::preset_unchanged(config)) return;
  const std::int64_t counted = static_cast<std::int64_t>(config.layers) * config.window;
  notes.push_back({muted("Its paper says "), mono(grouped(counted)), muted(": it counts "), strong("W", Pair::kW),
                   muted(", not "), strong("W", Pair::kW), muted(" − 1, a layer, though "), strong("W", Pair::kW),
                   muted(" holds the token itself.")});
}

/// Where layers differ: how far each of the first ones reaches, and from where on it is all.
void add_kinds_note(const StackRule& rule, std::vector<Runs>& notes) {
  const int global = first_global(rule, rule.layers);
  if (global == 0 || rule.window == engine::kNoWindow) return;
  const std::string all = rule.causal ? "everything before" : "everything";
  if (global == 1) {
    notes.push_back({muted("The first layer reads " + all + " already, so every layer reaches it.")});
    return;
  }
  const std::int64_t side = rule.window - 1;
  const int windowed = global - 1;
  Runs runs = {muted(windowed == 1 ? "Layer " : "Layers "), mono("1", Pair::kL)};
  if (windowed > 1) {
    runs.push_back(muted(windowed == 2 ? " and " : " to "));
    runs.push_back(mono(grouped(windowed), Pair::kL));
  }
  runs.push_back(muted(windowed == 1 ? " reaches " : " reach "));
  std::string list;
  for (int layer = 1; layer <= windowed; ++layer) {
    const bool listed = windowed <= kMostListed || layer < kMostListed || layer == windowed;
    if (listed) list += (list.empty() ? "" : ", ") + grouped(layer * side);
    if (!listed && layer == kMostListed) list += ", …";
  }
  runs.push_back(mono(list));
  runs.push_back(muted(rule.causal ? " back; from layer " : " each way; from layer "));
  runs.push_back(mono(grouped(global), Pair::kL));
  runs.push_back(muted(" on it is all."));
  notes.push_back(std::move(runs));
}

/// L (1 − α) (W − 1) ÷ 2, without the residual where there is none.
void add_mean_note(const StackRule& rule, Node node, double alpha, std::vector<Runs>& notes) {
  const double mean = node.layer * (1 - alpha) * static_cast<double>(rule.window - 1) / 2;
  Runs runs = {muted("Far from the start, equal shares come from "), mono(spread_text(mean)),
               muted(" back on average: "), strong("L", Pair::kL)};
  if (alpha > 0) runs.push_back(muted(" · (1 − α)"));
  runs.push_back(muted(" · ("));
  runs.push_back(strong("W", Pair::kW));
  runs.push_back(muted(" − 1) ÷ 2."));
  notes.push_back(std::move(runs));
}

void add_spread_note(const StackRule& rule, Node node, double alpha, std::vector<Runs>& notes) {
  const double exact = engine::uniform_spread(rule.window, node.layer, alpha);
  Runs runs = {muted("They spread over "), mono(spread_text(exact)), muted(" tokens.")};
  if (alpha == 0) {
    const double quoted = engine::quoted_spread(rule.window, node.layer);
    const Runs closed = {muted(" The rule 0.29 · "),
                         strong("W", Pair::kW),
                         muted(" · √"),
                         strong("L", Pair::kL),
                         muted(" says "),
                         mono(spread_text(quoted)),
                         muted(", so a width 0.58 · "),
                         strong("W", Pair::kW),
                         muted(" · √"),
                         strong("L", Pair::kL),
                         muted(" of "),
                         mono(spread_text(2 * quoted)),
                         muted(".")};
    runs.insert(runs.end(), closed.begin(), closed.end());
  }
  notes.push_back(std::move(runs));
}

void add_radius_note(const StackRule& rule, Node node, double alpha, std::vector<Runs>& notes) {
  const auto radius = [&](int layers) { return grouped(engine::uniform_radius(rule.window, layers, alpha, kBeyond)); };
  Runs runs = {muted("99 % of them comes from "), mono(radius(node.layer)), muted(" back or nearer")};
  const auto quoted = engine::quoted_radius(rule.window, alpha, kBeyond);
  if (!quoted) {
    runs.push_back(muted("."));
    notes.push_back(std::move(runs));
    return;
  }
  if (node.layer != 2) {
    runs.push_back(muted(" ("));
    runs.push_back(mono(radius(2)));
    runs.push_back(muted(" at "));
    runs.push_back(strong("L", Pair::kL));
    runs.push_back(muted(" = "));
    runs.push_back(mono("2", Pair::kL));
    runs.push_back(muted(")"));
  }
  runs.push_back(muted(". The rule "));
  runs.push_back(strong("W", Pair::kW));
  runs.push_back(muted(" ln ε ÷ ln(1 − α) says "));
  runs.push_back(mono(*quoted < 1e9 ? grouped(std::llround(*quoted)) : careful(*quoted, 0)));
  runs.push_back(muted(" at any "));
  runs.push_back(strong("L", Pair::kL));
  runs.push_back(muted("."));
  notes.push_back(std::move(runs));
}

}  // namespace

std::string share_text(double share) {
  if (!std::isfinite(share) || share == 0 || std::abs(share) >= 5e-5) return per_cent(share);
  return careful(100 * share, 2) + " %";
}

std::vector<Run> reach_title(const StackRule& rule, Node node) {
  if (node.layer == 0) return {strong("The input: each token is only itself")};
  Runs runs = {strong(grouped(node.layer), Pair::kL)};
  const std::string reaches = node.layer == 1 ? " reaches " : " reach ";
  if (const int global = first_global(rule, node.layer); global > 0) {
    const bool no_window = rule.window == engine::kNoWindow;
    const std::string all = rule.causal ? "everything before" : "everything";
    runs.push_back(strong(layers_text(node.layer) + (no_window ? " without a window" : "") + reaches + all));
    if (!no_window && global > 1) {
      runs.push_back(strong(", from layer "));
      runs.push_back(strong(grouped(global), Pair::kL));
      runs.push_back(strong(" on"));
    }
    return runs;
  }
  runs.push_back(strong(layers_text(node.layer) + " of window "));
  runs.push_back(strong(grouped(rule.window), Pair::kW));
  if (rule.window == 1) {
    runs.push_back(strong(reaches + "only the token itself"));
    return runs;
  }
  const std::int64_t side = node.layer * (rule.window - 1);
  runs.push_back(strong(reaches + tokens_text(side) + (rule.causal ? " back" : " each way")));
  return runs;
}

std::vector<Runs> reach_subtitles(const StackRule& rule, Node node, Ink ink) {
  const Sides s = sides_of(rule, node);
  const bool whole_before = engine::reach_back(rule, node.layer) == std::nullopt;
  if (!s.clipped || whole_before) {
    const Runs ink_runs = ink_sentence(node, ink, true);
    if (ink == Ink::kNone || ink == Ink::kWaits) return {ink_runs};
    return {joined(ink_runs, {muted(" Beyond the marked edge, nothing can.")}),
            joined(ink_runs, {muted(" Beyond the edge: nothing.")}), ink_runs, ink_sentence(node, ink, false)};
  }
  Runs here = {muted("Here "), mono(grouped(s.back)), muted(" at most: the sequence begins. ")};
  if (s.back >= s.free) here = {muted("Here "), mono(grouped(s.ahead)), muted(" ahead at most: the sequence ends. ")};
  if (s.back == 0 && rule.causal) here = {muted("Here nothing: the sequence begins. ")};
  return {joined(here, ink_sentence(node, ink, true)), joined(here, ink_sentence(node, ink, false)), here};
}

std::vector<Runs> hard_reach_words(const StackRule& rule, Node node) {
  if (first_global(rule, node.layer) > 0) {
    const std::string all = rule.causal ? "everything before" : "everything";
    return {{muted("hard reach  "), ink(all)}, {ink(all)}};
  }
  const Runs tail = product_words(rule, node, true);
  const Runs whole = joined({muted("hard reach  ")}, tail);
  const Runs product = product_words(rule, node, false);
  const Sides s = sides_of(rule, node);
  const std::int64_t most = std::max(s.back, s.ahead);
  if (most < s.free) {
    const Runs here = {muted(", here "), mono(grouped(most))};
    return {joined(whole, here), joined(tail, here), joined(product, here), product};
  }
  return {whole, tail, product, {mono(grouped(node.layer * (rule.window - 1)))}};
}

std::vector<Runs> short_reach_words(const StackRule& rule, Node node) {
  if (first_global(rule, node.layer) > 0) {
    return {{ink(rule.causal ? "everything before" : "everything")}};
  }
  const Run end = muted(rule.causal ? " back" : " each way");
  return {joined(product_words(rule, node, true), {end}), joined(product_words(rule, node, false), {end})};
}

std::vector<Runs> reach_notes(const config::Config& config, const StackRule& rule, Node node) {
  std::vector<Runs> notes;
  add_model_note(config, notes);
  add_kinds_note(rule, notes);
  const bool relay = node.layer > 0 && rule.window > 1 && first_global(rule, node.layer) == 0;
  if (!relay) return notes;
  if (!rule.causal) {
    notes.push_back({muted("Mean, spread and 99 % radius are for causal layers: their closed forms look back only.")});
    return notes;
  }
  if (config.alpha < 1) {
    add_mean_note(rule, node, config.alpha, notes);
    add_spread_note(rule, node, config.alpha, notes);
    add_radius_note(rule, node, config.alpha, notes);
  }
  if (config.alpha >= 1) {
    notes.push_back({muted("At α = "), mono("1"), muted(" nothing is blended: each token stays itself.")});
  }
  return notes;
}

}  // namespace bandscope::view
