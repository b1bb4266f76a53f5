// Makes every field legal, and says what it changed.
#include <algorithm>

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
    if (high < kMaxTokens && config_.source() == Source::kText) {
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
    if (config_.window != kAllKeys) hold("w", config_.window, kMaxTokens, grouped(kMaxTokens));
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
