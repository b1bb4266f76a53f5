#include "panels/ui.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "imgui.h"
#include "imgui_internal.h"
#include "panels/entry_host.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Point;

struct KeyRow {
  Key key;
  ImGuiKey imgui;
  bool repeats;
};
constexpr std::array<KeyRow, 11> kKeys = {{
    {Key::kLeft, ImGuiKey_LeftArrow, true},
    {Key::kRight, ImGuiKey_RightArrow, true},
    {Key::kUp, ImGuiKey_UpArrow, true},
    {Key::kDown, ImGuiKey_DownArrow, true},
    {Key::kPageUp, ImGuiKey_PageUp, true},
    {Key::kPageDown, ImGuiKey_PageDown, true},
    {Key::kHome, ImGuiKey_Home, false},
    {Key::kEnd, ImGuiKey_End, false},
    {Key::kEnter, ImGuiKey_Enter, false},
    {Key::kSpace, ImGuiKey_Space, false},
    {Key::kEscape, ImGuiKey_Escape, false},
}};

/// Pressed now, without the modifiers that make it the browser's.
bool key_pressed(Key key) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  const KeyRow& row = kKeys[static_cast<std::size_t>(key)];
  return ImGui::IsKeyPressed(row.imgui, row.repeats) ||
         (key == Key::kEnter && ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false));
}

bool any_key_pressed() {
  return std::any_of(kKeys.begin(), kKeys.end(), [](const KeyRow& row) { return key_pressed(row.key); });
}

ImGuiID focused_id() { return ImGui::GetCurrentContext()->NavId; }

void set_focused_id(ImGuiID id) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.ActiveId != 0 && g.ActiveId != id) ImGui::ClearActiveID();
  if (id != 0) {
    ImGui::SetFocusID(id, ImGui::GetCurrentWindow());
  } else {
    g.NavId = 0;
  }
}

ImGuiID id_of(std::string_view label) {
  return ImGui::GetCurrentWindow()->GetID(label.data(), label.data() + label.size());
}

int imgui_cursor(Cursor cursor) {
  switch (cursor) {
    case Cursor::kHand:
      return ImGuiMouseCursor_Hand;
    case Cursor::kText:
      return ImGuiMouseCursor_TextInput;
    case Cursor::kDragX:
      return ImGuiMouseCursor_ResizeEW;
    case Cursor::kNo:
      return ImGuiMouseCursor_NotAllowed;
    case Cursor::kArrow:
    case Cursor::kCross:
      return ImGuiMouseCursor_Arrow;  // ImGui has no cross
  }
  return ImGuiMouseCursor_Arrow;
}

constexpr float kWheelNotch = 100;  // pixels

float ease_out_cubic(float t) { return 1 - (1 - t) * (1 - t) * (1 - t); }

}  // namespace

// ---- A frame ----

void Ui::begin(const UiFrame& frame, EntryHost& host) {
  frame_ = frame;
  host_ = &host;
  wanted_in_.reset();
  cursor_ = Cursor::kArrow;
  boxes_.clear();
  taken_.clear();
  in_menu_ = menu_open_ = false;

  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({frame.width, frame.height});
  // Focus is ImGui's; moving it by keys is ours, because arrows belong to the focused area and Tab must be able to
  // leave.
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
                                      ImGuiWindowFlags_NoNav;
  ImGui::Begin("page", nullptr, kFlags);

  const ImGuiIO& io = ImGui::GetIO();
  const Spot* under = ImGui::IsMousePosValid() ? spot_at({io.MousePos.x, io.MousePos.y}) : nullptr;
  hit_ = under != nullptr ? under->id : 0;

  bool tab = ImGui::IsKeyPressed(ImGuiKey_Tab, true) && !io.KeyCtrl && !io.KeyAlt && !io.KeySuper;
  if (tab || any_key_pressed()) keyboard_ = true;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) keyboard_ = false;
  if (tab) move_focus(next_stop(io.KeyShift));
  host_->begin_frame();
}

void Ui::end() {
  assert(!in_menu_);
  host_->end_frame();
  if (menu_open_ != menu_was_open_) {
    // Focus goes into a menu and back to where it was.
    if (menu_open_) {
      focus_before_menu_ = focused_id();
      auto first = std::find_if(spots_.begin(), spots_.end(), [](const Spot& s) { return s.menu && s.stop; });
      bool inside =
          std::any_of(spots_.begin(), spots_.end(), [](const Spot& s) { return s.menu && s.id == focused_id(); });
      if (first != spots_.end() && !inside && focus_wanted_.empty()) set_focused_id(first->id);
    } else if (focus_wanted_.empty()) {
      set_focused_id(focus_before_menu_);
    }
    wake();
  }
  menu_was_open_ = menu_open_;
  if (!focus_wanted_.empty()) {
    wake();
    if (--focus_patience_ <= 0) focus_wanted_.clear();
  }
  // What lies under a resting pointer may have changed.
  if (spots_ != last_spots_) wake();
  last_spots_.swap(spots_);
  spots_.clear();
  last_taken_ = taken_;
  ImGui::SetMouseCursor(imgui_cursor(cursor_));
  ImGui::End();
}

