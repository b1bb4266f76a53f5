#include "panels/ui.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cfloat>
#include <map>

#include "platform/null/headless.h"

using namespace bandscope;
using namespace bandscope::panels;
using Catch::Matchers::WithinAbs;
using platform::Headless;
using view::Box;

namespace {

/// What happened to areas over many frames.
struct Log {
  int pressed = 0, clicked = 0, doubled = 0, released = 0, held_frames = 0;
  Area now;
  void add(const Area& a) {
    pressed += a.pressed;
    clicked += a.clicked;
    doubled += a.double_clicked;
    released += a.released;
    held_frames += a.held;
    now = a;
  }
};

/// A page of three buttons in a row, "a" "b" "c", 100 px wide each.
struct Page {
  std::map<std::string, Log> log;
  std::map<std::string, AreaOptions> options;
  Headless host;
  explicit Page(const Headless::Options& o = {}) : host(o, [this] { draw(); }) { host.frames(2); }
  void draw() {
    float x = 10;
    for (const char* name : {"a", "b", "c"}) {
      log[name].add(host.ui().area(name, {x, 10, 100, 50}, options[name]));
      x += 110;
    }
    if (more) more();
  }
  std::function<void()> more;
};

}  // namespace

TEST_CASE("a click is a press and a release inside") {
  Page p;
  p.host.move(p.host.at("b"));
  CHECK(p.log["b"].now.hovered);
  CHECK_FALSE(p.log["a"].now.hovered);
  CHECK(p.host.ui().cursor() == Cursor::kHand);
  p.host.press();
  CHECK(p.log["b"].pressed == 1);
  CHECK(p.log["b"].now.held);
  CHECK(p.log["b"].clicked == 0);
  p.host.release();
  CHECK(p.log["b"].clicked == 1);
  CHECK(p.log["b"].released == 1);
  CHECK(p.log["a"].pressed + p.log["c"].pressed == 0);
  CHECK(p.log["b"].now.focused);
  CHECK_FALSE(p.log["b"].now.focus_visible);
}

TEST_CASE("a hold that leaves its box goes on, also outside the canvas, and is no click") {
  Page p;
  p.host.drag(p.host.at("a"), {2000, -300});
  CHECK(p.log["a"].held_frames > 8);
  CHECK(p.log["a"].released == 1);
  CHECK(p.log["a"].clicked == 0);
  CHECK_FALSE(p.log["a"].now.held);
  CHECK(p.log["b"].now.pressed == false);
}

TEST_CASE("held over others, they do not react") {
  Page p;
  p.host.move(p.host.at("a"));
  p.host.press();
  p.host.move(p.host.at("c"));
  CHECK(p.log["a"].now.held);
  CHECK_THAT(p.log["a"].now.pointer.x, WithinAbs(p.host.at("c").x, 1e-3));
  CHECK_FALSE(p.log["c"].now.hovered);
  p.host.release();
  CHECK(p.log["c"].clicked == 0);
}

TEST_CASE("a press whose pointer goes away, as when a finger begins to scroll the page, is no click") {
  Page p({.touch = true});
  p.host.move(p.host.at("a"));
  p.host.press();
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  p.host.release();
  CHECK(p.log["a"].released == 1);
  CHECK(p.log["a"].clicked == 0);
  CHECK_FALSE(p.log["a"].now.hovered);
}

TEST_CASE("a jump and a press in one frame still finds the right area") {
  Page p;
  ImGui::GetIO().AddMousePosEvent(p.host.at("c").x, p.host.at("c").y);
  p.host.press();
  p.host.release();
  CHECK(p.log["c"].clicked == 1);
}

TEST_CASE("a double click is told from two clicks") {
  Page p;
  p.host.double_click(p.host.at("a"));
  CHECK(p.log["a"].doubled == 1);
  CHECK(p.log["a"].clicked == 2);
  p.host.frames(60);
  p.host.click("b");
  p.host.click("b");
  CHECK(p.log["b"].doubled == 0);
  CHECK(p.log["b"].clicked == 2);
}

TEST_CASE("where areas overlap, the last one has the pointer") {
  Page p;
  Log over;
  p.more = [&] { over.add(p.host.ui().area("over", {20, 20, 40, 20})); };
  p.host.frames();
  p.host.click({30, 30});
  CHECK(over.clicked == 1);
  CHECK(p.log["a"].clicked == 0);
  p.host.click({90, 30});
  CHECK(p.log["a"].clicked == 1);
}

TEST_CASE("an area that is off hovers, and nothing else") {
  Page p;
  p.options["b"].off = true;
  p.host.frames();
  p.host.move(p.host.at("b"));
  CHECK(p.log["b"].now.hovered);
  p.host.click("b");
  CHECK(p.log["b"].pressed == 0);
  CHECK(p.log["b"].clicked == 0);
  p.host.key(ImGuiKey_Tab);
  p.host.key(ImGuiKey_Tab);
  CHECK(p.log["c"].now.focused);
}

