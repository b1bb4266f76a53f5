// The page in the browser: the canvas with its WebGL context, and what the exports work on.
#pragma once

#include <string_view>

#include "app/canvas.h"
#include "platform/web/entries.h"

struct GLFWwindow;

namespace bandscope::platform {

class Page {
 public:
  explicit Page(std::string_view query) : canvas_(query, entries_) {}

  /// Makes the window and its context on the page's canvas element; false where there is no WebGL 2.
  bool open_window();
  bool can_draw() const { return window_ != nullptr; }
  /// After the browser has given a lost context back: everything is uploaded again.
  void restore();

  /// The canvas element is so many CSS pixels large. Its own size follows, in whole device pixels.
  void resize(int width, int height, float dpr);
  /// Draws a frame: one of the canvas, then what it left in ImGui's draw data.
  void draw(double seconds);

  app::Canvas& canvas() { return canvas_; }
  WebEntries& entries() { return entries_; }
  app::CanvasFrame& next_frame() { return next_; }

 private:
  WebEntries entries_;
  app::Canvas canvas_;
  app::CanvasFrame next_;
  GLFWwindow* window_ = nullptr;
  int width_ = 0, height_ = 0;
};

/// The one page of this program; it begins with run().
Page& page();

}  // namespace bandscope::platform
