#include "panels/lesson/lesson_panel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "config/query.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Face;
using view::Pair;
using view::Scene;
using view::Token;
using view::Type;

void draw_item(const PanelInput& in, const Scene::Fill& fill) {
  if (fill.frame > 0) {
    in.painter.frame(fill.box, fill.colour, fill.frame, fill.radius);
  } else {
    in.painter.rect(fill.box, fill.colour, fill.radius);
  }
}

void draw_item(const PanelInput& in, const Scene::Stroke& stroke) {
  const auto& p = stroke.points;
  if (stroke.curve) {
    in.painter.curve(p[0], p[1], p[2], p[3], stroke.colour, stroke.width);
  } else if (p.size() == 2) {
    in.painter.line(p[0], p[1], stroke.colour, stroke.width);
  } else {
    in.painter.polyline(p, stroke.colour, stroke.width);
  }
}

void draw_item(const PanelInput& in, const Scene::Words& words) {
  if (words.chip) {
    const view::Run& run = words.runs.front();
    in.painter.text(words.at, run.text, {run.face, words.size, run.pair, words.align, view::Turn::kNone, true});
  } else if (words.width > 0) {
    view::draw_paragraph(in.painter, words.at, words.runs, words.size, words.width, words.leading);
  } else {
    view::draw_runs(in.painter, words.at, words.runs, words.size, words.align);
  }
}

void apply(const PanelInput& in, Wishes& wishes, const Scene::Act& act) {
  wishes.code = wishes.code || act.code;
  if (act.query.empty()) return;
  wishes.config = config::change(in.config, act.query).config;
  wishes.settled = true;
}

/// A row of choices is walked with the arrow keys: to which one from this.
std::size_t walked(const PanelInput& in, const std::vector<Scene::Act>& acts, std::size_t at) {
  const auto step = [&](Key key, std::size_t to) {
    return in.ui.key(acts[at].label, key) && to < acts.size() && acts[to].tab ? to : at;
  };
  const std::size_t to = step(Key::kRight, at + 1);
  return to == at ? step(Key::kLeft, at - 1) : to;
}

Box act_box(const PanelInput& in, const Scene::Act& act) {
  if (!act.button) return act.box;
  const float width = std::ceil(in.painter.text_width(act.text, Face::kRegular, Type::k13)) + 32;
  // One that has a width keeps its right end.
  return {act.box.width > 0 ? act.box.right() - width : act.box.x, act.box.y, width, act.box.height};
}

void draw_act(const PanelInput& in, Wishes& wishes, const Scene::Act& act) {
  const Box box = act_box(in, act);
  const bool finger = in.layout.form == view::Form::kLessonNarrow;
  const float more = act.button && finger ? (44 - box.height) / 2 : 0;
  const Area area =
      in.ui.area(act.label, {box.x, box.y - more, box.width, box.height + 2 * more}, {.focusable = act.cell < 0});
  if (act.button) {
    in.painter.rect(box, in.palette[Token::kSurface], 4);
    in.painter.frame(box, in.palette[area.hovered ? Token::kEdge : Token::kRule], 1, 4);
    in.painter.text({box.centre().x, box.y + 21}, act.text,
                    {Face::kRegular, Type::k13, Pair::kInkSurface, view::Align::kCentre});
    if (area.focus_visible) focus_ring(in, box);
  }
  if (act.tab) {
    const float baseline = std::round(box.centre().y) + 5;
    const float width = in.painter.text_width(act.text, Face::kRegular, Type::k13);
    in.painter.text({box.x, baseline}, act.text,
                    {Face::kRegular, Type::k13, act.on || area.hovered ? Pair::kInk : Pair::kMuted});
    if (act.on) in.painter.rect({box.x, baseline + 5, std::round(width), 2}, in.palette[Token::kAccent]);
    if (area.focus_visible) focus_ring(in, {box.x, baseline - 13, width, 17});
  }
  if (act.cell >= 0) {
    // A finger has no way to point: what it touched stays lit.
    if (area.hovered || area.pressed) wishes.ui.lesson_cell = act.cell;
    return;
  }
  if (chosen(in, area, act.label)) apply(in, wishes, act);
}

}  // namespace

void draw_lesson(const PanelInput& in, Wishes& wishes) {
  const Scene& scene = in.models.lesson.scene;
  for (const Scene::Item& item : scene.items) {
    std::visit([&](const auto& each) { draw_item(in, each); }, item);
  }
  for (const Scene::Act& act : scene.acts) draw_act(in, wishes, act);
  // After all are drawn: a key that moves the keyboard on must not be the next one's too.
  for (std::size_t i = 0; i < scene.acts.size(); ++i) {
    const std::size_t to = scene.acts[i].tab ? walked(in, scene.acts, i) : i;
    if (to == i) continue;
    apply(in, wishes, scene.acts[to]);
    in.ui.focus(scene.acts[to].label);
    break;
  }
  if (scene.moving) in.ui.wake();
}

}  // namespace bandscope::panels
