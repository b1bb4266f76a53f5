// Makes every field legal, and says what it changed.
#include <algorithm>
#include <cmath>
#include <utility>

#include "config/asked.h"
#include "config/divisors.h"
#include "config/examples.h"
#include "config/limits.h"
#include "config/numbers.h"
#include "config/query.h"
#include "config/utf8.h"
#include "config/words.h"

namespace bandscope::config {
namespace {

class Clamping {
 public:
  Clamping(const Config& config, const Asked& asked, Notices& notices)
      : config_(config), asked_(asked), notices_(notices) {}

  // Each step may lean on the fields that the steps before it made legal.
  Config run() {
    hold_source();
    hold_tokens();
    if (config_.example == Example::kNone) {
      hold("h", config_.heads, kMaxHeads, grouped(kMaxHeads));
      hold("d", config_.head_width, kMaxHeadWidth, grouped(kMaxHeadWidth));
    } else {
      hold_divisors();
    }
    hold_window();
    switch_off();
    hold_head();
    hold_pick();
    hold_depth();
    return config_;
  }

 private:
  /// A number as the query wrote it, or as it is.
  std::string number(std::string_view key, int value) const {
    const std::string* raw = asked_.value(key);
    return raw != nullptr && read_whole(*raw) ? shown(trimmed(*raw)) : std::to_string(value);
  }

  static std::string name(std::string_view key) { return name_of(*find_field(key)); }

  /// `limit` says in words what `high` is.
  void hold(std::string_view key, int& value, int high, std::string_view limit, int low = 1) {
    const int now = held(value, low, high);
    if (now == value) return;
    std::string sentence = name(key) + " " + number(key, value);
    sentence += now < value ? " is over " + std::string(limit) : " is under " + grouped(low);
    notices_.add(sentence + ": shown at " + grouped(now));
    value = now;
  }

  void hold_source() {
    if (std::string clean = clean_utf8(config_.text); clean != config_.text) {
      notices_.add("Parts of the text are not UTF-8: shown as \uFFFD");
      config_.text = std::move(clean);
    }
    if (config_.text.empty()) return;
    if (config_.example != Example::kNone) {
      notices_.add("An example and a text are given: the example is shown");
      config_.text.clear();
    } else if (count_words(config_.text, 1) == 0) {
      notices_.add("The text has no words: random numbers are shown");
      config_.text.clear();
    }
  }

  void hold_tokens() {
    const int high = range(Letter::kT, config_).high;
    std::string limit = grouped(high);
    if (config_.source() == Source::kText) {
      limit = "the text's " + limit + (high == 1 ? " token" : " tokens");
    } else if (config_.source() == Source::kExample) {
      limit = "the example's " + limit + (config_.example == Example::kNolan ? " keys" : " rows");
    }
    hold("t", config_.tokens, high, limit);
  }

  void hold_divisors() {
    const int merged = example_size(config_.example).merged();
    const int heads = nearest_divisor(merged, config_.heads);
    if (heads != config_.heads) say_divisor("h", config_.heads, heads);
    const int head_width = merged / heads;
    if (head_width != config_.head_width) {
      const int width = config_.head_width;
      if (width > 0 && merged % width == 0) {
        notices_.add("D " + number("d", width) + " with H " + grouped(heads) + " is not C = " + grouped(merged) +
                     ": D is shown at " + grouped(head_width));
      } else {
        say_divisor("d", width, head_width);
      }
    }
    config_.heads = heads;
    config_.head_width = head_width;
  }

  void say_divisor(std::string_view key, int value, int now) {
    const int merged = example_size(config_.example).merged();
    notices_.add(name(key) + " " + number(key, value) + " does not divide C = " + grouped(merged) + ": shown at " +
                 grouped(now));
  }

  /// Against the widest T, not this one: W keeps what was asked for, and T holds it down (effective_window).
  void hold_window() {
    const int widest = is_depth(config_.view) ? kMaxDepthTokens : kMaxTokens;
    if (config_.window != kAllKeys) hold("w", config_.window, widest, grouped(widest));
  }

