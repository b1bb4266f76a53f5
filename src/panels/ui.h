// Focus, hover, press and typing: ImGui's behaviour without its looks. All boxes are page pixels.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "view/geometry.h"

namespace bandscope::panels {

enum class Cursor { kArrow, kHand, kText, kCross, kDragX, kNo };
enum class Key { kLeft, kRight, kUp, kDown, kPageUp, kPageDown, kHome, kEnd, kEnter, kSpace, kEscape };

struct AreaOptions {
  Cursor cursor = Cursor::kHand;
  bool off = false;        // no press and no focus, hover only
  bool drags = false;      // a slider: a finger that begins on it drags instead of scrolling the page
  bool focusable = true;   // a stop of Tab
};

/// What happened to an area in this frame.
struct Area {
  bool hovered = false;
  bool pressed = false;         // went down now
  bool held = false;            // down since pressed here, also outside
  bool clicked = false;         // released inside
  bool double_clicked = false;
  bool released = false;        // a hold ended now, anywhere
  bool focused = false;         // has the keyboard
  bool focus_visible = false;   // draw the focus ring
  bool touch = false;           // the pointer is a finger
  view::Point pointer;          // page pixels
};

struct Entry {
  bool editing = false;               // the field is open: draw no text under it
  std::optional<std::string> typed;   // the text after a change; numbers: only when done
  bool done = false;                  // Enter or focus lost
  bool cancelled = false;             // Escape
};
enum class EntryKind { kNumber, kLine };

class Ui {
 public:
  /// An invisible button with a name that is unique on the page; recorded for `boxes()`.
  Area area(std::string_view label, view::Box box, const AreaOptions& options = {});
  /// Records a box for tests without behaviour.
  void mark(std::string_view label, view::Box box);
  /// True once for a press (or repeat) of a key while the area of that label has the keyboard; takes the key from the page.
  bool key(std::string_view label, Key key);
  bool shift() const;

  /// Text entry laid over `box`: an HTML input on the web, ImGui's on the desktop. Opens when `open` is true in a frame;
  /// a kLine field is always open to a click.
  Entry entry(std::string_view label, view::Box box, std::string_view current, EntryKind kind, bool open);

  /// 0..1 towards `on` over so many milliseconds, eased; asks for frames while it moves. Reduced motion: at once.
  float eased(std::string_view label, bool on, int in_ms, int out_ms);
  /// Keyboard focus to this area in the next frame.
  void focus(std::string_view label);
  void copy(std::string_view text);  // to the clipboard
  bool reduced_motion() const;
  double seconds() const;            // of the frame
  void wake(double in_seconds = 0);  // asks for another frame

  // the author of ui.cpp adds what is remembered
};

}  // namespace bandscope::panels
