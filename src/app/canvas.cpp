#include "app/canvas.h"

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "panels/theme.h"
#include "view/palette.h"

namespace bandscope::app {

Canvas::Canvas(std::string_view query, panels::EntryHost& entries)
    : context_(ImGui::CreateContext()), entries_(entries), app_(query, {.ms = kFrameMs}) {
  panels::set_up_imgui();
  fonts_ = std::make_unique<panels::Fonts>();
  painter_ = std::make_unique<panels::ImguiPainter>(*fonts_);
}

Canvas::~Canvas() {
  painter_.reset();
  fonts_.reset();
  ImGui::DestroyContext(context_);
}

void Canvas::frame(const CanvasFrame& frame) {
  ImGuiIO& io = ImGui::GetIO();
  // The first frame has no time before it; two passes in one frame have next to none between them.
  constexpr float kNoTime = 1e-5F;
  const double passed = stats_.frames > 0 ? frame.seconds - last_.seconds : 0;
  io.DeltaTime = std::max(kNoTime, static_cast<float>(passed));
  io.DisplaySize = {frame.width, frame.height};
  io.DisplayFramebufferScale = {frame.page.density, frame.page.density};

  if (settling_ > 0) --settling_;
  pass(frame, false);
  // Data follows the finger: what this frame's input changed is drawn in this frame.
  if (app_.stale()) {
    ImGui::EndFrame();
    io.DeltaTime = kNoTime;
    pass(frame, true);
    wake();
  }
  ImGui::Render();

  last_ = frame;
  ++stats_.frames;
  const ImDrawData* data = ImGui::GetDrawData();
  stats_.vertices = data->TotalVtxCount;
  stats_.draw_calls = 0;
  for (const ImDrawList* list : data->CmdLists) stats_.draw_calls += list->CmdBuffer.Size;
}

void Canvas::pass(const CanvasFrame& frame, bool again) {
  const view::Palette& palette = view::palette(app_.dark(frame.system_dark));
  panels::apply_theme(palette, frame.page.scale);
  ImGui::NewFrame();
  ui_.begin({frame.width, frame.height, frame.page, frame.seconds, frame.reduced_motion}, entries_);
  painter_->begin(frame.page, palette);
  app_.draw(*painter_, ui_,
            {.width = std::floor(frame.width / frame.page.scale + 0.5F),
             .viewport_height = frame.viewport_height,
             .scroll = frame.page.scroll.y,
             .system_dark = frame.system_dark,
             .reduced_motion = frame.reduced_motion,
             .seconds = frame.seconds,
             .again = again});
  ui_.end();
}

std::optional<double> Canvas::wanted_in() const {
  if (settling_ > 0) return 0;
  const std::optional<double> ui = ui_.wanted_in();
  const std::optional<double> app = app_.next_change_in(last_.seconds);
  if (ui && app) return std::min(*ui, *app);
  return ui ? ui : app;
}

}  // namespace bandscope::app
