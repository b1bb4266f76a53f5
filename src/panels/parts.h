// Small things that several control panels draw.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/panel.h"

namespace bandscope::panels {

/// Whether the reader chose the area of this label: by a click, Enter or Space.
bool chosen(const PanelInput& in, const Area& area, std::string_view label);
/// 2 px in accent, 2 px away from the box.
void focus_ring(const PanelInput& in, const view::Box& box, float radius = 4);
/// The box of a checkbox, 14 px, and what it says. `off`: edge only.
void checkbox(const PanelInput& in, const view::Box& box, bool on, bool off);
/// A radio mark, 14 px.
void radio(const PanelInput& in, const view::Box& box, bool on, bool off);
/// Signs drawn by lines, round a centre.
void chevron(view::Painter& painter, view::Point centre, view::Rgba colour, bool down);
void arrow_right(view::Painter& painter, view::Point end, view::Rgba colour);
void cross(view::Painter& painter, view::Point centre, float reach, view::Rgba colour);
/// The right `width` px of a box fade into the ground (left: the left ones).
void fade_right(view::Painter& painter, const view::Box& box, view::Rgba ground, float width = 24);
void fade_left(view::Painter& painter, const view::Box& box, view::Rgba ground, float width = 24);
/// A warning chip: "!" and the words, cut to `most`. Returns its box.
view::Box warning_chip(const PanelInput& in, view::Point top_left, std::string_view text, float most,
                       float height = 16);

/// The same words on another ground.
view::Pair on_surface(view::Pair pair);
std::vector<view::Run> on_surface(std::vector<view::Run> runs);
/// One line of runs, cut with "…" to a width.
float draw_runs_cut(view::Painter& painter, view::Point baseline, std::span<const view::Run> runs, view::Type size,
                    float most);

/// A text field's number, however it was typed ("1,024", " 24 ", "all"); nothing where it is none.
struct TypedNumber {
  long long value = 0;
  bool all = false;
};
std::optional<TypedNumber> typed_number(std::string_view text);

// One function a panel; see the registry.
void draw_header(const PanelInput& in, Wishes& wishes);
void draw_sliders(const PanelInput& in, Wishes& wishes);
void draw_switches(const PanelInput& in, Wishes& wishes);
void draw_moves(const PanelInput& in, Wishes& wishes);
void draw_notice(const PanelInput& in, Wishes& wishes);
void draw_card(const PanelInput& in, Wishes& wishes);
void draw_menus(const PanelInput& in, Wishes& wishes);
void draw_tip(const PanelInput& in, Wishes& wishes);

}  // namespace bandscope::panels
