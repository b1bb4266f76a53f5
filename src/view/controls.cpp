#include "view/controls.h"

#include <algorithm>
#include <cmath>

#include "config/query.h"
#include "config/words.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

using config::Config;
using config::Control;
using config::Letter;

struct LetterRow {
  std::string_view symbol, name, caption, short_caption;
  Token token;
  Pair pair, on_surface;
  Control control;
};
/// By Letter.
constexpr std::array<LetterRow, config::kLetterCount> kLetters = {{
    {"T", "tokens", "rows that read, and are read", "rows that are read", Token::kT, Pair::kT, Pair::kTSurface,
     Control::kT},
    {"W", "window", "keys a query may read, itself included", "keys read, itself included", Token::kW, Pair::kW,
     Pair::kWSurface, Control::kW},
    {"H", "heads", "tables of shares side by side", "tables of shares", Token::kH, Pair::kH, Pair::kHSurface,
     Control::kH},
    {"D", "head width", "numbers per head", "numbers per head", Token::kD, Pair::kD, Pair::kDSurface, Control::kD},
    {"L", "layers", "each reads what the one below wrote", "one over the other", Token::kL, Pair::kL, Pair::kLSurface,
     Control::kL},
}};
const LetterRow& row_of(Letter letter) { return kLetters[static_cast<std::size_t>(letter)]; }

double log_position(int value, int high) {
  return high <= 1 ? 0.0 : std::log(static_cast<double>(std::max(value, 1))) / std::log(static_cast<double>(high));
}

/// A query value: every byte that is not plain is written by its code.
std::string encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

Config kept(Config next, const Config& base) {
  next.view = base.view;
  next.theme = base.theme;
  next.seed = base.seed;
  next.show = base.show;
  return next;
}

std::string counted(int count, std::string_view one, std::string_view many) {
  return count_word(count) + " " + std::string(count == 1 ? one : many);
}

std::vector<Run> example_note(const Config& c) {
  std::string note = "Q, K and V are given: ";
  if (c.example == config::Example::kNolan) {
    note += "one query, " + counted(c.tokens, "key", "keys");
  } else {
    note += counted(c.tokens, "token", "tokens");
  }
  note += ", " + counted(c.heads, "head", "heads") + " of " + counted(c.head_width, "number", "numbers");
  return {{note, Face::kRegular, Pair::kMutedSurface}};
}

std::vector<Run> random_note(const Config& c) {
  const auto mono = [](int value, Pair pair) { return Run{grouped(value), Face::kMono, pair}; };
  const auto word = [](std::string text) { return Run{std::move(text), Face::kRegular, Pair::kMutedSurface}; };
  return {{"T", Face::kStrong, Pair::kTSurface},
          word(" × E = "),
          mono(c.tokens, Pair::kTSurface),
          word(" × "),
          mono(c.heads * c.head_width, Pair::kMutedSurface)};
}

SliderModel slider_of(Letter letter, const Config& c, const std::optional<Held>& held) {
  const LetterRow& row = row_of(letter);
  SliderModel m;
  m.letter = letter;
  m.symbol = row.symbol;
  m.name = row.name;
  m.caption = row.caption;
  m.short_caption = row.short_caption;
  m.value = config::value(letter, c);
  const bool all = letter == Letter::kW && c.window == config::kAllKeys;
  m.shown = all ? "all" : grouped(m.value);
  m.thumb = all ? 1.0F : slider_position(letter, m.value, c);
  const config::Range range = config::range(letter, c);
  m.low = grouped(range.low);
  m.high = grouped(range.slider_high);
  if (letter == Letter::kW) m.ticks = range.slider_high;
  m.off = config::off_reason(row.control, c);
  if (held && held->letter == letter && held->at == c) {
    m.held = held->text;
  } else if (letter == Letter::kW) {
    m.held = config::window_held(c).value_or("");
  }
  return m;
}

SwitchModel switch_of(bool on, Control control, const Config& c) { return {on, config::off_reason(control, c)}; }

}  // namespace

float slider_position(Letter letter, int value, const Config& config) {
  const int high = config::range(letter, config).slider_high;
  if (value >= high) return high <= 1 && letter != Letter::kW ? 0.0F : 1.0F;
  if (letter == Letter::kW) return static_cast<float>(value - 1) / static_cast<float>(high - 1);
  return static_cast<float>(log_position(value, high));
}

