#include <algorithm>
#include <cassert>
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
  return (sizes.empty() ? std::string("This") : sizes) + " would need " + config::size_in_words(needed_bytes(asked)) +
         "; the page keeps to " + config::size_in_words(limit) + ", so nothing was changed.";
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

/// The panels' layer, or the deepest over which the panels can still follow a hand. The first always can.
int panel_layer_that_fits(const Config& c) {
  const int asked = config::panel_layer(c);
  if (asked == 1 || config::is_depth(c.view)) return asked;
  return std::max(1, largest(asked, [&](int layer) { return panel_work(c, layer) <= kPanelWork; }));
}

}  // namespace

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
                      config::size_in_words(needed_bytes(next)) + "; the page keeps to " +
                      config::size_in_words(memory_limit) + ", so it shows " + sizes_that_differ(fitting, next) + ".");
    state.shrunk = Shrunk{next, fitting};
    next = fitting;
  }
  if (const int fits = panel_layer_that_fits(next); fits < config::panel_layer(next)) {
    const std::string layer = "Layer " + std::to_string(config::panel_layer(next)) + " at this size is " +
                              config::millions_in_words(panel_work(next, config::panel_layer(next))) + " multiply-adds";
    if (origin == Origin::kReader) {
      state.notices = {layer + ", too many to follow live, so nothing was changed."};
      return false;
    }
    notices.push_back(layer + ", too many to follow live, so layer " + std::to_string(fits) + " is shown.");
    next.layer = fits;
  }
  note_consequences(next, state.config, first, notices);
  numbers.follow(next, memory_limit);
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