// ---- Areas ----

const Ui::Spot* Ui::spot_at(Point canvas) const {
  Point page = frame_.page.page(canvas);
  auto found = std::find_if(last_spots_.rbegin(), last_spots_.rend(),
                            [&](const Spot& s) { return reacts(s.menu) && s.box.contains(page); });
  return found != last_spots_.rend() ? &*found : nullptr;
}

void Ui::add_spot(std::string_view label, Box box, std::uint32_t id, const AreaOptions& options) {
  assert(std::none_of(spots_.begin(), spots_.end(), [&](const Spot& s) { return s.id == id; }) &&
         "two areas of one name");
  boxes_.push_back({std::string(label), box});
  spots_.push_back(
      {std::string(label), box, id, in_menu_, options.off, options.focusable && !options.off, options.drags});
}

Area Ui::area(std::string_view label, Box box, const AreaOptions& options) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  ImGuiID id = id_of(label);
  add_spot(label, box, id, options);
  if (focus_wanted_ == label && !options.off) {
    set_focused_id(id);
    focus_wanted_.clear();
  }

  Box canvas = frame_.page.canvas(box);
  ImRect rect = {canvas.x, canvas.y, canvas.right(), canvas.bottom()};
  ImGui::ItemAdd(rect, id, nullptr, ImGuiItemFlags_NoNav);

  Area area;
  area.pointer = frame_.page.page({g.IO.MousePos.x, g.IO.MousePos.y});
  area.touch = g.IO.MouseSource == ImGuiMouseSource_TouchScreen;
  bool reacts_now = reacts(in_menu_);
  bool hit = hit_ == id && reacts_now;
  if (options.off) {
    if (g.ActiveId == id) ImGui::ClearActiveID();
    area.hovered = hit && g.ActiveId == 0;
  } else {
    bool was_held = g.ActiveId == id;
    // The pointer's area is known (hit_), so ImGui is asked about that one only: others get a place it never is.
    constexpr float kFar = -1e9f;
    ImRect asked = hit || was_held ? rect : ImRect(kFar, kFar, kFar, kFar);
    ImGuiButtonFlags flags = 0;
    if (!options.focusable) flags |= ImGuiButtonFlags_NoNavFocus;
    area.clicked = ImGui::ButtonBehavior(asked, id, &area.hovered, &area.held, flags);
    area.pressed = area.held && !was_held;
    area.released = was_held && g.ActiveId != id;
    area.double_clicked = area.pressed && ImGui::GetIO().MouseClickedCount[0] == 2;
    area.twice = area.held && ImGui::GetIO().MouseClickedLastCount[0] == 2 && !ImGui::IsMouseDragPastThreshold(0);
  }
  // A finger that is lifted hovers over nothing.
  if (area.touch && !area.held && !area.released && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) area.hovered = false;

  area.focused = focused_id() == id && !options.off && editing_.empty();
  area.focus_visible = area.focused && keyboard_;
  if (area.focused && reacts_now) {
    taken_.push_back(Key::kEnter);
    taken_.push_back(Key::kSpace);
    if (g.ActiveId == 0 && (key_pressed(Key::kEnter) || key_pressed(Key::kSpace))) area.clicked = true;
  }
  if (area.hovered || area.held) cursor_ = options.cursor;
  return area;
}

void Ui::mark(std::string_view label, Box box) { boxes_.push_back({std::string(label), box}); }

bool Ui::key(std::string_view label, Key key) {
  if (focused_id() != id_of(label) || !editing_.empty()) return false;
  taken_.push_back(key);
  return key_pressed(key);
}

bool Ui::pressed_anything() const {
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return true;
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
    const bool mouse = key >= ImGuiKey_MouseLeft && key <= ImGuiKey_MouseWheelY;
    if (!mouse && ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) return true;
  }
  return false;
}

bool Ui::shift() const { return ImGui::GetIO().KeyShift; }

bool Ui::begin_menu(std::string_view label, Box box) {
  assert(!in_menu_);
  in_menu_ = menu_open_ = true;
  // Swallows what falls between the menu's own areas.
  add_spot(label, box, id_of(label), {.cursor = Cursor::kArrow, .off = true, .focusable = false});
  if (!menu_was_open_) return false;  // what opened it must not close it
  taken_.push_back(Key::kEscape);
  const ImGuiIO& io = ImGui::GetIO();
  bool outside =
      ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !box.contains(frame_.page.page({io.MousePos.x, io.MousePos.y}));
  return outside || key_pressed(Key::kEscape);
}

void Ui::end_menu() { in_menu_ = false; }

// ---- Typing ----

