#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

#include "app/state.h"
#include "config/limits.h"
#include "config/numbers.h"
#include "config/words.h"

namespace bandscope::app {
namespace {

using config::Config;
using config::Letter;

engine::InputKind kind_of(const Config& c) {
  switch (c.example) {
    case config::Example::kShapes:
      return engine::InputKind::kShapes;
    case config::Example::kSlidingWindow:
      return engine::InputKind::kSlidingWindow;
    case config::Example::kNolan:
      return engine::InputKind::kNolan;
    case config::Example::kNone:
      break;
  }
  return c.source() == config::Source::kText ? engine::InputKind::kWords : engine::InputKind::kRandom;
}

/// Everything of the spec but the words, which are long and change only with the text.
void set_spec(engine::InputSpec& spec, const Config& c) {
  spec.kind = kind_of(c);
  spec.seed = c.seed;
  spec.tokens = c.tokens;
  spec.heads = c.heads;
  spec.head_width = c.head_width;
  spec.built = config::effective_weights(c) == config::Weights::kBuilt;
  spec.positions = c.positions;
}

/// "276 GB", rounded up.
std::string size_in_words(std::int64_t bytes) {
  constexpr std::int64_t kLegible = 10'000;  // of one unit, then comes the next
  std::int64_t count = (bytes >> 20) + (bytes % (1 << 20) > 0 ? 1 : 0);
  for (const char* unit : {" MB", " GB", " TB"}) {
    if (count < kLegible) return config::grouped(count) + unit;
    count = (count + 1023) >> 10;
  }
  return config::grouped(count) + " PB";
}

/// The largest value in 1..high for which `fits` holds, or 0. `fits` holds up to some value and then no more.
template <class Fits>
int largest(int high, Fits fits) {
  int low = 0;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/// A link that needs too much: T falls to the largest that fits, and where none does, D.
Config made_to_fit(const Config& asked, std::int64_t limit) {
  Config c = asked;
  const auto fits = [&c, limit] { return needed_bytes(c) <= limit; };
  const auto fits_tokens = [&](int tokens) { return c.tokens = tokens, fits(); };
  int tokens = largest(asked.tokens, fits_tokens);
  if (tokens == 0) {
    c.tokens = 1;
    c.head_width = largest(asked.head_width, [&](int width) { return c.head_width = width, fits(); });
    // A single head of one number always fits; only an estimate gone wrong could say otherwise.
    assert(c.head_width > 0);
    if (c.head_width == 0) c.head_width = 1;
    tokens = largest(asked.tokens, fits_tokens);
    if (tokens == 0) tokens = 1;
  }
  c.tokens = tokens;
  return c;
}

Config at_most_sliders(const Config& asked) {
  Config c = asked;
  for (const Letter letter : {Letter::kT, Letter::kH, Letter::kD}) {
    const int high = config::range(letter, asked).slider_high;
    if (config::value(letter, c) > high) c = config::with_value(letter, high, c);
  }
  return c;
}

/// Back to what was asked for, where nothing but the view has changed since.
Config unshrunk(const Shrunk& shrunk, const Config& before, const Config& next) {
  Config only_view = before;
  only_view.view = next.view;
  if (before != shrunk.shown || next != only_view) return next;
  Config back = shrunk.asked;
  back.view = next.view;
  return back;
}

/// "T 100,000 and D 64": the sizes that one config asks for and another does not have.
std::string sizes_that_differ(const Config& asked, const Config& now) {
  std::string list;
  constexpr std::pair<Letter, const char*> letters[] = {
      {Letter::kT, "T"}, {Letter::kH, "H"}, {Letter::kD, "D"}, {Letter::kW, "W"}, {Letter::kL, "L"}};
  for (const auto& [letter, name] : letters) {
    const int value = config::value(letter, asked);
    if (value == config::value(letter, now)) continue;
    if (!list.empty()) list += " and ";
    list += std::string(name) + " = " +
            (letter == Letter::kW && asked.window == config::kAllKeys ? std::string("all") : config::grouped(value));
  }
  return list;
}

std::string refusal(const Config& asked, const Config& now, std::int64_t limit) {
  const std::string sizes = sizes_that_differ(asked, now);
  return (sizes.empty() ? std::string("This") : sizes) + " would need " + size_in_words(needed_bytes(asked)) +
         "; the page keeps to " + size_in_words(limit) + ", so nothing was changed.";
}

/// What a change brings about that the reader did not ask for.
void note_consequences(const Config& now, const Config& before, bool first, std::vector<std::string>& notices) {
  const int tokens = config::key_count(now);
  const bool held = now.window != config::kAllKeys && now.window > tokens;
  if (held && (first || tokens != config::key_count(before) || now.window != before.window)) {
    notices.push_back("W follows T down to " + config::grouped(tokens) + "; it returns to " +
                      config::grouped(now.window) + " when T grows.");
  }
  if ((now.text != before.text || first) && config::link_leaves_text_out(now)) {
    notices.push_back("The text has " + config::grouped(config::count_characters(now.text)) +
                      " characters; links carry up to " + config::grouped(config::kLinkCharacters) +
                      ", so the link leaves it out.");
  }
}

std::vector<std::string> labels_of(const Config& c, const std::vector<std::string>& words) {
  if (c.example == config::Example::kNolan) {
    std::vector<std::string> labels = {"nolan", "ended"};
    labels.resize(static_cast<std::size_t>(std::min(config::key_count(c), 2)));
    return labels;
  }
  if (c.source() != config::Source::kText) return {};
  const auto count = std::min(words.size(), static_cast<std::size_t>(c.tokens));
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::string millions(std::int64_t count) { return config::grouped(count / 1'000'000) + " million"; }

/// Multiply-adds of layers 1..`layers`.
std::int64_t panel_work(const Config& c, int layers) {
  engine::InputSpec spec;
  set_spec(spec, c);
  if (spec.kind != engine::InputKind::kRandom && spec.kind != engine::InputKind::kWords) return 0;
  engine::StackSettings settings = stack_settings(c, engine::shape_of(spec));
  settings.shape.queries = settings.shape.keys = c.tokens;
  settings.layers = layers;
  return stack_work(settings);
}

/// The panels' layer, or the deepest over which the panels can still follow a hand. The first always can.
int panel_layer_that_fits(const Config& c) {
  const int asked = config::panel_layer(c);
  if (asked == 1 || config::is_depth(c.view)) return asked;
  return std::max(1, largest(asked, [&](int layer) { return panel_work(c, layer) <= kPanelWork; }));
}

/// Brings the numbers in step with a legal config that fits, or is of a view that can do without; what did not change
/// does not run again.
void run(Numbers& n, const Config& c, std::int64_t limit, std::vector<std::string>& notices) {
  if (n.text != c.text) {
    n.text = c.text;
    n.words = config::split_words(c.text);
  }
  set_spec(n.spec, c);
  if (n.spec.kind != engine::InputKind::kWords) {
    n.spec.words.clear();
  } else if (n.spec.words != n.words) {
    n.spec.words = n.words;
  }
  n.labels = labels_of(c, n.words);

  const engine::LayerShape shape = engine::shape_of(n.spec);
  std::optional<std::string> off = config::stack_off_reason(c);
  const std::int64_t bytes = needed_bytes(c), work = panel_work(c, 1);
  if (work > kLayerWork) {
    off = "A layer is " + millions(work) + " multiply-adds, too many to follow live: counted, not run";
  }
  if (bytes > limit) off = "As tensors this would need " + size_in_words(bytes) + ": counted, not run";
  if (off && config::is_depth(c.view) && (bytes > limit || work > kLayerWork)) {
    n.inputs = {};
    n.layer = {};
    n.engine_ms = 0;
    n.depth.follow(c, n.spec, {}, shape, std::move(off));
    return;
  }
  if (!off) {
    const std::int64_t all = engine::estimate_stack_bytes(stack_settings(c, shape));
    if (all > limit) off = "The whole stack would need " + size_in_words(all) + ": counted, not run";
  }
  const auto start = std::chrono::steady_clock::now();
  const engine::Tensors<float>& inputs = n.inputs.make(n.spec);
  n.depth.follow(c, n.spec, inputs, shape, std::move(off));
  // Nobody sees the panels in a view of depth; programs may ask for their numbers where they cost next to nothing.
  if (config::is_depth(c.view) && panel_work(c, config::panel_layer(c)) > kFrameWork) {
    n.layer = {};
    n.engine_ms = 0;
    return;
  }
  const auto error = n.layer.run(n.depth.panel_tensors(inputs), layer_settings(c, shape));
  n.engine_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  // A legal config has a legal shape.
  assert(!error);
  if (error) notices.push_back(error->message);
}

}  // namespace

std::int64_t needed_bytes(const Config& c) {
  engine::InputSpec spec;
  set_spec(spec, c);
  const bool given = spec.kind != engine::InputKind::kRandom && spec.kind != engine::InputKind::kWords;
  const engine::LayerShape shape = engine::shape_of(spec);
  const std::int64_t layer = engine::estimate_bytes(layer_settings(c, shape), given, !given);
  if (given || config::panel_layer(c) == 1) return layer;
  const std::int64_t stack = engine::estimate_stack_bytes(stack_settings(c, shape));
  return stack > std::numeric_limits<std::int64_t>::max() - layer ? stack : stack + layer;
}

bool apply(State& state, Numbers& numbers, const config::Checked& asked, Origin origin, std::int64_t memory_limit) {
  const bool first = origin == Origin::kLink;
  Config wanted = asked.config;
  // A pick that nobody touched follows a shrinking table without a word.
  if (!first && wanted.pick && wanted.pick == state.config.pick) wanted.pick = config::effective_pick(wanted);
  if (!first && wanted.needle && wanted.needle == state.config.needle) wanted.needle = config::effective_needle(wanted);
  config::Checked legal = config::clamp(wanted);
  std::vector<std::string> notices = asked.notices;
  notices.insert(notices.end(), legal.notices.begin(), legal.notices.end());

  Config next = std::move(legal.config);
  if (!first && next == state.config) {
    if (!notices.empty()) state.notices = std::move(notices);
    return false;
  }
  if (!first && state.shrunk && config::is_depth(next.view)) next = unshrunk(*state.shrunk, state.config, next);
  if (needed_bytes(next) > memory_limit && !config::is_depth(next.view)) {
    // From a view of depth there must be a way back: the panels show what fits.
    const bool leaves_depth = config::is_depth(state.config.view);
    if (origin == Origin::kReader && !leaves_depth) {
      state.notices = {refusal(next, state.config, memory_limit)};
      return false;
    }
    // What was only to be counted comes down to what the sliders hold, so that the panels follow a hand at once.
    const bool counted = leaves_depth || next.preset != config::Preset::kNone;
    const Config smaller = counted ? at_most_sliders(next) : next;
    const Config fitting = config::clamp(made_to_fit(smaller, memory_limit)).config;
    notices.push_back((leaves_depth && !first ? "These panels would need " : "This link would need ") +
                      size_in_words(needed_bytes(next)) + "; the page keeps to " + size_in_words(memory_limit) +
                      ", so it shows " + sizes_that_differ(fitting, next) + ".");
    state.shrunk = Shrunk{next, fitting};
    next = fitting;
  }
  if (const int fits = panel_layer_that_fits(next); fits < config::panel_layer(next)) {
    const std::string layer = "Layer " + std::to_string(config::panel_layer(next)) + " at this size is " +
                              millions(panel_work(next, config::panel_layer(next))) + " multiply-adds";
    if (origin == Origin::kReader) {
      state.notices = {layer + ", too many to follow live, so nothing was changed."};
      return false;
    }
    notices.push_back(layer + ", too many to follow live, so layer " + std::to_string(fits) + " is shown.");
    next.layer = fits;
  }
  note_consequences(next, state.config, first, notices);
  run(numbers, next, memory_limit, notices);
  state.config = std::move(next);
  state.notices = std::move(notices);
  return true;
}

void open(State& state, Numbers& numbers, std::string_view query, std::int64_t memory_limit) {
  state = State{};
  apply(state, numbers, config::parse(query), Origin::kLink, memory_limit);
  state.opened = state.config;
}

}  // namespace bandscope::app
