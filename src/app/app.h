// The page: one frame in reading order.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "app/play.h"
#include "app/state.h"
#include "config/query.h"
#include "panels/panel.h"
#include "panels/ui.h"
#include "view/layout.h"
#include "view/models.h"
#include "view/painter.h"

namespace bandscope::app {

/// What the page is drawn on, in CSS pixels.
struct Surface {
  float width = 1280;  // of the page
  float viewport_height = 800;
  float scroll = 0;          // page pixels above the viewport
  bool system_dark = false;  // what `theme=auto` follows
  bool reduced_motion = false;
  double seconds = 0;  // a clock that never goes back
  bool again = false;  // drawn once more in the same frame, for what changed in it
};

/// What a frame may spend on numbers.
struct FrameLimits {
  std::int64_t work = kFrameWork;  // multiply-adds
  /// Milliseconds for those of the panels, where the machine is slower than it was thought to be.
  double ms = std::numeric_limits<double>::infinity();
};

class App {
 public:
  explicit App(std::string_view query, const FrameLimits& limits = {}) : limits_(limits) {
    open(state_, numbers_, query);
  }

  /// The whole page, between Ui::begin and Ui::end: works on the numbers, draws what is, then takes what the reader
  /// wants.
  void draw(view::Painter& painter, panels::Ui& ui, const Surface& surface);
  /// Whether the last draw() changed something, so that another shows it.
  bool stale() const { return stale_; }
  /// Seconds until the page changes by itself; nothing: never.
  std::optional<double> next_change_in(double now) const;

  /// A program's change, as `set()` of the page: a query of changes. The address follows.
  void change(std::string_view query);
  /// A finger, a button or a key went down or all are up: whatever plays stops.
  void touch(bool down);

  bool dark(bool system_dark) const;
  /// The panels' numbers of what is on screen, all at once: for programs that ask for them.
  void finish() { numbers_.finish(); }
  /// Whether what is on screen is not yet, or not yet all, of this config.
  bool pending() const { return numbers_.busy(); }
  const State& state() const { return state_; }
  const Numbers& numbers() const { return numbers_; }
  const view::Layout& layout() const { return layout_; }
  const view::Models& models() const { return models_; }
  /// Whole pictures of the Trace so far.
  std::uint32_t pictures() const { return pictures_; }
  /// Multiply-adds that the last frame worked off.
  std::int64_t spent() const { return limits_.work - work_; }
  /// Milliseconds that it took for them.
  double work_ms() const { return work_ms_; }
  /// How often the Config has changed, and how often the address was to follow.
  std::uint32_t changes() const { return changes_; }
  std::uint32_t settles() const { return settles_; }
  /// How often the state was to be shown as a program.
  std::uint32_t codes() const { return codes_; }

 private:
  /// What the models of the Trace were last built of, and for.
  struct Picture {
    config::Config config;
    view::Layout layout;
    bool dark = false;
    float dpr = 0;
    double at = 0;  // seconds
    bool fits(const view::Layout& l, bool in_dark, float at_dpr) const;
  };

  void work(const Surface& surface);
  panels::Lateness update_models(const view::Palette& palette, float dpr, const Surface& surface);
  void take(const panels::Wishes& wishes, bool pointer_down);
  bool put(const config::Checked& asked);

  State state_;
  Numbers numbers_;
  view::Models models_;
  view::Layout layout_;
  std::optional<Picture> picture_;
  bool late_ = false;  // the last frame's picture was
  std::uint32_t pictures_ = 0;
  FrameLimits limits_;
  std::int64_t work_ = 0;  // left of this frame's
  double work_ms_ = 0;
  Play play_;
  bool stale_ = false;
  bool touching_ = false;      // something is down
  bool touched_ = false;       // something went down since the last frame
  bool play_blocked_ = false;  // the press that stopped the play must not start it again
  std::uint32_t changes_ = 0;
  std::uint32_t changes_seen_ = 0;  // by the frame before
  std::uint32_t settles_ = 0;
  std::uint32_t codes_ = 0;
};

}  // namespace bandscope::app
