#include "panels/theme.h"

#include "imgui.h"
#include "imgui_internal.h"

namespace bandscope::panels {
namespace {

ImVec4 colour_of(view::Rgba c) { return ImGui::ColorConvertU32ToFloat4(IM_COL32(c.r, c.g, c.b, c.a)); }

}  // namespace

void set_up_imgui() {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;  // a blinking caret would draw for ever
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.ConfigNavWindowingKeyNext = g.ConfigNavWindowingKeyPrev = 0;
}

void apply_theme(const view::Palette& palette, float scale) {
  using view::Token;
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = style.FramePadding = {0, 0};
  style.WindowBorderSize = style.FrameBorderSize = style.PopupBorderSize = 0;
  style.WindowRounding = 0;
  style.WindowMinSize = {1, 1};
  style.CircleTessellationMaxError = 0.1f / scale;
  ImVec4 none = {0, 0, 0, 0};
  for (ImVec4& colour : style.Colors) colour = none;
  style.Colors[ImGuiCol_Text] = colour_of(palette[Token::kInk]);
  style.Colors[ImGuiCol_InputTextCursor] = colour_of(palette[Token::kInk]);
  style.Colors[ImGuiCol_TextSelectedBg] = colour_of(view::with_alpha(palette[Token::kAccent], 0.35f));
}

}  // namespace bandscope::panels
