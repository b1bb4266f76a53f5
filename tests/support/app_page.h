// The whole page without a window: the app on the null platform, acted on by label.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/app.h"
#include "platform/null/headless.h"

namespace bandscope::support {

struct AppPage {
  app::App app;
  platform::Headless host;

  explicit AppPage(std::string_view query, const platform::Headless::Options& options = {})
      : app(query), host(options, [this] { draw(); }) {
    host.frames(3);
  }

  const config::Config& config() const { return app.state().config; }
  const view::UiState& ui() const { return app.state().ui; }
  bool has(std::string_view label) {
    for (const panels::NamedBox& box : host.ui().boxes()) {
      if (box.label == label) return true;
    }
    return false;
  }
  /// Clicks and lets what was asked for come on screen.
  void click(std::string_view label) {
    host.click(label);
    host.frames(2);
  }
  void key(ImGuiKey key) {
    host.key(key);
    host.frames(2);
  }
  /// A point of a labelled box, in parts of its width and height.
  view::Point in(std::string_view label, float x, float y = 0.5F) {
    const view::Box box = host.box(label);
    return {box.x + x * box.width, box.y + y * box.height};
  }
  /// Whether some text of the page begins with these words.
  bool says(std::string_view words) {
    for (const view::TextRecord& record : host.painter().records()) {
      if (record.text.rfind(words, 0) == 0) return true;
    }
    return false;
  }

 private:
  void draw() {
    app.draw(host.painter(), host.ui(),
             {.width = host.options().width,
              .viewport_height = host.options().height,
              .scroll = host.scroll().y,
              .system_dark = host.options().dark,
              .reduced_motion = host.options().reduced_motion,
              .seconds = host.seconds()});
    if (app.stale()) host.ui().wake();
  }
};

}  // namespace bandscope::support
