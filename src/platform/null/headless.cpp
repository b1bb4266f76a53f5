#include "platform/null/headless.h"

#include <cassert>
#include <cstdio>
#include <cstdlib>

#include "panels/theme.h"

namespace bandscope::platform {
namespace {

constexpr float kFrameSeconds = 1.0f / 60;
constexpr int kHoldFrames = 4;  // a hand's press, over 60 ms

/// What a renderer's backend does with ImGui's textures, without a graphics card.
void serve_textures(ImDrawData* data) {
  ImTextureID next = 1;
  for (ImTextureData* texture : *data->Textures) {
    switch (texture->Status) {
      case ImTextureStatus_WantCreate:
        texture->SetTexID(next);
        texture->SetStatus(ImTextureStatus_OK);
        break;
      case ImTextureStatus_WantUpdates:
        texture->SetStatus(ImTextureStatus_OK);
        break;
      case ImTextureStatus_WantDestroy:
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
        break;
      default:
        break;
    }
    ++next;
  }
}

}  // namespace

Headless::Headless(const Options& options, Draw draw) : options_(options), draw_(std::move(draw)) {
  context_ = ImGui::CreateContext();
  panels::set_up_imgui();
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
  io.BackendRendererName = io.BackendPlatformName = "null";
  fonts_ = std::make_unique<panels::Fonts>();
  painter_ = std::make_unique<panels::ImguiPainter>(*fonts_);
  entries_ = std::make_unique<panels::ImguiEntryHost>(*fonts_);
  ui_ = std::make_unique<panels::Ui>();
}

Headless::~Headless() {
  ui_.reset();
  entries_.reset();
  painter_.reset();
  fonts_.reset();
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
  ImGui::DestroyContext(context_);
}

void Headless::frames(int count) {
  for (int i = 0; i < count; ++i) {
    seconds_ += static_cast<double>(kFrameSeconds);
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = kFrameSeconds;
    io.DisplaySize = {options_.width * options_.scale, options_.height * options_.scale};
    io.DisplayFramebufferScale = {options_.dpr, options_.dpr};
    panels::apply_theme(palette(), options_.scale);
    ImGui::NewFrame();
    panels::PageView page = {.scroll = scroll_, .scale = options_.scale, .density = options_.dpr};
    ui_->begin({io.DisplaySize.x, io.DisplaySize.y, page, seconds_, options_.reduced_motion}, *entries_);
    painter_->begin(page, palette());
    if (draw_) draw_();
    ui_->end();
    ImGui::Render();
    ImDrawData* data = ImGui::GetDrawData();
    serve_textures(data);
    draw_calls_ = 0;
    for (const ImDrawList* list : data->CmdLists) draw_calls_ += list->CmdBuffer.Size;
    vertices_ = data->TotalVtxCount;
  }
}

int Headless::settle(int most) {
  int count = 0;
  do {
    frames();
    ++count;
  } while (count < most && ui_->wanted_in().has_value() && *ui_->wanted_in() <= 0);
  return count;
}

void Headless::source() {
  ImGui::GetIO().AddMouseSourceEvent(options_.touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
}

void Headless::move(view::Point page) {
  panels::PageView view = {.scroll = scroll_, .scale = options_.scale, .density = options_.dpr};
  view::Point p = view.canvas(page);
  source();
  ImGui::GetIO().AddMousePosEvent(p.x, p.y);
  frames();
}

void Headless::press() {
  source();
  ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, true);
  frames(kHoldFrames);
}

void Headless::release() {
  source();
  ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  frames(2);
}

void Headless::click(view::Point page) {
  move(page);
  press();
  release();
  constexpr int kApart = 30;  // so that the next click is not the second half of a double click
  frames(kApart);
}

void Headless::double_click(view::Point page) {
  move(page);
  press();
  release();
  press();
  release();
}

void Headless::drag(view::Point from, view::Point to, int steps) {
  move(from);
  press();
  for (int i = 1; i <= steps; ++i) {
    float t = static_cast<float>(i) / static_cast<float>(steps);
    move({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
  }
  release();
}

void Headless::wheel(float dx, float dy) {
  ImGui::GetIO().AddMouseWheelEvent(dx, dy);
  frames();
}

void Headless::key(ImGuiKey key, bool shift) {
  ImGuiIO& io = ImGui::GetIO();
  if (shift) io.AddKeyEvent(ImGuiMod_Shift, true);
  io.AddKeyEvent(key, true);
  frames(kHoldFrames);
  io.AddKeyEvent(key, false);
  if (shift) io.AddKeyEvent(ImGuiMod_Shift, false);
  frames(2);
}

void Headless::type(std::string_view utf8) {
  ImGui::GetIO().AddInputCharactersUTF8(std::string(utf8).c_str());
  // ImGui takes the letters of one burst in one frame, and may need another for what they change.
  frames(3);
}

view::Box Headless::box(std::string_view label) const {
  for (const panels::NamedBox& named : ui_->boxes()) {
    if (named.label == label) return named.box;
  }
  std::fprintf(stderr, "nothing on the page is called '%.*s'\n", static_cast<int>(label.size()), label.data());
  std::abort();
}

view::Point Headless::at(std::string_view label) const { return box(label).centre(); }

}  // namespace bandscope::platform
