// Logo, title, source tabs, source field, theme and more.
#include <algorithm>
#include <cmath>
#include <vector>

#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using config::Source;
using view::Box;
using view::Face;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

float baseline_of(const PanelInput& in) { return in.layout.header.y + 30; }

/// A stair of the band in 4 px steps with the window's edge under it.
void draw_logo(const PanelInput& in) {
  const float x = in.layout.logo.x, y = in.layout.logo.y + 8;
  const auto part = [&](float px, float py, float w, float h, Token token) {
    in.painter.rect({x + px, y + py, w, h}, in.palette[token]);
  };
  part(0, 0, 4, 7, Token::kInk);
  part(4, 4, 4, 7, Token::kInk);
  part(8, 8, 4, 8, Token::kInk);
  part(12, 12, 4, 4, Token::kInk);
  part(0, 7, 5, 2, Token::kW);
  part(3, 9, 2, 4, Token::kW);
  part(3, 11, 6, 2, Token::kW);
  part(7, 13, 2, 3, Token::kW);
  in.painter.text({x + 28, baseline_of(in)}, "Bandscope", {Face::kStrong, Type::k16, Pair::kInk});
}

void choose(const PanelInput& in, Wishes& wishes, config::Config next) {
  if (in.config.source() == Source::kText) wishes.ui.last_text = in.config.text;
  wishes.config = std::move(next);
  wishes.ui.card_first_term = 0;
  wishes.ui.card_first_key = -1;
  wishes.ui.merged_column.reset();
  wishes.ui.moves_scroll = 0;
  wishes.settled = true;
}

void draw_tabs(const PanelInput& in, Wishes& wishes) {
  if (in.layout.source_tabs.empty()) return;
  struct Tab {
    Source source;
    const char* name;
    const char* label;
  };
  constexpr Tab kTabs[] = {{Source::kText, "Text", "source text"},
                           {Source::kExample, "Worked examples", "source example"},
                           {Source::kRandom, "Random", "source random"}};
  float x = in.layout.source_tabs.x;
  const float baseline = baseline_of(in);
  for (const Tab& tab : kTabs) {
    const bool active = in.models.controls.source == tab.source;
    const float width = in.painter.text_width(tab.name, Face::kRegular, Type::k13);
    // A target of 32 px or more; what lies between two tabs belongs to the nearer one.
    const Box box{x - 8, in.layout.source_tabs.y, width + 16, in.layout.source_tabs.height};
    const Area area = in.ui.area(tab.label, box);
    in.painter.text({x, baseline}, tab.name,
                    {Face::kRegular, Type::k13, active || area.hovered ? Pair::kInk : Pair::kMuted});
    if (active) in.painter.rect({x, baseline + 5, std::round(width), 2}, in.palette[Token::kAccent]);
    if (area.focus_visible) focus_ring(in, {x, baseline - 13, width, 17});
    if ((chosen(in, area, tab.label)) && !active) {
      choose(in, wishes, view::with_source(in.config, tab.source, in.state.last_text));
    }
    x += width + 24;
  }
}

/// The sentence itself, cut by a fade where it is longer than its room.
void draw_sentence(const PanelInput& in, Wishes& wishes, const Box& room, float baseline) {
  const Entry entry = in.ui.entry("text", room, in.config.text, EntryKind::kLine, false);
  if (!entry.editing) {
    const float width = in.painter.text_width(in.models.controls.field, Face::kRegular, Type::k13);
    in.painter.push_clip(room);
    in.painter.text({room.x, baseline}, in.models.controls.field, {Face::kRegular, Type::k13, Pair::kInkSurface});
    if (width > room.width) fade_right(in.painter, room, in.palette[Token::kSurface]);
    in.painter.pop_clip();
  } else {
    const view::ControlsModel& c = in.models.controls;
    wishes.tip = Tip{c.rules + (c.link_note.empty() ? "" : " " + c.link_note), in.layout.source_field, true};
    in.painter.frame(in.layout.source_field, in.palette[Token::kAccent], 1, 4);
  }
  // A field that is emptied on the way to another sentence keeps the last one on screen.
  if (entry.typed && entry.typed->find_first_not_of(" \t\r\n") != std::string::npos) {
    wishes.config = view::with_text(in.config, *entry.typed);
    wishes.ui.last_text = *entry.typed;
    wishes.ui.card_first_term = 0;
    wishes.ui.card_first_key = -1;
  }
  if (entry.done) wishes.settled = true;
}

/// An example's or the random source's name and a short line; `label` opens a menu.
void draw_choice(const PanelInput& in, Wishes& wishes, const Box& field, float baseline, bool with_menu) {
  const view::ControlsModel& c = in.models.controls;
  const float x = field.x + 12;
  const float end = field.right() - (with_menu ? 36 : 12);
  const float width = in.painter.text_width(c.field, Face::kRegular, Type::k13);
  in.painter.text({x, baseline}, c.field, {Face::kRegular, Type::k13, Pair::kInkSurface});
  if (end - x - width - 13 > 40) {
    draw_runs_cut(in.painter, {x + width + 13, baseline}, c.field_note, Type::k13, end - x - width - 13);
  }
  if (!with_menu) return;
  const Area area = in.ui.area("examples", field);
  chevron(in.painter, {field.right() - 18, field.centre().y}, in.palette[area.hovered ? Token::kInk : Token::kMuted],
          true);
  if (area.focus_visible) focus_ring(in, field);
  if (chosen(in, area, "examples")) {
    wishes.ui.menu = view::Menu::kExamples;
  }
}

