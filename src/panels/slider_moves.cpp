#include "panels/slider_moves.h"

#include <algorithm>
#include <limits>
#include <string>

#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using config::Letter;
using view::SliderModel;

constexpr double kDoubleClick = 0.3;  // seconds that a click waits for a second one

void set_value(const PanelInput& in, Wishes& wishes, const SliderModel& m, int value) {
  // W at the right end of "all" stays "all" until it is moved away from there.
  if (value == m.value && (m.letter != Letter::kW || in.config.window >= config::key_count(in.config))) return;
  wishes.config = config::with_value(m.letter, value, in.config);
  wishes.ui.held.reset();
  wishes.ui.playing = view::Playing::kNone;
}

/// The value with which the page was opened, as far as it is legal now.
void reset_value(Wishes& wishes, const PanelInput& in, const SliderModel& m) {
  const config::Config& opened = in.opened;
  int value = config::value(m.letter, opened);
  if (m.letter == Letter::kW) value = opened.window;
  wishes.config = config::with_value(m.letter, value, in.config);
  wishes.ui.held.reset();
  wishes.ui.clicked_value.reset();
  wishes.settled = true;
}

/// What can be said of a value that was typed and is not legal here.
std::string held_words(const PanelInput& in, const SliderModel& m) {
  const std::vector<int> stops = config::stops(m.letter, in.config);
  const std::string letter(m.symbol);
  if (!stops.empty()) {
    std::string list;
    for (std::size_t i = 0; i < stops.size(); ++i) {
      list += (i == 0 ? "" : i + 1 < stops.size() ? ", " : " or ") + std::to_string(stops[i]);
    }
    return letter + " is " + list + " here";
  }
  const config::Range range = config::range(m.letter, in.config);
  return letter + " goes from " + view::grouped(range.low) + " to " + view::grouped(range.high);
}

void take_typed(const PanelInput& in, Wishes& wishes, const SliderModel& m, const std::string& text) {
  const auto typed = typed_number(text);
  if (!typed || (typed->all && m.letter != Letter::kW)) {
    if (text.find_first_not_of(" \t") == std::string::npos) return;
    wishes.ui.held = view::Held{m.letter, "Not a number: " + held_words(in, m), wishes.config};
    return;
  }
  wishes.ui.playing = view::Playing::kNone;
  if (typed->all) {
    wishes.config.window = config::kAllKeys;
    wishes.ui.held.reset();
    wishes.settled = true;
    return;
  }
  constexpr long long kMost = std::numeric_limits<int>::max() - 1;  // one less: the largest means "all"
  const int value = static_cast<int>(std::clamp(typed->value, 0LL, kMost));
  wishes.config = config::with_value(m.letter, value, in.config);
  wishes.ui.held.reset();
  if (config::value(m.letter, wishes.config) != typed->value) {
    wishes.ui.held = view::Held{m.letter, held_words(in, m), wishes.config};
  }
  wishes.settled = true;
}

}  // namespace

SliderMove move_slider(const PanelInput& in, Wishes& wishes, const SliderModel& m, const view::Box& slot, float from,
                       float to) {
  const std::string label(m.symbol);
  SliderMove move;
  move.area = in.ui.area(label, slot, {.cursor = Cursor::kDragX, .off = m.off.has_value(), .drags = true});
  if (m.off) return move;
  if (move.area.double_clicked) {
    reset_value(wishes, in, m);
    return move;
  }
  // While the second press is still held the thumb does not jump back under the pointer.
  if (move.area.twice) return move;
  if (move.area.pressed || move.area.held) {
    const float position = (move.area.pointer.x - from) / std::max(1.0F, to - from);
    set_value(in, wishes, m, view::slider_value(m.letter, position, in.config));
  }
  if (move.area.released) wishes.settled = true;

  const auto step = [&](Key key, int steps) {
    if (!in.ui.key(label, key)) return;
    set_value(in, wishes, m, view::stepped(m.letter, m.value, steps, in.config));
    wishes.settled = true;
  };
  step(Key::kLeft, -1);
  step(Key::kDown, -1);
  step(Key::kRight, 1);
  step(Key::kUp, 1);
  step(Key::kPageDown, -10);
  step(Key::kPageUp, 10);
  if (in.ui.key(label, Key::kHome)) {
    set_value(in, wishes, m, 1);
    wishes.settled = true;
  }
  if (in.ui.key(label, Key::kEnd)) {
    set_value(in, wishes, m, config::range(m.letter, in.config).slider_high);
    wishes.settled = true;
  }
  move.enter = in.ui.key(label, Key::kEnter);
  return move;
}

bool type_value(const PanelInput& in, Wishes& wishes, const SliderModel& m, const view::Box& box, bool open) {
  if (m.off) return false;
  const std::string label = std::string(m.symbol) + " value";
  const Area area = in.ui.area(label, box, {.cursor = Cursor::kText, .focusable = false});
  const auto& clicked = in.state.clicked_value;
  const bool waits = clicked && clicked->letter == m.letter;
  if (area.double_clicked) {
    reset_value(wishes, in, m);
    return false;
  }
  if (area.clicked) {
    // A finger does not double-tap to reset, and a phone opens its keyboard only within the tap.
    if (area.touch) {
      open = true;
    } else {
      wishes.ui.clicked_value = view::Clicked{m.letter, in.ui.seconds()};
      in.ui.wake(kDoubleClick);
    }
  } else if (waits) {
    if (in.ui.seconds() - clicked->at >= kDoubleClick) {
      open = true;
      wishes.ui.clicked_value.reset();
    } else {
      in.ui.wake(kDoubleClick - (in.ui.seconds() - clicked->at));
    }
  }
  const Entry entry = in.ui.entry(label, box, m.shown, EntryKind::kNumber, open);
  if (entry.typed) take_typed(in, wishes, m, *entry.typed);
  if (entry.done || entry.cancelled) in.ui.focus(m.symbol);
  return entry.editing;
}

}  // namespace bandscope::panels