TEST_CASE("Tab walks all areas in order and can leave at both ends") {
  Page p;
  CHECK_FALSE(p.host.ui().tab_leaves(false));
  for (const char* name : {"a", "b", "c"}) {
    p.host.key(ImGuiKey_Tab);
    INFO(name);
    CHECK(p.log[name].now.focus_visible);
    CHECK(p.host.ui().take_reveal() == p.host.box(name));
  }
  CHECK(p.host.ui().tab_leaves(false));
  CHECK_FALSE(p.host.ui().tab_leaves(true));
  p.host.key(ImGuiKey_Tab, true);
  CHECK(p.log["b"].now.focus_visible);
  p.host.key(ImGuiKey_Tab, true);
  CHECK(p.host.ui().tab_leaves(true));
  p.host.ui().leave();
  p.host.frames();
  CHECK_FALSE(p.log["a"].now.focused);
  p.host.ui().enter_by_tab(true);
  p.host.frames();
  CHECK(p.log["c"].now.focus_visible);
}

TEST_CASE("Tab goes on from what was clicked") {
  Page p;
  p.host.click("a");
  p.host.key(ImGuiKey_Tab);
  CHECK(p.log["b"].now.focus_visible);
  CHECK_FALSE(p.log["a"].now.focused);
}

TEST_CASE("Enter and Space click the focused area; the ring goes with the mouse") {
  Page p;
  p.host.key(ImGuiKey_Tab);
  p.host.key(ImGuiKey_Enter);
  CHECK(p.log["a"].clicked == 1);
  p.host.key(ImGuiKey_Space);
  CHECK(p.log["a"].clicked == 2);
  CHECK(p.log["a"].pressed == 0);
  CHECK(p.host.ui().takes(Key::kSpace));
  p.host.click("b");
  CHECK(p.log["b"].now.focused);
  CHECK_FALSE(p.log["b"].now.focus_visible);
  p.host.key(ImGuiKey_Enter);
  CHECK(p.log["b"].clicked == 2);
  CHECK(p.log["b"].now.focus_visible);
}

TEST_CASE("arrows go to the focused area, repeat, and are taken from the page only there") {
  Page p;
  int right = 0, other = 0;
  p.more = [&] {
    right += p.host.ui().key("a", Key::kRight);
    other += p.host.ui().key("b", Key::kRight);
  };
  p.host.key(ImGuiKey_RightArrow);
  CHECK(right == 0);
  CHECK_FALSE(p.host.ui().takes(Key::kRight));
  p.host.key(ImGuiKey_Tab);
  CHECK(p.host.ui().takes(Key::kRight));
  CHECK_FALSE(p.host.ui().takes(Key::kDown));
  p.host.key(ImGuiKey_RightArrow);
  CHECK(right == 1);
  CHECK(other == 0);
  CHECK(p.log["a"].now.focused);  // not moved by the arrow
  ImGui::GetIO().AddKeyEvent(ImGuiKey_RightArrow, true);
  p.host.frames(60);
  CHECK(right > 5);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_RightArrow, false);
  p.host.frames(2);
  int before = right;
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, true);
  p.host.key(ImGuiKey_RightArrow);  // the browser's
  CHECK(right == before);
}

TEST_CASE("under an open menu nothing reacts; a press outside or Escape closes it") {
  Page p;
  Log item;
  bool open = false;
  int closed = 0;
  p.more = [&] {
    if (p.log["a"].now.clicked) open = true;
    if (!open) return;
    if (p.host.ui().begin_menu("menu", {50, 20, 200, 100})) {
      open = false;
      ++closed;
    }
    item.add(p.host.ui().area("menu/item", {60, 30, 100, 20}));
    p.host.ui().end_menu();
  };
  p.host.click("a");
  REQUIRE(open);
  CHECK(item.now.focused);  // focus goes into the menu
  p.host.click({70, 80});   // in the menu, between items, over "a" and nothing
  CHECK(open);
  p.host.click({150, 40});
  CHECK(item.clicked == 1);
  CHECK(p.log["b"].pressed == 0);
  p.host.key(ImGuiKey_Tab);
  CHECK(item.now.focus_visible);
  CHECK_FALSE(p.host.ui().tab_leaves(false));
  p.host.click("c");
  CHECK(closed == 1);
  CHECK(p.log["c"].pressed == 0);
  CHECK(p.log["a"].now.focused);  // and back

  p.host.key(ImGuiKey_Enter);
  REQUIRE(open);
  p.host.key(ImGuiKey_Escape);
  CHECK(closed == 2);
  CHECK(p.log["a"].now.focused);
}

