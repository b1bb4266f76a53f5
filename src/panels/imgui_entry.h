// Text entry by ImGui's own field.
#pragma once

#include "panels/entry_host.h"
#include "panels/fonts.h"

namespace bandscope::panels {

class ImguiEntryHost final : public EntryHost {
 public:
  explicit ImguiEntryHost(const Fonts& fonts) : fonts_(fonts) {}
  void begin_frame() override { asked_ = false; }
  Entry field(const EntryRequest& request) override;
  void end_frame() override;

 private:
  const Fonts& fonts_;
  std::string label_;  // of the open field; empty: none
  std::string text_;
  int frames_open_ = 0;
  bool asked_ = false;
};

}  // namespace bandscope::panels
