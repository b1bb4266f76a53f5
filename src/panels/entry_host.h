// Where typed text comes from: an HTML input on the web, ImGui's field on the desktop and in tests.
#pragma once

#include <string>
#include <string_view>

#include "panels/ui.h"

namespace bandscope::panels {

/// A field as it shall be in this frame.
struct EntryRequest {
  std::string_view label;
  view::Box box;             // canvas pixels
  std::string_view current;  // what it holds while nobody types
  EntryKind kind = EntryKind::kLine;
  bool open = false;  // true in the one frame in which it opens
  float px = 13;      // size of its text in canvas pixels
};

class EntryHost {
 public:
  virtual ~EntryHost() = default;
  virtual void begin_frame() {}
  /// Called each frame in which the field is on the page; what happened since the last call. A field that is not asked
  /// for in a frame closes.
  virtual Entry field(const EntryRequest& request) = 0;
  virtual void end_frame() {}
};

}  // namespace bandscope::panels
