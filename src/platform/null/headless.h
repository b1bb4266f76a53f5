// ImGui without a window: for tests. Makes the context, "uploads" textures by saying so, feeds events and runs frames.
#pragma once

#include <functional>
#include <memory>

#include "imgui.h"
#include "panels/imgui_entry.h"
#include "panels/imgui_painter.h"
#include "panels/ui.h"

namespace bandscope::platform {

class Headless {
 public:
  struct Options {
    float width = 1280;  // of the canvas, CSS pixels
    float height = 800;
    float dpr = 1;    // as a browser's device pixel ratio
    float scale = 1;  // as a desktop's content scale
    bool dark = false;
    bool touch = false;  // the pointer is a finger
    bool reduced_motion = true;
  };
  using Draw = std::function<void()>;

  /// `draw` is called in each frame, between Ui::begin and Ui::end.
  explicit Headless(const Options& options, Draw draw = {});
  ~Headless();
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  panels::Ui& ui() { return *ui_; }
  panels::ImguiPainter& painter() { return *painter_; }
  const panels::Fonts& fonts() const { return *fonts_; }
  panels::EntryHost& entries() { return *entries_; }
  const view::Palette& palette() const { return view::palette(options_.dark); }
  Options& options() { return options_; }
  view::Point& scroll() { return scroll_; }  // of the page
  void set_draw(Draw draw) { draw_ = std::move(draw); }

  /// Runs frames of 1/60 s.
  void frames(int count = 1);
  /// Runs frames until no more are wanted now; at most `most`. Returns how many.
  int settle(int most = 60);
  double seconds() const { return seconds_; }

  // Events, in page pixels. Each runs the frames that it needs.
  void move(view::Point page);
  void press();  // at least 60 ms down, as a hand does
  void release();
  void click(view::Point page);
  void double_click(view::Point page);
  void drag(view::Point from, view::Point to, int steps = 8);
  void wheel(float dx, float dy);
  void key(ImGuiKey key, bool shift = false);
  void type(std::string_view utf8);
  /// The middle of an area or mark of the last frame; fails the program if there is none.
  view::Point at(std::string_view label) const;
  view::Box box(std::string_view label) const;
  void click(std::string_view label) { click(at(label)); }

  // Of the last frame.
  int draw_calls() const { return draw_calls_; }
  int vertices() const { return vertices_; }

 private:
  void source();

  Options options_;
  Draw draw_;
  ImGuiContext* context_ = nullptr;
  std::unique_ptr<panels::Fonts> fonts_;
  std::unique_ptr<panels::ImguiPainter> painter_;
  std::unique_ptr<panels::ImguiEntryHost> entries_;
  std::unique_ptr<panels::Ui> ui_;
  view::Point scroll_;
  double seconds_ = 0;
  int draw_calls_ = 0;
  int vertices_ = 0;
};

}  // namespace bandscope::platform
