#include "platform/web/entries.h"

#include <algorithm>

#include "app/json.h"

namespace bandscope::platform {

using panels::Entry;
using panels::EntryKind;

WebEntries::Field& WebEntries::field_of(std::string_view label) {
  for (Field& field : fields_) {
    if (field.label == label) return field;
  }
  fields_.emplace_back();
  fields_.back().label = label;
  return fields_.back();
}

void WebEntries::begin_frame() {
  for (Field& field : fields_) field.asked = false;
}

Entry WebEntries::field(const panels::EntryRequest& request) {
  Field& field = field_of(request.label);
  field.asked = true;
  field.box = request.box;
  field.text = request.current;
  field.kind = request.kind;
  if (request.open) field.opening = field.editing = true;

  Entry entry;
  for (const Happening& happening : happenings_) {
    if (happening.label != request.label) continue;
    switch (happening.event) {
      case Event::kOpened:
        field.opening = false;
        field.editing = true;
        break;
      case Event::kTyped:
        // Half a number means nothing yet.
        if (field.kind == EntryKind::kLine) entry.typed = happening.text;
        break;
      case Event::kDone:
        entry.typed = happening.text;
        entry.done = true;
        field.opening = field.editing = false;
        break;
      case Event::kCancelled:
        entry.typed.reset();
        entry.cancelled = true;
        field.opening = field.editing = false;
        break;
    }
  }
  std::erase_if(happenings_, [&](const Happening& happening) { return happening.label == request.label; });
  entry.editing = field.editing;
  return entry;
}

void WebEntries::end_frame() {
  std::erase_if(fields_, [](const Field& field) { return !field.asked; });
  // Of fields that are gone.
  happenings_.clear();
}

void WebEntries::happened(std::string_view label, std::string_view text, Event event) {
  happenings_.push_back({std::string(label), std::string(text), event});
}

bool WebEntries::editing() const {
  return std::any_of(fields_.begin(), fields_.end(), [](const Field& field) { return field.editing; });
}

std::string WebEntries::describe(const panels::PageView& page) const {
  std::string out = "[";
  for (const Field& field : fields_) {
    // A number's input is there while it is typed.
    if (field.kind == EntryKind::kNumber && !field.editing) continue;
    if (out.size() > 1) out += ',';
    out += "{\"label\":" + app::json_text(field.label) +
           ",\"box\":" + app::json_box(field.box.moved(page.scroll.x, page.scroll.y)) +
           ",\"text\":" + app::json_text(field.text) +
           ",\"kind\":" + (field.kind == EntryKind::kNumber ? "\"number\"" : "\"line\"") +
           ",\"open\":" + (field.opening ? "true" : "false") + "}";
  }
  return out + "]";
}

}  // namespace bandscope::platform