TEST_CASE("a finger is told apart, drags where it may, and hovers only while it is down") {
  Page p({.touch = true});
  p.options["b"].drags = true;
  p.host.frames();
  CHECK(p.host.ui().drags_at(p.host.at("b")));
  CHECK_FALSE(p.host.ui().drags_at(p.host.at("a")));
  CHECK_FALSE(p.host.ui().drags_at({700, 700}));
  p.host.move(p.host.at("b"));
  CHECK_FALSE(p.log["b"].now.hovered);
  p.host.press();
  CHECK(p.log["b"].now.touch);
  CHECK(p.log["b"].now.hovered);
  p.host.release();
  CHECK(p.log["b"].clicked == 1);
  CHECK_FALSE(p.log["b"].now.hovered);
}

TEST_CASE("boxes are page pixels, whatever is scrolled and scaled") {
  Page p({.dpr = 1.5f, .scale = 2});
  p.host.scroll() = {0, 7};
  p.host.frames(2);
  CHECK(p.host.box("a") == Box{10, 10, 100, 50});
  p.host.click({15, 12});
  CHECK(p.log["a"].clicked == 1);
  CHECK_THAT(p.log["a"].now.pointer.y, WithinAbs(12, 0.4));
}

TEST_CASE("focus() moves the keyboard") {
  Page p;
  p.host.ui().focus("c");
  p.host.frames(2);
  CHECK(p.log["c"].now.focused);
  p.host.ui().focus("nowhere");
  p.host.frames(5);
  CHECK(p.log["c"].now.focused);
}

TEST_CASE("a line of text is opened by a click or Enter, gives each change, and closes") {
  Page p;
  std::string held = "one";
  int done = 0, cancelled = 0;
  bool editing = false;
  p.more = [&] {
    Entry e = p.host.ui().entry("line", {10, 100, 300, 30}, held, EntryKind::kLine, false);
    if (e.typed) held = *e.typed;
    done += e.done;
    cancelled += e.cancelled;
    editing = e.editing;
  };
  p.host.frames(2);
  p.host.click("line");
  REQUIRE(editing);
  p.host.type("東京 naïve");
  CHECK(held == "東京 naïve");  // all was selected
  CHECK(editing);
  p.host.key(ImGuiKey_Enter);
  p.host.frames(4);
  CHECK(done == 1);
  CHECK_FALSE(editing);
  CHECK(held == "東京 naïve");

  p.host.key(ImGuiKey_Enter);  // the field still has the keyboard
  p.host.frames(4);
  REQUIRE(editing);
  p.host.key(ImGuiKey_End);
  p.host.type("!");
  CHECK(held == "東京 naïve!");
  p.host.key(ImGuiKey_Tab, true);  // back to "c"
  p.host.frames(4);
  CHECK_FALSE(editing);
  CHECK(done == 2);
  CHECK(p.log["c"].now.focused);
  CHECK(p.log["c"].clicked == 0);
}

TEST_CASE("a number is given when it is done, and not when it is cancelled") {
  Page p;
  std::optional<std::string> typed;
  bool open = false;
  int cancelled = 0;
  p.more = [&] {
    open = p.log["a"].now.clicked;
    Entry e = p.host.ui().entry("value", {10, 100, 60, 30}, "16", EntryKind::kNumber, open);
    if (e.typed) typed = e.typed;
    cancelled += e.cancelled;
  };
  p.host.click("a");
  p.host.type("24");
  CHECK_FALSE(typed.has_value());
  p.host.key(ImGuiKey_Enter);
  p.host.frames(4);
  REQUIRE(typed.has_value());
  CHECK(*typed == "24");
  typed.reset();
  p.host.click("a");
  p.host.type("7");
  p.host.key(ImGuiKey_Escape);
  p.host.frames(4);
  CHECK_FALSE(typed.has_value());
  CHECK(cancelled == 1);
  p.host.click("a");
  p.host.type("9");
  p.host.click("b");  // elsewhere: done
  CHECK(typed == "9");
  CHECK(p.log["b"].now.focused);
}

TEST_CASE("eased() moves, turns round without a jump, and rests") {
  Page p({.reduced_motion = false});
  bool on = false;
  float value = -1;
  p.more = [&] { value = p.host.ui().eased("card", on, 160, 160); };
  p.host.frames();
  CHECK(value == 0);
  on = true;
  p.host.frames();
  CHECK(value == 0);
  CHECK(p.host.ui().wanted_in() == 0.0);
  p.host.frames(5);
  CHECK(value > 0.5f);  // fast first
  CHECK(value < 1);
  float before = value;
  on = false;
  p.host.frames();
  CHECK_THAT(value, WithinAbs(before, 0.15));
  p.host.frames(20);
  CHECK(value == 0);
  CHECK_FALSE(p.host.ui().wanted_in().has_value());
  p.host.options().reduced_motion = true;
  on = true;
  p.host.frames();
  CHECK(value == 1);
}

TEST_CASE("a resting page wants no frames") {
  Page p;
  p.host.click("a");
  CHECK(p.host.settle() <= 2);
  CHECK_FALSE(p.host.ui().wanted_in().has_value());
}
