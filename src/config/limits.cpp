#include "config/limits.h"

#include <algorithm>
#include <cstdlib>

#include "config/divisors.h"
#include "config/examples.h"
#include "config/numbers.h"
#include "config/presets.h"
#include "config/query.h"
#include "config/words.h"

namespace bandscope::config {
namespace {

Range token_range(const Config& config) {
  switch (config.source()) {
    case Source::kExample: {
      const int rows = example_size(config.example).rows;
      return {1, rows, rows};
    }
    case Source::kText: {
      const int words = std::max(1, count_words(config.text, kMaxTokens));
      return {1, words, std::min(words, kDenseTokens)};
    }
    case Source::kRandom:
      break;
  }
  return {1, is_depth(config.view) ? kMaxDepthTokens : kMaxTokens, kDenseTokens};
}

constexpr std::string_view kNoMask = "This example masks nothing: no causal rule, no window";

std::optional<std::string> reason(std::string_view words) { return std::string(words); }

}  // namespace

int nearest_divisor(int number, long long wanted, int present) {
  int best = 1;
  for (int divisor = 2; divisor <= number; ++divisor) {
    if (number % divisor != 0) continue;
    const long long nearer = std::llabs(wanted - best) - std::llabs(wanted - divisor);
    const bool farther_from_present = std::abs(divisor - present) > std::abs(best - present);
    if (nearer > 0 || (nearer == 0 && present > 0 && farther_from_present)) best = divisor;
  }
  return best;
}

Range range(Letter letter, const Config& config) {
  switch (letter) {
    case Letter::kT:
      return token_range(config);
    case Letter::kW: {
      const int keys = key_count(config);
      return {1, keys, keys};
    }
    case Letter::kL:
      return {1, kMaxLayers, kMaxLayers};
    case Letter::kH:
    case Letter::kD:
      break;
  }
  if (config.source() == Source::kExample) {
    const int merged = example_size(config.example).merged();
    return {1, merged, merged};
  }
  return letter == Letter::kH ? Range{1, kMaxHeads, 16} : Range{1, kMaxHeadWidth, 64};
}

int value(Letter letter, const Config& config) {
  switch (letter) {
    case Letter::kT:
      return config.tokens;
    case Letter::kW:
      return effective_window(config);
    case Letter::kH:
      return config.heads;
    case Letter::kD:
      return config.head_width;
    case Letter::kL:
      return config.layers;
  }
  return 0;
}

Config with_value(Letter letter, int value, const Config& config) {
  Config next = config;
  const Range legal = range(letter, config);
  const int merged = example_size(config.example).merged();
  const bool example = config.source() == Source::kExample;
  switch (letter) {
    case Letter::kT:
      next.tokens = held(value, legal.low, legal.high);
      break;
    case Letter::kW:
      next.window = value == kAllKeys ? kAllKeys : held(value, legal.low, legal.high);
      break;
    case Letter::kH:
      next.heads = held(value, legal.low, legal.high);
      if (example) next.heads = nearest_divisor(merged, next.heads, config.heads);
      break;
    case Letter::kD:
      next.head_width = held(value, legal.low, legal.high);
      if (example) next.heads = merged / nearest_divisor(merged, next.head_width, config.head_width);
      break;
    case Letter::kL:
      next.layers = held(value, legal.low, legal.high);
      break;
  }
  return clamp(next).config;
}

std::vector<int> stops(Letter letter, const Config& config) {
  std::vector<int> divisors;
  const bool splits = letter == Letter::kH || letter == Letter::kD;
  if (config.source() != Source::kExample || !splits) return divisors;
  const int merged = example_size(config.example).merged();
  for (int divisor = 1; divisor <= merged; ++divisor) {
    if (merged % divisor == 0) divisors.push_back(divisor);
  }
  return divisors;
}

int query_count(const Config& config) { return config.example == Example::kNolan ? 1 : config.tokens; }

int key_count(const Config& config) { return config.tokens; }

int effective_window(const Config& config) { return std::min(config.window, key_count(config)); }

bool is_pattern(std::string_view text) {
  return !text.empty() && text.size() <= kMaxLayers && text.find_first_not_of("LG") == std::string_view::npos;
}

bool preset_unchanged(const Config& config) {
  const PresetRow* row = preset_row(config.preset);
  return row != nullptr && config.tokens == row->tokens && config.heads == row->heads &&
         config.head_width == row->head_width && config.window == row->window && config.layers == row->layers &&
         config.pattern == row->pattern && config.causal == row->causal;
}

bool is_depth(View view) { return view == View::kReach || view == View::kNeedle || view == View::kCost; }

bool is_lesson(View view) { return view >= View::kStage; }

Stage effective_stage(const Config& config) {
  if (config.source() != Source::kExample) return config.stage;
  if (config.stage == Stage::kCut) return Stage::kSplit;
  return config.stage == Stage::kOutput ? Stage::kMerge : config.stage;
}

int panel_layer(const Config& config) {
  return config.source() == Source::kExample ? 1 : std::min(config.layer.value_or(1), config.layers);
}

int panel_window(const Config& config) {
  const auto place = static_cast<std::size_t>(panel_layer(config) - 1) % config.pattern.size();
  return config.pattern[place] == 'G' ? kAllKeys : config.window;
}

int reach_layer(const Config& config) { return std::min(config.layer.value_or(config.layers), config.layers); }

int effective_needle(const Config& config) {
  return held(config.needle.value_or(config.tokens / 2), 0, std::max(0, key_count(config) - 1));
}

std::optional<std::string> stack_off_reason(const Config& config) {
  if (config.source() != Source::kExample) return std::nullopt;
  return "This example gives one layer's Q, K and V: there is no stack to follow";
}

std::optional<std::string> window_held(const Config& config) {
  const int keys = key_count(config);
  if (config.window == kAllKeys || config.window <= keys) return std::nullopt;
  return "W " + grouped(config.window) + " is held at T = " + grouped(keys);
}

Weights effective_weights(const Config& config) {
  return off_reason(Control::kWeightsBuilt, config) ? Weights::kRandom : config.weights;
}

Strike effective_strike(const Config& config) {
  return off_reason(Control::kStrikeZero, config) ? Strike::kInfinity : config.strike;
}

std::optional<std::string> weights_held(const Config& config) {
  if (effective_weights(config) == config.weights) return std::nullopt;
  return *off_reason(Control::kWeightsBuilt, config) + ": random until then";
}

std::optional<std::string> strike_held(const Config& config) {
  if (effective_strike(config) == config.strike) return std::nullopt;
  return *off_reason(Control::kStrikeZero, config) + ", minus infinity beyond";
}

std::optional<std::string> layer_held(const Config& config) {
  if (!config.layer || *config.layer <= config.layers) return std::nullopt;
  return "layer " + grouped(*config.layer) + " is held at L = " + grouped(config.layers);
}

Pick effective_pick(const Config& config) {
  const int last_query = std::max(0, query_count(config) - 1);
  const int last_key = std::max(0, key_count(config) - 1);
  if (config.pick) return {held(config.pick->query, 0, last_query), held(config.pick->key, 0, last_key)};
  // A model's last token is the one that looks back; else round(0.7·T), halves up.
  const bool last = config.preset != Preset::kNone;
  const long long seven_tenths = last ? last_query : (7LL * config.tokens + 5) / 10;
  const int query = held(seven_tenths, 0, last_query);
  return {query, std::clamp(query - 1, 0, last_key)};
}

std::optional<std::string> off_reason(Control control, const Config& config) {
  const Source source = config.source();
  const bool example = source == Source::kExample;
  const bool unmasked = example && !example_size(config.example).masked;
  switch (control) {
    case Control::kT:
    case Control::kH:
    case Control::kD:
    case Control::kScale:
      return std::nullopt;
    case Control::kW:
    case Control::kCausal:
      return unmasked ? reason(kNoMask) : std::nullopt;
    case Control::kStrikeZero:
      if (unmasked) return reason("This example masks nothing, so no score is struck");
      if (config.tokens > kDenseTokens) return reason("Strike by zero needs every score: it stops at T = 256");
      return std::nullopt;
    case Control::kL:
      return unmasked ? reason("This example has one query and two keys: it cannot be stacked") : std::nullopt;
    case Control::kTie:
      return unmasked ? reason("This example has one query and two keys: K cannot be a copy of Q") : std::nullopt;
    case Control::kSeed:
      return example ? reason("This example's numbers are given, not drawn") : std::nullopt;
    case Control::kPositions:
      if (source == Source::kText) return std::nullopt;
      return reason(example ? "This example's Q, K and V are given: there is no input to mark"
                            : "Position marks are added to the words of a text");
    case Control::kWeightsBuilt:
      if (example) return reason("This example's Q, K and V are given: it has no weights");
      if (source != Source::kText) return reason("Built weights need the words of a text");
      if (config.head_width < kBuiltHeadWidth) return reason("Built weights need D = 8 or more");
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace bandscope::config
