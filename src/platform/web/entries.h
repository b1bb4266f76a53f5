// Typed text from HTML inputs: the page lays one over each field's box and tells what happened in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "panels/entry_host.h"
#include "panels/page_view.h"

namespace bandscope::platform {

class WebEntries final : public panels::EntryHost {
 public:
  /// As in web/page/entries.mjs.
  enum class Event { kTyped, kDone, kCancelled, kOpened };

  void begin_frame() override;
  panels::Entry field(const panels::EntryRequest& request) override;
  void end_frame() override;

  /// From the page: an event of the input with this label, and what it holds. For the next frame.
  void happened(std::string_view label, std::string_view text, Event event);
  /// [{"label", "box", "text", "kind", "open"}] of the inputs that the page has now, in page pixels.
  std::string describe(const panels::PageView& page) const;
  bool editing() const;

 private:
  struct Field {
    std::string label;
    view::Box box;  // canvas pixels
    std::string text;
    panels::EntryKind kind = panels::EntryKind::kLine;
    bool asked = false;    // in this frame
    bool opening = false;  // the page is to give it the keyboard
    bool editing = false;
  };
  struct Happening {
    std::string label;
    std::string text;
    Event event;
  };
  Field& field_of(std::string_view label);

  std::vector<Field> fields_;
  std::vector<Happening> happenings_;
};

}  // namespace bandscope::platform
