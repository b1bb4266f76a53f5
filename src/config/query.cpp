#include "config/query.h"

#include <algorithm>
#include <utility>

#include "config/asked.h"
#include "config/divisors.h"
#include "config/examples.h"
#include "config/limits.h"
#include "config/numbers.h"
#include "config/presets.h"
#include "config/words.h"

namespace bandscope::config {
namespace {

constexpr std::string_view kOpeningText =
    "A word may read only six words, itself included, and must trust that each of those has read its own six.";
constexpr int kOpeningWindow = 6;

std::string choices_in_words(const Field& field) {
  std::string words = field.choices.size() == 2 ? "" : "one of ";
  for (std::size_t i = 0; i < field.choices.size(); ++i) {
    if (i > 0) words += field.choices.size() == 2 ? " or " : ", ";
    words += field.choices[i];
  }
  return words;
}

/// What a value of this field would have had to be.
std::string wanted(const Field& field) {
  switch (field.kind) {
    case FieldKind::kInteger:
      return field.choices.empty() ? "a whole number" : "a whole number or all";
    case FieldKind::kFlag:
      return "0 or 1";
    case FieldKind::kChoice:
      return choices_in_words(field);
    case FieldKind::kPick:
      return "a cell i,j";
    case FieldKind::kNumber:
      return "a number";
    case FieldKind::kPattern:
      return "1 to 64 letters, each L or G";
    case FieldKind::kUnsetInteger:
      return "a whole number";
    case FieldKind::kText:
      break;
  }
  return "a text";
}

/// Reads one field if the query gives it. A value of the wrong kind is said and left out: false.
bool read_asked(std::string_view key, const Asked& asked, Config& config, Notices& notices) {
  const Field& field = *find_field(key);
  const std::string* value = asked.value(field);
  if (value == nullptr) return false;
  if (field.read(*value, config)) return true;
  notices.add(name_of(field) + " " + quoted(*value) + " is not " + wanted(field) + ": left out");
  return false;
}

/// A seed outside its range is already held by its type, so clamp() cannot see it.
void say_seed(const Asked& asked, Notices& notices) {
  const Field& field = *find_field("seed");
  const std::string* value = asked.value(field);
  const std::optional<long long> number = value == nullptr ? std::nullopt : read_whole(*value);
  if (!number) return;
  if (static_cast<double>(*number) > field.high) {
    notices.add("seed " + shown(trimmed(*value)) + " is over " + write_decimal(field.high) + ": shown at " +
                write_decimal(field.high));
  } else if (static_cast<double>(*number) < field.low) {
    notices.add("seed " + shown(trimmed(*value)) + " is under 0: shown at 0");
  }
}

/// A preset's sizes under everything else.
void put_preset(Config& config, const PresetRow& row) {
  config.preset = row.preset;
  config.tokens = row.tokens;
  config.heads = row.heads;
  config.head_width = row.head_width;
  config.window = row.window;
  config.layers = row.layers;
  config.pattern = row.pattern;
  config.causal = row.causal;
  config.view = row.view;
}

bool default_positions(const Config& config) {
  return config.source() == Source::kText && config.weights == Weights::kBuilt;
}

/// Reads every field but the source's two (`example`, `text`) on top of `start`, then makes all legal.
Config read_fields(const Asked& asked, const Config& start, Notices& notices) {
  Config config = start;
  const bool positions_follow = start.positions == default_positions(start);
  bool heads_given = false;
  bool width_given = false;
  bool positions_given = false;
  for (const Field& field : field_table()) {
    if (field.key == "example" || field.key == "text" || field.key == "preset") continue;
    const bool given = read_asked(field.key, asked, config, notices);
    if (field.key == "h") heads_given = given;
    if (field.key == "d") width_given = given;
    if (field.key == "positions") positions_given = given;
  }
  say_seed(asked, notices);
  if (positions_follow && !positions_given) config.positions = default_positions(config);
  // In an example one of H and D carries the other with it.
  if (config.example != Example::kNone && heads_given != width_given) {
    const int merged = example_size(config.example).merged();
    if (heads_given) config.head_width = merged / nearest_divisor(merged, config.heads);
    if (width_given) config.heads = merged / nearest_divisor(merged, config.head_width);
  }
  return clamp_asked(config, asked, notices);
}

/// Says what a size holds back, unless it did before.
void say_held(const Config& config, const Config* before, Notices& notices) {
  const auto say = [&](std::optional<std::string> (*held)(const Config&)) {
    const std::optional<std::string> words = held(config);
    if (words && (before == nullptr || !held(*before))) notices.add(*words);
  };
  say(weights_held);
  say(strike_held);
  say(layer_held);
}

/// A text without a word is none.
bool has_words(std::string_view text) { return count_words(text, 1) > 0; }

int default_tokens(std::string_view text) { return count_words(text, kDenseTokens); }

/// T after a text became another: the whole stays the whole, a part stays a part.
int followed_tokens(const Config& from, std::string_view text) {
  const int now = count_words(text, kMaxTokens);
  if (from.tokens == default_tokens(from.text)) return default_tokens(text);
  if (from.tokens == count_words(from.text, kMaxTokens)) return now;
  return std::min(from.tokens, now);
}

/// `base` moved to another source: that source's defaults, and what is not about the numbers.
Config moved(const Config& base, Example example, std::string_view text) {
  Config config = defaults(example, text);
  config.view = base.view;
  config.theme = base.theme;
  config.seed = base.seed;
  config.show = base.show;
  if (!off_reason(Control::kL, base) && !off_reason(Control::kL, config)) config.layers = base.layers;
  config.pattern = base.pattern;
  config.alpha = base.alpha;
  config.norm = base.norm;
  config.shared = base.shared;
  config.epsilon = base.epsilon;
  config.axis = base.axis;
  return config;
}

/// `base` moved to a preset: its sizes, and a view that shows them.
Config moved(const Config& base, Preset preset) {
  const PresetRow* row = preset_row(preset);
  if (row == nullptr) {
    Config config = base;
    config.preset = Preset::kNone;
    return config;
  }
  Config config = moved(base, Example::kNone, "");
  put_preset(config, *row);
  if (is_depth(base.view)) config.view = base.view;
  return config;
}

/// Where a change starts from, once its `example` and `text` are read.
Config start_of_change(const Config& base, const Asked& asked, Notices& notices) {
  Config given;
  const bool example_given = read_asked("example", asked, given, notices);
  const bool text_given = read_asked("text", asked, given, notices);
  const bool words_given = text_given && has_words(given.text);
  if (text_given && !given.text.empty() && !words_given) notices.add("The text has no words: left out");
  if (words_given && given.example != Example::kNone) {
    notices.add("An example and a text are given: the example is shown");
  }
  const bool preset_given = read_asked("preset", asked, given, notices) && given.preset != base.preset;
  if (preset_given && !words_given && given.example == Example::kNone) return moved(base, given.preset);
  // An example that is given wins; words that are given leave the example that was.
  Example example = base.example;
  if (example_given) example = given.example;
  if (!example_given && words_given) example = Example::kNone;
  if (example != Example::kNone) return example == base.example ? base : moved(base, example, "");

  const std::string text = text_given ? (words_given ? given.text : std::string()) : base.text;
  if (base.example == Example::kNone && text == base.text) return base;
  if (base.source() != Source::kText || text.empty()) return moved(base, Example::kNone, text);
  Config config = base;
  config.tokens = followed_tokens(base, text);
  config.text = text;
  return config;
}

/// The state that an address with these sources, and nothing else, would open.
Config link_defaults(const Config& config) {
  Config base = defaults(config.example, config.text);
  if (const PresetRow* row = preset_row(config.preset)) put_preset(base, *row);
  base.example = Example::kNone;
  base.text.clear();
  base.preset = Preset::kNone;
  base.positions = default_positions(config);
  return base;
}

}  // namespace

Config opening() {
  Config config = defaults(Example::kNone, kOpeningText);
  config.window = kOpeningWindow;
  return config;
}

Config defaults(Example example, std::string_view text) {
  Config config;
  if (example != Example::kNone) {
    const ExampleSize size = example_size(example);
    config.example = example;
    config.tokens = size.rows;
    config.heads = size.heads;
    config.head_width = size.head_width;
    config.window = size.window;
    config.causal = size.masked;
    if (!size.masked) config.layers = 1;
  } else if (has_words(text)) {
    config.text = text;
    config.tokens = default_tokens(text);
    config.weights = Weights::kBuilt;
    config.positions = true;
  }
  return config;
}

Checked parse(std::string_view query) {
  Notices notices;
  bool any = false;
  const Asked asked = gather(query, notices, any);
  if (!any) return {opening(), {}};
  // The source first, whatever the order of the keys: its defaults lie under all other fields.
  Config source;
  read_asked("example", asked, source, notices);
  read_asked("text", asked, source, notices);
  if (source.example != Example::kNone && !source.text.empty()) {
    notices.add("An example and a text are given: the example is shown");
  } else if (!source.text.empty() && !has_words(source.text)) {
    notices.add("The text has no words: random numbers are shown");
  }
  read_asked("preset", asked, source, notices);
  Config start = defaults(source.example, source.text);
  if (const PresetRow* row = preset_row(source.preset)) {
    if (start.source() == Source::kRandom) {
      put_preset(start, *row);
    } else {
      notices.add("A preset and a text or an example are given: the preset is left out");
    }
  }
  Config config = read_fields(asked, start, notices);
  say_held(config, nullptr, notices);
  return {std::move(config), notices.take()};
}

Checked change(const Config& base, std::string_view query) {
  Notices notices;
  bool any = false;
  const Asked asked = gather(query, notices, any);
  Config config = read_fields(asked, start_of_change(base, asked, notices), notices);
  say_held(config, &base, notices);
  return {std::move(config), notices.take()};
}

std::string to_query(const Config& config) {
  if (link_leaves_text_out(config)) return to_query(as_random(config));
  const Config base = link_defaults(config);
  std::string query = "v=1";
  for (const Field& field : field_table()) {
    const std::string value = field.write(config);
    if (value == field.write(base)) continue;
    query += "&" + std::string(field.key) + "=" + percent_encoded(value);
  }
  return query;
}

std::string to_full_query(const Config& config) {
  std::string query;
  for (const Field& field : field_table()) {
    if (!query.empty()) query += "&";
    query += std::string(field.key) + "=" + percent_encoded(field.write(config));
  }
  return query;
}

bool link_leaves_text_out(const Config& config) {
  return config.source() == Source::kText && count_characters(config.text) > kLinkCharacters;
}

Config as_random(const Config& config) {
  Config random = config;
  if (off_reason(Control::kL, config)) random.layers = Config().layers;
  random.example = Example::kNone;
  random.text.clear();
  random.weights = Weights::kRandom;
  random.positions = false;
  return clamp(random).config;
}

}  // namespace bandscope::config
