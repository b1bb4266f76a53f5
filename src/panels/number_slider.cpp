#include "panels/number_slider.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "config/numbers.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Face;
using view::Pair;
using view::Token;
using view::Type;

constexpr float kInset = 8;
constexpr float kRadius = 8;

double position_of(const NumberSlider& s, double value) {
  if (s.logarithmic) return std::log(value / s.low) / std::log(s.high / s.low);
  return (value - s.low) / (s.high - s.low);
}

/// Two digits are enough for a hand.
double value_at(const NumberSlider& s, double position) {
  const double p = std::clamp(position, 0.0, 1.0);
  if (!s.logarithmic) return std::round((s.low + p * (s.high - s.low)) / s.step) * s.step;
  const double value = s.low * std::pow(s.high / s.low, p);
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

double stepped(const NumberSlider& s, int steps) {
  if (s.logarithmic) return value_at(s, position_of(s, s.value) + 0.02 * steps);
  return std::round(s.value / s.step + steps) * s.step;
}

}  // namespace

std::optional<double> draw_number_slider(const PanelInput& in, Wishes& wishes, const NumberSlider& s, const Box& slot) {
  const std::string label(s.label), value_label = label + " value";
  std::optional<double> wanted;
  const auto want = [&](double value) { wanted = config::rounded_decimal(std::clamp(value, s.low, s.high)); };
  const Area area = in.ui.area(label, slot, {.cursor = Cursor::kDragX, .drags = true});
  const float from = slot.x + kInset, to = slot.right() - kInset;
  if (area.double_clicked) {
    want(s.standard);
  } else if ((area.pressed || area.held) && !area.twice) {
    want(value_at(s, (area.pointer.x - from) / std::max(1.0F, to - from)));
  }
  if (area.released || area.double_clicked) wishes.settled = true;
  const auto on_key = [&](Key key, double value) {
    if (!in.ui.key(label, key)) return;
    want(value);
    wishes.settled = true;
  };
  on_key(Key::kLeft, stepped(s, -1));
  on_key(Key::kDown, stepped(s, -1));
  on_key(Key::kRight, stepped(s, 1));
  on_key(Key::kUp, stepped(s, 1));
  on_key(Key::kPageDown, stepped(s, -10));
  on_key(Key::kPageUp, stepped(s, 10));
  on_key(Key::kHome, s.low);
  on_key(Key::kEnd, s.high);
  const bool enter = in.ui.key(label, Key::kEnter);

  // The value types.
  const float baseline = slot.y + 16;
  const float room = std::max(in.painter.text_width(s.shown, Face::kMono, Type::k16), 44.0F) + 4;
  const Box value{slot.right() - room, baseline - 18, room, 26};
  const Area on_value = in.ui.area(value_label, value, {.cursor = Cursor::kText, .focusable = false});
  const Entry entry = in.ui.entry(value_label, value, s.shown, EntryKind::kNumber, enter || on_value.clicked);
  if (entry.typed) {
    const bool per_cent = s.shown.ends_with('%');
    std::string text = *entry.typed;
    if (per_cent) text.resize(std::min(text.find('%'), text.size()));
    auto typed = config::read_decimal(text);
    if (typed && per_cent) typed = *typed / 100;
    if (typed) want(*typed);
    if (!typed || *wanted != config::rounded_decimal(*typed)) {
      wishes.say = std::string(s.symbol) + " goes from " + config::write_decimal(s.low) + " to " +
                   config::write_decimal(s.high) + ", in plain digits";
    }
    wishes.settled = true;
  }
  if (entry.done || entry.cancelled) in.ui.focus(label);

  in.painter.text({slot.x, baseline}, s.symbol, {Face::kStrong, Type::k16, Pair::kInk});
  const float name = slot.x + in.painter.text_width(s.symbol, Face::kStrong, Type::k16) + 7.5F;
  if (in.painter.text_width(s.name, Face::kRegular, Type::k13) <= value.x - 4 - name) {
    in.painter.text({name, baseline}, s.name, {Face::kRegular, Type::k13, Pair::kMuted});
  }
  if (!entry.editing) {
    in.painter.text({slot.right(), baseline}, s.shown, {Face::kMono, Type::k16, Pair::kInk, view::Align::kRight});
  }
  const float y = slot.y + 36;
  const auto at = static_cast<float>(std::clamp(position_of(s, s.value), 0.0, 1.0));
  const float thumb = from + at * (to - from);
  in.painter.rect({slot.x, y - 1.5F, slot.width, 3}, in.palette[Token::kHairline], 1.5F);
  in.painter.rect({slot.x, y - 1.5F, thumb - slot.x, 3}, in.palette[Token::kInk], 1.5F);
  in.painter.disc({thumb, y}, kRadius + 2, in.palette[Token::kBackground]);
  in.painter.disc({thumb, y}, kRadius, in.palette[Token::kInk]);
  if (area.focus_visible) in.painter.ring({thumb, y}, kRadius + 3, in.palette[Token::kAccent], 2);
  return wanted;
}

}  // namespace bandscope::panels
