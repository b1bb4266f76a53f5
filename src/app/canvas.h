// The App on a canvas: ImGui's context and what draws into it. A platform feeds ImGui its events, calls frame(), and
// renders ImGui's draw data.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "app/app.h"
#include "panels/entry_host.h"
#include "panels/fonts.h"
#include "panels/imgui_painter.h"
#include "panels/page_view.h"
#include "panels/ui.h"

struct ImGuiContext;

namespace bandscope::app {

/// The canvas in a frame. Its pixels are ImGui's coordinates: CSS pixels in browsers, device pixels on X11.
struct CanvasFrame {
  float width = 0;
  float height = 0;
  float viewport_height = 0;  // page pixels; the canvas may be lower, where the page is
  panels::PageView page;
  bool system_dark = false;
  bool reduced_motion = false;
  double seconds = 0;
};

struct Stats {
  std::uint32_t frames = 0;
  int draw_calls = 0;  // of the last frame
  int vertices = 0;
};

/// With the last slice that begins before it, under the 8 ms that a hand does not notice.
inline constexpr double kFrameMs = 6;

class Canvas {
 public:
  /// Makes the ImGui context. `entries` outlives this.
  Canvas(std::string_view query, panels::EntryHost& entries);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// One animation frame: after it ImGui's draw data shows what the reader's last move led to, in the same frame.
  void frame(const CanvasFrame& frame);
  /// Something happened: the next frames are wanted.
  void wake() { settling_ = kSettleFrames; }
  /// Seconds until the next frame is wanted; nothing: the page rests.
  std::optional<double> wanted_in() const;

  App& app() { return app_; }
  const App& app() const { return app_; }
  panels::Ui& ui() { return ui_; }
  const panels::Ui& ui() const { return ui_; }
  const view::Painter& painter() const { return *painter_; }
  const panels::Fonts& fonts() const { return *fonts_; }
  const CanvasFrame& last() const { return last_; }
  const Stats& stats() const { return stats_; }

 private:
  // ImGui sees what is under the pointer, and what a press does, one frame late.
  static constexpr int kSettleFrames = 3;

  void pass(const CanvasFrame& frame, bool again);

  ImGuiContext* context_ = nullptr;
  panels::EntryHost& entries_;
  App app_;
  std::unique_ptr<panels::Fonts> fonts_;
  std::unique_ptr<panels::ImguiPainter> painter_;
  panels::Ui ui_;
  CanvasFrame last_;
  Stats stats_;
  int settling_ = kSettleFrames;
};

}  // namespace bandscope::app