int slider_value(Letter letter, float position, const Config& config) {
  const int high = config::range(letter, config).slider_high;
  const double p = std::clamp(static_cast<double>(position), 0.0, 1.0);
  const std::vector<int> stops = config::stops(letter, config);
  if (!stops.empty()) {
    return *std::min_element(stops.begin(), stops.end(), [&](int a, int b) {
      return std::abs(log_position(a, high) - p) < std::abs(log_position(b, high) - p);
    });
  }
  const double value = letter == Letter::kW ? 1 + p * (high - 1) : std::exp(p * std::log(static_cast<double>(high)));
  return std::clamp(static_cast<int>(std::lround(value)), 1, std::max(high, 1));
}

int stepped(Letter letter, int value, int steps, const Config& config) {
  const std::vector<int> stops = config::stops(letter, config);
  if (!stops.empty()) {
    const auto at = std::lower_bound(stops.begin(), stops.end(), value) - stops.begin();
    const auto last = static_cast<std::ptrdiff_t>(stops.size()) - 1;
    return stops[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + steps, 0, last))];
  }
  const config::Range range = config::range(letter, config);
  const auto wanted = static_cast<long long>(value) + steps;
  return static_cast<int>(std::clamp<long long>(wanted, range.low, range.high));
}

std::string_view letter_name(Letter letter) { return row_of(letter).symbol; }
Token letter_token(Letter letter) { return row_of(letter).token; }
Pair letter_pair(Letter letter) { return row_of(letter).pair; }
Pair letter_pair_surface(Letter letter) { return row_of(letter).on_surface; }

const std::array<ExampleRow, 3>& example_rows() {
  static constexpr std::array<ExampleRow, 3> kRows = {{
      {config::Example::kShapes, "example shapes", "Shapes by pencil", "three tokens, two flips, every grid small"},
      {config::Example::kSlidingWindow, "example sliding-window", "Sliding window by pencil",
       "four tokens, a window of two"},
      {config::Example::kNolan, "example nolan", "Nolan ended", "one query reads two keys, nothing masked"},
  }};
  return kRows;
}

Config with_text(const Config& base, std::string_view text) {
  return config::change(base, "text=" + encoded(text)).config;
}

Config with_source(const Config& base, config::Source source, std::string_view remembered) {
  switch (source) {
    case config::Source::kText:
      if (remembered.empty()) return kept(config::opening(), base);
      return kept(config::defaults(config::Example::kNone, remembered), base);
    case config::Source::kExample:
      return with_example(base, config::Example::kSlidingWindow);
    case config::Source::kRandom:
      break;
  }
  return kept(config::defaults(config::Example::kNone, ""), base);
}

Config with_example(const Config& base, config::Example example) { return kept(config::defaults(example, ""), base); }

void update_controls(ControlsModel& model, const ModelInput& input) {
  const Config& c = input.config;
  ControlsModel::Key key{c, input.notices, input.state.held, input.palette.dark};
  if (model.made_from == key) return;
  model = {};
  for (int i = 0; i < config::kLetterCount; ++i) {
    model.sliders[static_cast<std::size_t>(i)] = slider_of(static_cast<Letter>(i), c, input.state.held);
  }
  model.merged_width = grouped(static_cast<std::int64_t>(c.heads) * c.head_width);
  model.factors = {grouped(c.heads), grouped(c.head_width)};
  model.causal = switch_of(c.causal, Control::kCausal, c);
  model.scale = switch_of(c.scale, Control::kScale, c);
  model.tie = switch_of(c.tie, Control::kTie, c);
  model.seed = switch_of(true, Control::kSeed, c);
  model.strike_zero = switch_of(c.strike == config::Strike::kZero, Control::kStrikeZero, c);
  model.positions = switch_of(c.positions, Control::kPositions, c);
  model.built = switch_of(c.weights == config::Weights::kBuilt, Control::kWeightsBuilt, c);
  model.seed_text = std::to_string(c.seed);
  model.source = c.source();
  model.dark = input.palette.dark;
  switch (model.source) {
    case config::Source::kText:
      model.source_name = "Text";
      model.field = c.text;
      model.rules = config::kWordRules;
      if (config::link_leaves_text_out(c)) {
        model.link_note = "The link leaves this text out: it has " + grouped(config::count_characters(c.text)) +
                          " characters, and a link carries " + grouped(config::kLinkCharacters) + ".";
      }
      break;
    case config::Source::kExample:
      model.source_name = "Example";
      for (const ExampleRow& row : example_rows()) {
        if (row.example == c.example) model.field = row.name;
      }
      model.field_note = example_note(c);
      break;
    case config::Source::kRandom:
      model.source_name = "Random";
      model.field = "Seeded random numbers";
      model.field_note = random_note(c);
      break;
  }
  for (const std::string& notice : input.notices) {
    if (!model.notice.empty()) model.notice += "  ";
    model.notice += notice;
  }
  model.made_from = std::move(key);
}

}  // namespace bandscope::view