Entry Ui::entry(std::string_view label, Box box, std::string_view current, EntryKind kind, bool open) {
  bool was_editing = editing_ == label;
  if (!was_editing && kind == EntryKind::kLine) {
    Area field = area(label, box, {.cursor = Cursor::kText});
    open = open || field.clicked;
  }
  constexpr float kLinePx = 13;
  constexpr float kNumberPx = 16;
  float px = (kind == EntryKind::kLine ? kLinePx : kNumberPx) * frame_.page.scale;
  Entry entry = host_->field({label, frame_.page.canvas(box), current, kind, open, px});
  if (entry.editing) {
    editing_ = label;
    // Tab goes on from here, though the area itself rests.
    bool known = std::any_of(spots_.begin(), spots_.end(), [&](const Spot& s) { return s.label == label; });
    if (!known) add_spot(label, box, id_of(label), {.cursor = Cursor::kText});
  } else if (was_editing) {
    editing_.clear();
    // Unless something else was chosen, the keyboard returns to what was typed into.
    bool elsewhere =
        std::any_of(spots_.begin(), spots_.end(), [](const Spot& s) { return s.id == focused_id(); }) ||
        std::any_of(last_spots_.begin(), last_spots_.end(), [](const Spot& s) { return s.id == focused_id(); });
    if (!elsewhere) focus(label);
    wake();
  }
  if (open) wake();
  return entry;
}

// ---- Motion, focus, clipboard, frames ----

float Ui::eased(std::string_view label, bool on, int in_ms, int out_ms) {
  float target = on ? 1.0f : 0.0f;
  auto [at, fresh] = motions_.try_emplace(std::string(label));
  Motion& motion = at->second;
  if (fresh || frame_.reduced_motion) {
    motion = {frame_.seconds, target, on};
    return target;
  }
  auto value = [&](const Motion& m) {
    double seconds = (m.on ? in_ms : out_ms) / 1000.0;
    double t = seconds > 0 ? std::clamp((frame_.seconds - m.start) / seconds, 0.0, 1.0) : 1.0;
    float to = m.on ? 1.0f : 0.0f;
    if (t < 1 && m.from != to) wake();
    return m.from + (to - m.from) * ease_out_cubic(static_cast<float>(t));
  };
  if (motion.on != on) motion = {frame_.seconds, value(motion), on};
  return value(motion);
}

void Ui::focus(std::string_view label) {
  focus_wanted_ = label;
  focus_patience_ = 3;
}

void Ui::copy(std::string_view text) { ImGui::SetClipboardText(std::string(text).c_str()); }

void Ui::wake(double in_seconds) { wanted_in_ = std::min(wanted_in_.value_or(in_seconds), in_seconds); }

// ---- Between frames ----

bool Ui::takes(Key key) const { return std::find(last_taken_.begin(), last_taken_.end(), key) != last_taken_.end(); }

float Ui::wheel_x(const Area& area) const {
  return area.hovered ? -ImGui::GetIO().MouseWheelH * kWheelNotch / frame_.page.scale : 0;
}

bool Ui::drags_at(Point canvas) const {
  const Spot* spot = spot_at(canvas);
  return spot != nullptr && spot->drags && !spot->off;
}

const Ui::Spot* Ui::next_stop(bool backwards) const {
  std::vector<const Spot*> stops;
  std::size_t now = 0;  // 1 + the place of the focused stop
  for (const Spot& spot : last_spots_) {
    if (!spot.stop || !reacts(spot.menu)) continue;
    stops.push_back(&spot);
    bool focused = editing_.empty() ? spot.id == focused_id() : spot.label == editing_;
    if (focused) now = stops.size();
  }
  if (stops.empty()) return nullptr;
  if (now == 0) return backwards ? stops.back() : stops.front();
  if (backwards) return now >= 2 ? stops[now - 2] : menu_was_open_ ? stops.back() : nullptr;
  return now < stops.size() ? stops[now] : menu_was_open_ ? stops.front() : nullptr;
}

void Ui::move_focus(const Spot* to) {
  // Where a desktop window ends, focus begins again with nothing; a page has taken the key before it came here.
  set_focused_id(to != nullptr ? to->id : 0);
  if (to != nullptr) reveal_ = to->box;
}

bool Ui::tab_leaves(bool backwards) const {
  bool any = std::any_of(last_spots_.begin(), last_spots_.end(), [](const Spot& s) { return s.stop; });
  return !any || next_stop(backwards) == nullptr;
}

void Ui::enter_by_tab(bool backwards) {
  keyboard_ = true;
  auto is_stop = [this](const Spot& s) { return s.stop && reacts(s.menu); };
  if (backwards) {
    auto last = std::find_if(last_spots_.rbegin(), last_spots_.rend(), is_stop);
    if (last != last_spots_.rend()) focus(last->label);
  } else {
    auto first = std::find_if(last_spots_.begin(), last_spots_.end(), is_stop);
    if (first != last_spots_.end()) focus(first->label);
  }
}

void Ui::leave() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.NavId = 0;
  keyboard_ = false;
}

std::optional<Box> Ui::take_reveal() { return std::exchange(reveal_, std::nullopt); }

}  // namespace bandscope::panels
