// The page in a desktop window: GLFW's window and events, by ImGui's own backend. The page scrolls by the wheel.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "app/canvas.h"
#include "config/words.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"
#include "panels/imgui_entry.h"
#include "platform/gl_bitmaps.h"
#include "platform/platform.h"
#include "view/code/program.h"
#include "view/palette.h"

namespace bandscope::platform {
namespace {

constexpr int kWidth = 1280;  // of a new window, page pixels
constexpr int kHeight = 800;
constexpr float kWheel = 80;  // page pixels a notch
constexpr double kIdle = 60;  // seconds between two looks at a page that rests

/// Typed text by ImGui's own field, which needs the fonts that the canvas makes after it.
class LateEntries final : public panels::EntryHost {
 public:
  void set(const panels::Fonts& fonts) { host_ = std::make_unique<panels::ImguiEntryHost>(fonts); }
  void begin_frame() override { host_->begin_frame(); }
  panels::Entry field(const panels::EntryRequest& request) override { return host_->field(request); }
  void end_frame() override { host_->end_frame(); }

 private:
  std::unique_ptr<panels::ImguiEntryHost> host_;
};

class Window {
 public:
  explicit Window(std::string_view query) : canvas_(query, entries_) { entries_.set(canvas_.fonts()); }
  ~Window() {
    if (window_ == nullptr) return;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    glfwDestroyWindow(window_);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool open();
  void loop();

 private:
  void draw();
  void scroll_page();
  void render();

  LateEntries entries_;
  app::Canvas canvas_;
  std::uint32_t codes_ = 0;  // programs shown so far
  GLFWwindow* window_ = nullptr;
  float scroll_ = 0;  // page pixels
};

bool Window::open() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window_ = glfwCreateWindow(kWidth, kHeight, "Bandscope", nullptr, nullptr);
  if (window_ == nullptr) return false;
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  return true;
}

void Window::loop() {
  while (glfwWindowShouldClose(window_) == GLFW_FALSE) {
    const std::optional<double> wanted = canvas_.wanted_in();
    if (wanted && *wanted <= 0) {
      glfwPollEvents();
    } else {
      const double wait = wanted.value_or(kIdle);
      const double before = glfwGetTime();
      glfwWaitEventsTimeout(wait);
      const bool came = glfwGetTime() - before < wait;
      if (came) canvas_.wake();
      if (!came && !wanted) continue;
    }
    draw();
  }
}

void Window::scroll_page() {
  ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel != 0) {
    scroll_ -= io.MouseWheel * kWheel;
    canvas_.wake();
  }
  if (const std::optional<view::Box> box = canvas_.ui().take_reveal()) {
    const float viewport = canvas_.last().viewport_height;
    if (box->y < scroll_) scroll_ = box->y;
    if (box->bottom() > scroll_ + viewport) scroll_ = box->bottom() - viewport;
  }
  const float most = std::max(0.0F, canvas_.app().layout().height - canvas_.last().viewport_height);
  scroll_ = std::clamp(scroll_, 0.0F, most);
}

void Window::draw() {
  int width = 0, height = 0, device_width = 0, device_height = 0;
  glfwGetWindowSize(window_, &width, &height);
  glfwGetFramebufferSize(window_, &device_width, &device_height);
  if (width <= 0 || height <= 0 || device_width <= 0) return;
  float content_scale = 1;
  glfwGetWindowContentScale(window_, &content_scale, nullptr);
  // On X11 and Windows a window's unit is a device pixel and the page is magnified; on macOS and Wayland it is not.
  const float density = static_cast<float>(device_width) / static_cast<float>(width);
  const float scale = std::max(0.25F, content_scale / density);
  scroll_page();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  canvas_.frame({.width = static_cast<float>(width),
                 .height = static_cast<float>(height),
                 .viewport_height = static_cast<float>(height) / scale,
                 .page = {.scroll = {0, scroll_}, .scale = scale, .density = density},
                 .seconds = glfwGetTime()});
  if (const std::uint32_t codes = canvas_.app().codes(); codes != codes_) {
    // A window has no drawer for it: the program goes to the clipboard.
    codes_ = codes;
    const app::App& app = canvas_.app();
    const view::Program program =
        view::program(view::Language::kNumpy, app.state().config, config::split_words(app.state().config.text));
    glfwSetClipboardString(window_, (program.off.empty() ? program.text : program.off).c_str());
  }
  render();
}

void Window::render() {
  const view::Palette& palette = view::palette(canvas_.app().dark(false));
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
  glfwSwapBuffers(window_);
}

}  // namespace

int run(std::string_view query) {
  glfwSetErrorCallback([](int code, const char* what) { std::fprintf(stderr, "GLFW (%d): %s\n", code, what); });
  if (glfwInit() == GLFW_FALSE) {
    std::fprintf(stderr, "Bandscope cannot open a window: is there a display?\n");
    return 1;
  }
  int code = 0;
  {
    Window window(query);
    if (window.open()) {
      window.loop();
    } else {
      std::fprintf(stderr, "Bandscope needs OpenGL 3.3, which this display does not give.\n");
      code = 1;
    }
  }
  glfwTerminate();
  return code;
}

}  // namespace bandscope::platform
