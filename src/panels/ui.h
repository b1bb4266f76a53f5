// Focus, hover, press and typing: ImGui's behaviour without its looks. All boxes are page pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "panels/page_view.h"
#include "view/geometry.h"

namespace bandscope::panels {

enum class Cursor { kArrow, kHand, kText, kCross, kDragX, kNo };
enum class Key { kLeft, kRight, kUp, kDown, kPageUp, kPageDown, kHome, kEnd, kEnter, kSpace, kEscape };

struct AreaOptions {
  Cursor cursor = Cursor::kHand;
  bool off = false;       // no press and no focus, hover only
  bool drags = false;     // a slider: a finger that begins on it drags instead of scrolling the page
  bool focusable = true;  // a stop of Tab
};

/// What happened to an area in this frame.
struct Area {
  bool hovered = false;
  bool pressed = false;  // went down now
  bool held = false;     // down since pressed here, also outside
  bool clicked = false;  // released inside
  bool double_clicked = false;
  bool twice = false;          // held by the second press of a double click, and not dragged since
  bool released = false;       // a hold ended now, anywhere
  bool focused = false;        // has the keyboard
  bool focus_visible = false;  // draw the focus ring
  bool touch = false;          // the pointer is a finger
  view::Point pointer;         // page pixels
};

struct Entry {
  bool editing = false;              // the field is open: draw no text under it
  std::optional<std::string> typed;  // the text after a change; numbers: only when done
  bool done = false;                 // Enter or focus lost
  bool cancelled = false;            // Escape
};
enum class EntryKind { kNumber, kLine };

class EntryHost;

/// What the app knows of a frame.
struct UiFrame {
  float width = 0;  // of the canvas, in ImGui's coordinates
  float height = 0;
  PageView page;
  double seconds = 0;  // of a clock that never goes back
  bool reduced_motion = false;
};

struct NamedBox {
  std::string label;
  view::Box box;  // page pixels
};

class Ui {
 public:
  // ---- For panels ----

  /// An invisible button with a name that is unique on the page; recorded for `boxes()`. Where areas overlap, the one
  /// that came last has the pointer.
  Area area(std::string_view label, view::Box box, const AreaOptions& options = {});
  /// Records a box for tests without behaviour.
  void mark(std::string_view label, view::Box box);
  /// True once for a press (or repeat) of a key while the area of that label has the keyboard; takes the key from the
  /// page.
  bool key(std::string_view label, Key key);
  bool shift() const;
  /// Whether any key or button went down in this frame: what plays by itself may be skipped by it.
  bool pressed_anything() const;

  /// Between these, areas belong to an open menu: no other area reacts, and Tab stays inside. True when the reader
  /// wants it closed: by Escape, or by a press outside of `box`.
  bool begin_menu(std::string_view label, view::Box box);
  void end_menu();

  /// Text entry laid over `box`: an HTML input on the web, ImGui's on the desktop. Opens when `open` is true in a
  /// frame; a kLine field is always open to a click.
  Entry entry(std::string_view label, view::Box box, std::string_view current, EntryKind kind, bool open);

  /// 0..1 towards `on` over so many milliseconds, eased; asks for frames while it moves. Reduced motion: at once.
  float eased(std::string_view label, bool on, int in_ms, int out_ms);
  /// Keyboard focus to this area in the next frame.
  void focus(std::string_view label);
  /// Pixels to the right by which the wheel or a trackpad moved over this area in this frame.
  float wheel_x(const Area& area) const;
  void copy(std::string_view text);  // to the clipboard
  bool reduced_motion() const { return frame_.reduced_motion; }
  double seconds() const { return frame_.seconds; }  // of the frame
  void wake(double in_seconds = 0);                  // asks for another frame

  // ---- For the app and the platform ----

  /// Opens the page's window, over the whole canvas. `host` gives typed text; it outlives the frame.
  void begin(const UiFrame& frame, EntryHost& host);
  void end();

  const std::vector<NamedBox>& boxes() const { return boxes_; }
  Cursor cursor() const { return cursor_; }
  /// Seconds until another frame is wanted, after end(); nothing: none.
  std::optional<double> wanted_in() const { return wanted_in_; }
  /// Whether the focused area takes this key (else it is the page's: scrolling). Answers between frames.
  bool takes(Key key) const;
  /// Whether a finger that begins here drags something, instead of scrolling the page.
  bool drags_at(view::Point canvas) const;
  /// Whether Tab would leave the canvas: focus stands on the last stop (or with `backwards` on the first).
  bool tab_leaves(bool backwards) const;
  /// The keyboard comes into the canvas by Tab: to the first stop, or the last. Leaving it: nothing has focus.
  void enter_by_tab(bool backwards);
  void leave();
  /// The page box of the area to which the keyboard has just moved: to be scrolled into view. Once.
  std::optional<view::Box> take_reveal();

 private:
  struct Spot {  // an area as it was in a frame
    std::string label;
    view::Box box;
    std::uint32_t id = 0;
    bool menu = false;
    bool off = false;
    bool stop = false;  // of Tab
    bool drags = false;
    bool operator==(const Spot&) const = default;
  };
  struct Motion {
    double start = 0;
    float from = 0;
    bool on = false;
  };
  const Spot* spot_at(view::Point canvas) const;
  const Spot* next_stop(bool backwards) const;
  void move_focus(const Spot* to);
  void add_spot(std::string_view label, view::Box box, std::uint32_t id, const AreaOptions& options);
  bool reacts(bool menu) const { return menu || !menu_was_open_; }

  UiFrame frame_;
  EntryHost* host_ = nullptr;
  std::vector<Spot> spots_;       // of this frame, in order
  std::vector<Spot> last_spots_;  // of the frame before: what the pointer and Tab find
  std::vector<NamedBox> boxes_;
  std::unordered_map<std::string, Motion> motions_;
  std::vector<Key> taken_;  // keys that the focused area asked for in this frame
  std::vector<Key> last_taken_;
  std::string editing_;       // label of the open entry
  std::string focus_wanted_;  // label to focus when it comes
  int focus_patience_ = 0;    // frames until that is given up
  std::uint32_t hit_ = 0;     // the area under the pointer
  std::uint32_t focus_before_menu_ = 0;
  bool keyboard_ = false;  // the last thing used was the keyboard: show the ring
  bool in_menu_ = false;
  bool menu_open_ = false;
  bool menu_was_open_ = false;
  Cursor cursor_ = Cursor::kArrow;
  std::optional<double> wanted_in_;
  std::optional<view::Box> reveal_;
};

}  // namespace bandscope::panels