  void switch_off() {
    switch_off(Control::kW, config_.window, kAllKeys, "W is all");
    switch_off(Control::kCausal, config_.causal, false, "causal is left out");
    // A source ends these two; a size only holds them back (effective_strike, effective_weights).
    if (config_.source() == Source::kExample) {
      switch_off(Control::kStrikeZero, config_.strike, Strike::kInfinity, "strike is inf");
    }
    switch_off(Control::kTie, config_.tie, false, "tie is left out");
    if (config_.source() != Source::kText) {
      switch_off(Control::kWeightsBuilt, config_.weights, Weights::kRandom, "weights are random");
    }
    switch_off(Control::kPositions, config_.positions, false, "positions are left out");
  }

  template <typename Value>
  void switch_off(Control control, Value& value, Value off, std::string_view outcome) {
    if (value == off) return;
    const std::optional<std::string> reason = off_reason(control, config_);
    if (!reason) return;
    value = off;
    notices_.add(std::string(outcome) + ". " + *reason);
  }

  void hold_head() {
    if (config_.head == kAllHeads) return;
    const int last = config_.heads - 1;
    hold("head", config_.head, last, grouped(last) + ", the last head", 0);
  }

  void hold_depth() {
    hold("layers", config_.layers, kMaxLayers, grouped(kMaxLayers));
    if (!is_pattern(config_.pattern)) {
      notices_.add("A pattern is 1 to 64 letters, each L or G: shown as L");
      config_.pattern = "L";
    }
    hold("alpha", config_.alpha, 0, 1);
    hold("epsilon", config_.epsilon, kMinEpsilon, kMaxEpsilon);
    if (config_.layer) {
      // Against the most layers: the chosen one is kept as asked, and L holds it down (layer_held).
      int layer = *config_.layer;
      hold("layer", layer, kMaxLayers, grouped(kMaxLayers));
      config_.layer = layer;
    }
    if (config_.needle) {
      int needle = *config_.needle;
      const int last = key_count(config_) - 1;
      hold("needle", needle, last, grouped(last) + ", the last token", 0);
      config_.needle = needle;
    }
    switch_off(Control::kL, config_.layers, 1, "L is 1");
    if (is_depth(config_.view) && off_reason(Control::kL, config_)) {
      config_.view = View::kBench;
      notices_.add("All panels are shown. " + *off_reason(Control::kL, config_));
    }
    if (config_.source() != Source::kRandom) config_.preset = Preset::kNone;
  }

  void hold(std::string_view key, double& value, double low, double high) {
    const double now = std::isnan(value) ? low : std::clamp(rounded_decimal(value), low, high);
    if (now == value) return;
    const double was = std::exchange(value, now);
    if (was >= low && was <= high) return;  // only rounded
    const std::string* raw = asked_.value(key);
    notices_.add(name(key) + " " + (raw != nullptr ? shown(trimmed(*raw)) : write_decimal(was)) +
                 (now < was ? " is over " + write_decimal(high) : " is under " + write_decimal(low)) + ": shown at " +
                 write_decimal(now));
  }

  void hold_pick() {
    if (!config_.pick) return;
    const Pick legal = effective_pick(config_);
    if (legal == *config_.pick) return;
    const std::string* raw = asked_.value("pick");
    const std::string was = raw != nullptr
                                ? shown(trimmed(*raw))
                                : std::to_string(config_.pick->query) + "," + std::to_string(config_.pick->key);
    notices_.add("pick " + was + " is outside the table: shown at " + std::to_string(legal.query) + "," +
                 std::to_string(legal.key));
    config_.pick = legal;
  }

  Config config_;
  const Asked& asked_;
  Notices& notices_;
};

}  // namespace

Config clamp_asked(const Config& config, const Asked& asked, Notices& notices) {
  return Clamping(config, asked, notices).run();
}

Checked clamp(const Config& config) {
  Notices notices;
  Config legal = clamp_asked(config, Asked(), notices);
  return {std::move(legal), notices.take()};
}

}  // namespace bandscope::config
