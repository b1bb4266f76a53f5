#include "platform/web/page.h"

#include <GLES3/gl3.h>
#include <GLFW/glfw3.h>
#include <emscripten.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "platform/gl_bitmaps.h"
#include "platform/platform.h"
#include "view/palette.h"

// GLFW would listen to the window's and the canvas's events while it starts. In a page its ways are wrong (it swallows
// the keys of other inputs, loses releases outside of the canvas, never lets the page scroll), so it hears nothing.
EM_JS(void, bandscope_deafen, (int on), {
  for (const target of[window, Module["canvas"]]) {
    if (on) {
      target.addEventListener = () =>{};
    } else {
      delete target.addEventListener;
    }
  }
  if (!on) GLFW.devicePixelRatioMQL.removeEventListener("change", GLFW.onDevicePixelRatioChange);
});
// GLFW follows only the first change of the ratio by itself.
EM_JS(void, bandscope_set_ratio, (double ratio), { GLFW.scale = ratio; });
// Not by main()'s arguments: those go through the stack, which a long link would not fit into.
EM_JS(char*, bandscope_opening_query, (), { return stringToNewUTF8(Module["bandscopeQuery"] || ""); });
EM_JS(void, bandscope_copy, (const char* text), { Module["bandscopeCopy"](UTF8ToString(text)); });

namespace bandscope::platform {
namespace {

std::unique_ptr<Page> the_page;

}  // namespace

Page& page() { return *the_page; }

int run(std::string_view /*query*/) {
  char* query = bandscope_opening_query();
  the_page = std::make_unique<Page>(query);
  std::free(query);
  ImGui::GetPlatformIO().Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { bandscope_copy(text); };
  // Without WebGL 2 the page says so; the program still answers.
  the_page->open_window();
  return 0;
}

bool Page::open_window() {
  bandscope_deafen(1);
  const bool started = glfwInit() == GLFW_TRUE;
  bandscope_deafen(0);
  if (!started) return false;
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_SAMPLES, 0);
  window_ = glfwCreateWindow(1, 1, "Bandscope", nullptr, nullptr);
  if (window_ == nullptr) return false;
  ImGui_ImplOpenGL3_Init("#version 300 es");
  return true;
}

void Page::restore() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplOpenGL3_Init("#version 300 es");
  canvas_.wake();
}

void Page::resize(int width, int height, float dpr) {
  if (window_ == nullptr) return;
  if (width != width_ || height != height_ || dpr != next_.page.density) {
    bandscope_set_ratio(static_cast<double>(dpr));
    glfwSetWindowSize(window_, width, height);
    width_ = width;
    height_ = height;
    canvas_.wake();
  }
  int device_width = 0;
  int device_height = 0;
  glfwGetFramebufferSize(window_, &device_width, &device_height);
  // The ratio may be a fraction and the element's size not a whole number of device pixels: what ImGui draws on is the
  // part that is whole. The hundredth keeps the product from being rounded below it.
  constexpr float kSliver = 0.01F;
  next_.width = (static_cast<float>(device_width) + kSliver) / dpr;
  next_.height = (static_cast<float>(device_height) + kSliver) / dpr;
  next_.page.density = dpr;
}

void Page::draw(double seconds) {
  if (window_ == nullptr) return;
  next_.seconds = seconds;
  ImGui_ImplOpenGL3_NewFrame();
  canvas_.frame(next_);

  const view::Palette& palette = view::palette(canvas_.app().dark(next_.system_dark));
  const view::Rgba ground = palette[view::Token::kBackground];
  constexpr float kFull = 255;
  ImDrawData* data = ImGui::GetDrawData();
  glViewport(0, 0, static_cast<int>(data->DisplaySize.x * data->FramebufferScale.x),
             static_cast<int>(data->DisplaySize.y * data->FramebufferScale.y));
  glClearColor(static_cast<float>(ground.r) / kFull, static_cast<float>(ground.g) / kFull,
               static_cast<float>(ground.b) / kFull, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  make_bitmap_textures(data);
  ImGui_ImplOpenGL3_RenderDrawData(data);
}

}  // namespace bandscope::platform