void draw_field(const PanelInput& in, Wishes& wishes) {
  const Box& field = in.layout.source_field;
  if (field.empty()) return;
  in.painter.rect(field, in.palette[Token::kSurface], 4);
  in.painter.frame(field, in.palette[Token::kHairline], 1, 4);
  const float baseline = std::round(field.centre().y + 5);
  const bool narrow = view::is_narrow(in.layout.form);
  const bool text = in.models.controls.source == Source::kText;
  if (!narrow) {
    if (text) {
      draw_sentence(in, wishes, {field.x + 12, field.y + 1, field.width - 24, field.height - 2}, baseline);
    } else {
      draw_choice(in, wishes, field, baseline, in.models.controls.source == Source::kExample);
    }
    return;
  }
  // Narrow: the field names its source, and the name opens the menu of sources.
  const std::string_view name = in.models.controls.source_name;
  const float width = in.painter.text_width(name, Face::kRegular, Type::k13);
  const float button = std::max(44.0F, width + 36);
  const Box source{field.right() - button, field.y, button, field.height};
  const Box room{field.x + 12, field.y + 1, source.x - field.x - 12, field.height - 2};
  if (text) {
    draw_sentence(in, wishes, room, baseline);
  } else {
    draw_runs_cut(in.painter, {room.x, baseline},
                  std::vector<view::Run>{{in.models.controls.field, Face::kRegular, Pair::kInkSurface}}, Type::k13,
                  room.width);
  }
  const Area area = in.ui.area("source", text ? source : field);
  in.painter.text(
      {field.right() - 26, baseline}, name,
      {Face::kRegular, Type::k13, area.hovered ? Pair::kInkSurface : Pair::kMutedSurface, view::Align::kRight});
  chevron(in.painter, {field.right() - 15, field.centre().y}, in.palette[Token::kMuted], true);
  if (area.focus_visible) focus_ring(in, text ? source.grown(-4) : field);
  if (chosen(in, area, "source")) {
    wishes.ui.menu = view::Menu::kSource;
  }
}

/// A disc whose right half is filled: the other theme.
void draw_theme(const PanelInput& in, Wishes& wishes) {
  const Box& box = in.layout.theme_button;
  if (box.empty()) return;
  const Area area = in.ui.area("theme", box);
  const Point c{box.centre().x + 2, box.centre().y + 1};
  in.painter.ring(c, 6.75F, in.palette[Token::kInk], 1.5F);
  std::vector<Point> half;
  constexpr int kSteps = 16;
  constexpr float kPi = 3.14159265F;
  for (int i = 0; i <= kSteps; ++i) {
    const float a = -kPi / 2 + kPi * static_cast<float>(i) / kSteps;
    half.push_back({c.x + 7 * std::cos(a), c.y + 7 * std::sin(a)});
  }
  in.painter.polygon(half, in.palette[Token::kInk]);
  if (area.focus_visible) focus_ring(in, {c.x - 8, c.y - 8, 16, 16}, 8);
  if (area.hovered && !area.touch)
    wishes.tip = Tip{in.palette.dark ? "Light theme" : "Dark theme", {c.x - 8, c.y - 8, 16, 22}};
  if (chosen(in, area, "theme")) {
    wishes.config.theme = in.palette.dark ? config::Theme::kLight : config::Theme::kDark;
    wishes.settled = true;
  }
}

void draw_more(const PanelInput& in, Wishes& wishes) {
  const Box& box = in.layout.more_button;
  if (box.empty()) return;
  const Area area = in.ui.area("more", box);
  const float right = view::is_narrow(in.layout.form) ? in.layout.width - 16 : box.right();
  const float width = in.painter.text_width("More", Face::kRegular, Type::k13);
  const float baseline = baseline_of(in);
  in.painter.text({right, baseline}, "More", {Face::kRegular, Type::k13, Pair::kInk, view::Align::kRight});
  if (in.state.menu == view::Menu::kMore)
    in.painter.rect({right - width, baseline + 5, width, 2}, in.palette[Token::kAccent]);
  if (area.focus_visible) focus_ring(in, {right - width, baseline - 13, width, 17});
  if (chosen(in, area, "more")) wishes.ui.menu = view::Menu::kMore;
}

}  // namespace

void draw_header(const PanelInput& in, Wishes& wishes) {
  const float rule = in.layout.header.bottom();
  in.painter.rect({0, rule, in.layout.width, 1}, in.palette[Token::kHairline]);
  draw_logo(in);
  draw_tabs(in, wishes);
  draw_field(in, wishes);
  draw_theme(in, wishes);
  draw_more(in, wishes);
}

}  // namespace bandscope::panels
