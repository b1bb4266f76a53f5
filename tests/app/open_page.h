// The whole page without a window: an App drawn by the headless platform.
#pragma once

#include <string>
#include <string_view>

#include "app/app.h"
#include "platform/null/headless.h"

namespace bandscope::test {

struct PageOptions {
  float width = 1280;
  float height = 800;
  float dpr = 1;
  bool dark = false;
};

class OpenPage {
 public:
  explicit OpenPage(std::string_view query, const PageOptions& options = {})
      : app_(query),
        headless_({.width = options.width, .height = options.height, .dpr = options.dpr, .dark = options.dark}) {
    headless_.set_draw([this] {
      const platform::Headless::Options& now = headless_.options();
      app_.draw(headless_.painter(), headless_.ui(),
                {.width = now.width,
                 .viewport_height = now.height,
                 .scroll = headless_.scroll().y,
                 .system_dark = now.dark,
                 .reduced_motion = now.reduced_motion,
                 .seconds = headless_.seconds()});
    });
    headless_.frames(3);
  }

  /// Makes the window as high as the page, so that all of it is drawn.
  void show_whole() {
    headless_.options().height = app_.layout().height;
    headless_.frames(3);
  }

  app::App& app() { return app_; }
  platform::Headless& headless() { return headless_; }
  const config::Config& config() const { return app_.state().config; }

 private:
  app::App app_;
  platform::Headless headless_;
};

}  // namespace bandscope::test
