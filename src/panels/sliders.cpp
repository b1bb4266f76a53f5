// T, W, H, D and L: letter, name, value, track and thumb; C beside them. Narrow: letter tabs and one slider, sticky.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "panels/parts.h"
#include "panels/slider_moves.h"

namespace bandscope::panels {
namespace {

using config::Letter;
using view::Box;
using view::Face;
using view::Form;
using view::Pair;
using view::Rgba;
using view::SliderModel;
using view::Token;
using view::Type;

constexpr float kTravelInset = 8;
constexpr float kTickSpace = 8;  // ticks closer than this are left out

/// Two letters sweep their ranges.
bool plays(Letter letter) { return letter == Letter::kW || letter == Letter::kL; }

const SliderModel& model_of(const PanelInput& in, Letter letter) {
  return in.models.controls.sliders[static_cast<std::size_t>(letter)];
}

/// Track, ticks and thumb. `from`..`to` is the track; its travel is 8 px shorter at each end.
void draw_track(const PanelInput& in, const SliderModel& m, float from, float to, float y, float radius, bool ring) {
  view::Painter& p = in.painter;
  const bool off = m.off.has_value();
  const Rgba colour = in.palette[view::letter_token(m.letter)];
  const float travel = to - from - 2 * kTravelInset;
  const float thumb = from + kTravelInset + m.thumb * travel;
  p.rect({from, y - 1.5F, to - from, 3}, in.palette[Token::kHairline], 1.5F);
  if (!off && thumb > from) p.rect({from, y - 1.5F, thumb - from, 3}, colour, 1.5F);
  if (m.ticks > 1 && travel / static_cast<float>(m.ticks - 1) >= kTickSpace) {
    for (int i = 0; i < m.ticks; ++i) {
      const float x = from + kTravelInset + travel * static_cast<float>(i) / static_cast<float>(m.ticks - 1);
      const bool passed = x < thumb && !off;
      p.rect({std::round(x), y + 6, 1, 3}, passed ? colour : in.palette[Token::kRule]);
    }
  }
  p.disc({thumb, y}, radius + 2, in.palette[Token::kBackground]);
  if (off) {
    p.ring({thumb, y}, radius - 0.5F, in.palette[Token::kEdge], 1);
  } else {
    p.disc({thumb, y}, radius, colour);
  }
  if (ring) p.ring({thumb, y}, radius + 3, in.palette[Token::kAccent], 2);
}

/// The value at the right: a click types, a double click resets. Returns where the room at its left ends.
float draw_value(const PanelInput& in, Wishes& wishes, const SliderModel& m, const Box& slot, bool enter) {
  const float right = slot.right(), baseline = slot.y + 16;
  // A long number keeps clear of its letter.
  const bool fits = in.painter.text_width(m.shown, Face::kMono, Type::k16) <= slot.width - 22;
  const Type type = fits ? Type::k16 : Type::k13;
  const float width = in.painter.text_width(m.shown, Face::kMono, type);
  // The play button stands close by: a short value's target must not reach under it.
  const float room = std::max(width, m.letter == Letter::kW ? 22.0F : 40.0F);
  const Box box{right - room - 4, baseline - 18, room + 4, 26};
  const bool editing = type_value(in, wishes, m, box, enter);
  if (!editing) {
    const Pair pair = m.off ? Pair::kMuted : Pair::kInk;
    in.painter.text({right, baseline}, m.shown, {Face::kMono, type, pair, view::Align::kRight});
  }
  return plays(m.letter) ? box.x : right - width - 6;
}

/// A triangle, or a square while it plays.
void draw_play(const PanelInput& in, Wishes& wishes, const SliderModel& m, float right, float baseline) {
  const Box box{right - 24, baseline - 18, 24, 26};
  const bool is_window = m.letter == Letter::kW;
  const std::string label = "play " + std::string(m.symbol);
  const view::Playing mine = is_window ? view::Playing::kWindow : view::Playing::kLayers;
  const bool playing = in.state.playing == mine;
  const Area area = in.ui.area(label, box, {.off = m.off.has_value() || (is_window && m.ticks < 2)});
  const float x = box.centre().x + 2, y = baseline - 5.5F;
  const Rgba colour = in.palette[m.off                     ? Token::kRule
                                 : area.hovered || playing ? view::letter_token(m.letter)
                                                           : Token::kEdge];
  if (playing) {
    in.painter.rect({x - 4, y - 4, 8, 8}, colour);
  } else {
    const std::array<view::Point, 3> triangle = {view::Point{x - 3.5F, y - 4.5F}, {x + 4.5F, y}, {x - 3.5F, y + 4.5F}};
    in.painter.polygon(triangle, colour);
  }
  if (area.focus_visible) focus_ring(in, {x - 7, y - 7, 14, 14});
  if (area.hovered && !area.touch && !m.off) {
    const std::string letter(m.symbol);
    const std::string text = playing                  ? "Stop"
                             : in.ui.reduced_motion() ? "One step of " + letter
                                                      : "Sweep " + letter + " over its range";
    wishes.tip = Tip{text, {x - 8, y - 8, 16, 18}};
  }
  if (chosen(in, area, label)) {
    wishes.ui.playing = playing ? view::Playing::kNone : mine;
  }
}

/// The chip under a slot: what a clamp has to say.
void draw_held(const PanelInput& in, Wishes& wishes, const SliderModel& m, float x, float top, float most) {
  if (m.held.empty()) return;
  const Box chip = warning_chip(in, {x, top}, m.held, most, 15);
  if (in.ui.area(std::string(m.symbol) + " held", chip, {.cursor = Cursor::kArrow, .off = true}).hovered) {
    wishes.tip = Tip{m.held, chip};
  }
}

void draw_slot(const PanelInput& in, Wishes& wishes, const SliderModel& m, const Box& slot) {
  const SliderMove move = move_slider(in, wishes, m, slot, slot.x + kTravelInset, slot.right() - kTravelInset);
  const float baseline = slot.y + 16;
  const Pair letter = m.off ? Pair::kMuted : view::letter_pair(m.letter);
  in.painter.text({slot.x, baseline}, m.symbol, {Face::kStrong, Type::k16, letter});
  const float name = slot.x + in.painter.text_width(m.symbol, Face::kStrong, Type::k16) + 7.5F;
  float left = draw_value(in, wishes, m, slot, move.enter);
  if (plays(m.letter)) {
    draw_play(in, wishes, m, left, baseline);
    left -= 24;
  }
  // Whole or not at all: its letter says it too.
  if (in.painter.text_width(m.name, Face::kRegular, Type::k13) <= left - 4 - name) {
    in.painter.text({name, baseline}, m.name, {Face::kRegular, Type::k13, Pair::kMuted});
  }
  draw_track(in, m, slot.x, slot.right(), slot.y + 36, 8, move.area.focus_visible);
  draw_held(in, wishes, m, slot.x, slot.y + 46, std::max(slot.width, 160.0F));
  if (m.off && (move.area.hovered || move.area.focused)) wishes.tip = Tip{*m.off, slot};
}

/// "C width 32" over "= H · D = 4 · 8".
void draw_width_note(const PanelInput& in) {
  const Box& box = in.layout.width_note;
  if (box.empty()) return;
  const float baseline = box.y + 16;
  const view::ControlsModel& c = in.models.controls;
  in.painter.text({box.x, baseline}, "C", {Face::kStrong, Type::k16, Pair::kInk});
  in.painter.text({box.x + 19, baseline}, "width", {Face::kRegular, Type::k13, Pair::kMuted});
  const float width = std::min(box.width, 132.0F);
  in.painter.text({box.x + width, baseline}, c.merged_width, {Face::kMono, Type::k16, Pair::kInk, view::Align::kRight});
  const std::array<view::Run, 7> runs = {{{"= ", Face::kRegular, Pair::kMuted},
                                          {"H", Face::kStrong, Pair::kH},
                                          {" · ", Face::kRegular, Pair::kMuted},
                                          {"D", Face::kStrong, Pair::kD},
                                          {" = ", Face::kRegular, Pair::kMuted},
                                          {c.factors[0], Face::kMono, Pair::kH},
                                          {" · ", Face::kRegular, Pair::kMuted}}};
  const float x = box.x + view::draw_runs(in.painter, {box.x, box.y + 40}, runs, Type::k13);
  in.painter.text({x, box.y + 40}, c.factors[1], {Face::kMono, Type::k13, Pair::kD});
}

// ---- Narrow
// ----------------------------------------------------------------------------------------------------------

void draw_letter_tabs(const PanelInput& in, Wishes& wishes) {
  const Box& tabs = in.layout.letter_tabs;
  view::Painter& p = in.painter;
  p.frame(tabs, in.palette[Token::kHairline], 1, 4);
  const float width = tabs.width / config::kLetterCount;
  const auto tab_x = [&](int i) { return std::round(tabs.x + width * static_cast<float>(i)); };
  const int active = static_cast<int>(in.state.letter_tab);
  for (int i = 0; i < config::kLetterCount; ++i) {
    const SliderModel& m = model_of(in, static_cast<Letter>(i));
    const Box tab{tab_x(i), tabs.y, tab_x(i + 1) - tab_x(i), tabs.height};
    const std::string label = std::string(m.symbol) + " tab";
    const Area area = in.ui.area(label, tab);
    if (i == active) {
      p.rect({tab.x, tab.y, tab.width, tab.height - 1}, in.palette[Token::kSurface], 4);
      p.frame(tab, in.palette[Token::kHairline], 1, 4);
      p.rect({tab.x, tab.bottom() - 3, tab.width, 3}, in.palette[view::letter_token(m.letter)]);
    } else if (i > 0 && i - 1 != active) {
      p.rect({tab.x, tab.y + 14, 1, 20}, in.palette[Token::kHairline]);
    }
    const bool typing = i == active && type_value(in, wishes, m, {tab.x + 34, tab.y + 8, tab.width - 38, 30}, false);
    const float letter = p.text_width(m.symbol, Face::kStrong, Type::k16);
    const float value = p.text_width(m.shown, Face::kMono, Type::k16);
    const float all = letter + 8 + value;
    const float x = tab.x + std::max(4.0F, (tab.width - all) / 2);
    const float baseline = tab.y + 30;
    const Pair pair = i == active ? view::letter_pair_surface(m.letter) : view::letter_pair(m.letter);
    p.text({x, baseline}, m.symbol, {Face::kStrong, Type::k16, pair});
    if (!typing) {
      p.text_cut({x + letter + 8, baseline}, m.shown,
                 {Face::kMono, Type::k16, i == active ? Pair::kInkSurface : Pair::kMuted},
                 tab.right() - 3 - x - letter - 8);
    }
    if (area.focus_visible) focus_ring(in, tab.grown(-6));
    if (chosen(in, area, label)) {
      wishes.ui.letter_tab = static_cast<Letter>(i);
    }
  }
}

void draw_letter_bar(const PanelInput& in, Wishes& wishes) {
  const view::Layout& l = in.layout;
  // Stuck to the top of the viewport it covers what scrolls under it; its texts then lie over the page's.
  const bool stuck = l.letter_bar.y > l.source_field.bottom() + 8;
  if (stuck) {
    in.painter.begin_panel("sliders", 1);
    in.painter.rect(l.letter_bar, in.palette[Token::kBackground]);
    in.painter.rect({0, l.letter_bar.bottom(), l.letter_bar.width, 1}, in.palette[Token::kHairline]);
    in.ui.area("letter bar", l.letter_bar, {.cursor = Cursor::kArrow, .focusable = false});
  }
  draw_letter_tabs(in, wishes);
  const SliderModel& m = model_of(in, in.state.letter_tab);
  const Box& slot = l.letter_slider;
  const float caption = l.letter_tabs.bottom() + 20;
  in.painter.text({slot.x, caption}, m.symbol, {Face::kStrong, Type::k13, view::letter_pair(m.letter)});
  const float x = slot.x + in.painter.text_width(m.symbol, Face::kStrong, Type::k13) + 4;
  float end = slot.right();
  if (plays(m.letter)) {
    draw_play(in, wishes, m, end, caption);
    end -= 28;
  }
  std::string words = m.off ? *m.off : std::string(m.name) + ": " + std::string(m.caption);
  if (!m.off && in.painter.text_width(words, Face::kRegular, Type::k13) > end - x) {
    words = std::string(m.name) + ": " + std::string(m.short_caption);
  }
  in.painter.text_cut({x, caption}, words, {Face::kRegular, Type::k13, Pair::kMuted}, end - x);

  const float y = slot.y + 22;
  const float from = slot.x + 24,
              to = slot.right() - std::max(36.0F, in.painter.text_width(m.high, Face::kMono, Type::k16) + 14);
  const SliderMove move = move_slider(in, wishes, m, slot, from + kTravelInset, to - kTravelInset);
  in.painter.text({slot.x, y + 6}, m.low, {Face::kMono, Type::k16, Pair::kMuted});
  const Pair high = m.letter == Letter::kW ? Pair::kT : Pair::kMuted;
  in.painter.text({slot.right(), y + 6}, m.high, {Face::kMono, Type::k16, high, view::Align::kRight});
  draw_track(in, m, from, to, y, 11, move.area.focus_visible);
  draw_held(in, wishes, m, slot.x, y + 13, slot.width);
}

}  // namespace

void draw_sliders(const PanelInput& in, Wishes& wishes) {
  if (in.layout.form == Form::kNarrow) {
    draw_width_note(in);
    draw_letter_bar(in, wishes);
    return;
  }
  for (int i = 0; i < config::kLetterCount; ++i) {
    const Box& slot = in.layout.sliders[static_cast<std::size_t>(i)];
    if (!slot.empty()) draw_slot(in, wishes, model_of(in, static_cast<Letter>(i)), slot);
  }
  draw_width_note(in);
}

}  // namespace bandscope::panels
