#include "panels/imgui_entry.h"

#include "imgui.h"
#include "imgui_internal.h"

namespace bandscope::panels {
namespace {

int grow(ImGuiInputTextCallbackData* data) {
  auto& text = *static_cast<std::string*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text.data();
  }
  return 0;
}

}  // namespace

Entry ImguiEntryHost::field(const EntryRequest& request) {
  if (request.open && label_ != request.label) {
    label_ = request.label;
    text_ = request.current;
    frames_open_ = 0;
  }
  if (label_ != request.label) return {};
  asked_ = true;

  bool mono = request.kind == EntryKind::kNumber;
  float size = Fonts::imgui_size(mono ? view::Face::kMono : view::Face::kRegular, request.px);
  ImGui::PushFont(fonts_.font(mono ? view::Face::kMono : view::Face::kRegular), size);
  ImGui::SetCursorScreenPos({request.box.x, request.box.y + (request.box.height - size) / 2});
  ImGui::SetNextItemWidth(request.box.width);
  ImGui::PushID("entry");
  ImGuiID id = ImGui::GetID(label_.c_str());
  if (frames_open_ == 0) {
    // Opens in the next frame, whatever was pressed to open it.
    ImGuiContext& g = *ImGui::GetCurrentContext();
    g.NavNextActivateId = id;
    g.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
  }
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackResize;
  std::string before = text_;
  // The field's label is its name for ImGui alone; its text is not to be shown.
  ImGui::InputText(label_.c_str(), text_.data(), text_.capacity() + 1, flags, grow, &text_);
  bool active = ImGui::IsItemActive();
  bool left = ImGui::IsItemDeactivated();
  ImGui::PopID();
  ImGui::PopFont();

  Entry entry;
  entry.editing = true;
  if (request.kind == EntryKind::kLine && text_ != before) entry.typed = text_;
  constexpr int kFramesToOpen = 2;
  if (left || (frames_open_ > kFramesToOpen && !active)) {
    entry.cancelled = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    entry.done = !entry.cancelled;
    if (entry.done) entry.typed = text_;
    entry.editing = false;
    label_.clear();
  }
  ++frames_open_;
  return entry;
}

void ImguiEntryHost::end_frame() {
  if (!asked_) label_.clear();
}

}  // namespace bandscope::panels
