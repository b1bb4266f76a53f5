// Causal, ÷ √D, tie Q = K, and the seed.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Face;
using view::Pair;
using view::Run;
using view::SwitchModel;
using view::Type;

constexpr float kMark = 14;     // a checkbox
constexpr float kToWords = 22;  // from its left edge to its words

bool draw_switch(const PanelInput& in, Wishes& wishes, const char* label, const Box& box, const SwitchModel& m,
                 std::vector<Run> words) {
  if (box.empty()) return false;
  const bool off = m.off.has_value();
  const Area area = in.ui.area(label, box, {.off = off});
  const Box mark{box.x, std::round(box.centre().y - kMark / 2), kMark, kMark};
  checkbox(in, mark, m.on, off);
  if (off) {
    for (Run& run : words) run.pair = Pair::kMuted;
  }
  view::draw_runs(in.painter, {box.x + kToWords, mark.y + 11.5F}, words, Type::k13);
  if (area.focus_visible) focus_ring(in, mark, 3);
  if (off && (area.hovered || area.focused)) wishes.tip = Tip{*m.off, box};
  return !off && (area.clicked || in.ui.key(label, Key::kSpace) || in.ui.key(label, Key::kEnter));
}

void set_seed(Wishes& wishes, long long value) {
  constexpr long long kMost = std::numeric_limits<std::uint32_t>::max();
  wishes.config.seed = static_cast<std::uint32_t>(std::clamp(value, 0LL, kMost));
  wishes.settled = true;
}

void draw_seed(const PanelInput& in, Wishes& wishes, const Box& box) {
  if (box.empty()) return;
  const view::ControlsModel& c = in.models.controls;
  const bool off = c.seed.off.has_value();
  const Area area = in.ui.area("seed", box, {.cursor = Cursor::kText, .off = off});
  const float baseline = std::round(box.centre().y - kMark / 2) + 11.5F;
  bool open = !off && (area.clicked || in.ui.key("seed", Key::kEnter));

  // Ten digits are wider than the slot: the word moves left, and where it cannot, it goes.
  const float word = in.painter.text_width("seed", Face::kRegular, Type::k13);
  Type size = Type::k13;
  float width = in.painter.text_width(c.seed_text, Face::kMono, size);
  const float slack = in.layout.form == view::Form::kWide ? 24.0F : 0.0F;
  if (word + 8 + width > box.width + slack) {
    size = Type::k11;
    width = in.painter.text_width(c.seed_text, Face::kMono, size);
  }
  const float right = box.right();
  const bool with_word = word + 8 + width <= right - box.x + slack;
  const Box value{right - std::max(width, 24.0F) - 4, box.centre().y - 12, std::max(width, 24.0F) + 4, 24};
  const Entry entry = off ? Entry{} : in.ui.entry("seed value", value, c.seed_text, EntryKind::kNumber, open);
  if (with_word) {
    in.painter.text({std::min(box.x, right - width - 8 - word), baseline}, "seed",
                    {Face::kRegular, Type::k13, Pair::kMuted});
  }
  if (off) {
    in.painter.text({right, baseline}, "given", {Face::kRegular, Type::k13, Pair::kMuted, view::Align::kRight});
  } else if (!entry.editing) {
    in.painter.text({right, baseline}, c.seed_text, {Face::kMono, size, Pair::kInk, view::Align::kRight});
  }
  if (entry.typed) {
    if (const auto typed = typed_number(*entry.typed); typed && !typed->all) set_seed(wishes, typed->value);
  }
  if (entry.done || entry.cancelled) in.ui.focus("seed");
  if (area.focus_visible && !entry.editing) focus_ring(in, {box.x, box.centre().y - 9, right - box.x, 18});
  if (off) {
    if (area.hovered || area.focused) wishes.tip = Tip{*c.seed.off, box};
    return;
  }
  const long long seed = in.config.seed;
  const auto step = [&](Key key, long long steps) {
    if (in.ui.key("seed", key)) set_seed(wishes, seed + steps);
  };
  step(Key::kLeft, -1);
  step(Key::kDown, -1);
  step(Key::kRight, 1);
  step(Key::kUp, 1);
  step(Key::kPageDown, -10);
  step(Key::kPageUp, 10);
}

}  // namespace

void draw_switches(const PanelInput& in, Wishes& wishes) {
  const view::ControlsModel& c = in.models.controls;
  const std::array<Box, 4>& boxes = in.layout.toggles;
  if (draw_switch(in, wishes, "causal", boxes[0], c.causal, {{"causal"}})) {
    wishes.config.causal = !in.config.causal;
    wishes.settled = true;
  }
  if (draw_switch(in, wishes, "scale", boxes[1], c.scale, {{"÷ √"}, {"D", Face::kStrong, Pair::kD}})) {
    wishes.config.scale = !in.config.scale;
    wishes.settled = true;
  }
  const bool short_tie = boxes[2].width < 86;
  if (draw_switch(in, wishes, "tie", boxes[2], c.tie, {{short_tie ? "Q = K" : "tie Q = K"}})) {
    wishes.config.tie = !in.config.tie;
    wishes.settled = true;
  }
  draw_seed(in, wishes, boxes[3]);
}

}  // namespace bandscope::panels
