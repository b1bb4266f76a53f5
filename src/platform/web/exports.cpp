// What web/page.mjs and web/page/*.mjs call. Text goes out as UTF-8 that lives until the next call.
#include <emscripten.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <variant>

#include "app/describe.h"
#include "config/field_table.h"
#include "config/query.h"
#include "engine/dense.h"
#include "fonts_data.h"
#include "imgui.h"
#include "platform/web/page.h"

namespace {

using bandscope::panels::Key;
using bandscope::platform::page;
using bandscope::platform::WebEntries;

/// In the order of panels::Key, as in web/page/input.mjs.
constexpr std::array<ImGuiKey, 11> kKeys = {
    ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_PageUp, ImGuiKey_PageDown,
    ImGuiKey_Home,      ImGuiKey_End,        ImGuiKey_Enter,   ImGuiKey_Space,     ImGuiKey_Escape};

std::string answer;

const char* give(std::string text) {
  answer = std::move(text);
  return answer.c_str();
}

/// After a frame or a change; the order is known to web/page/core.mjs.
struct Outcome {
  float page_height = 0;
  float cursor = 0;
  float dark = 0;
  float covered = 0;  // a menu lies over the page
  float changes = 0;
  float settles = 0;
  float codes = 0;
};
Outcome outcome;

/// The answer of bandscope_trace(), as 32-bit words.
struct TraceAnswer {
  std::int32_t status = 0;  // 1 data, 2 too large
  std::int32_t rank = 0;
  std::uint32_t count_low = 0;
  std::uint32_t count_high = 0;
  const float* data = nullptr;
  std::array<std::int32_t, 4> shape{};
};
TraceAnswer trace_answer;
bandscope::engine::DenseArray trace_array;

std::array<std::uint32_t, 4> words;

}  // namespace

extern "C" {

// ---- Frames ----

EMSCRIPTEN_KEEPALIVE int bandscope_can_draw() { return page().can_draw() ? 1 : 0; }

EMSCRIPTEN_KEEPALIVE void bandscope_surface(int width, int height, float viewport_height, float scroll, float dpr,
                                            int dark, int reduced_motion) {
  bandscope::app::CanvasFrame& next = page().next_frame();
  page().resize(width, height, dpr);
  next.viewport_height = viewport_height;
  next.page.scroll = {0, scroll};
  next.system_dark = dark != 0;
  next.reduced_motion = reduced_motion != 0;
}

/// Draws; gives the seconds until the next frame is wanted, or -1.
EMSCRIPTEN_KEEPALIVE double bandscope_frame(double seconds) {
  page().draw(seconds);
  return page().canvas().wanted_in().value_or(-1);
}

/// The page has something new to draw.
EMSCRIPTEN_KEEPALIVE void bandscope_wake() { page().canvas().wake(); }

EMSCRIPTEN_KEEPALIVE void bandscope_restore() { page().restore(); }

EMSCRIPTEN_KEEPALIVE const Outcome* bandscope_outcome() {
  const bandscope::app::Canvas& canvas = page().canvas();
  const bandscope::app::App& app = canvas.app();
  outcome = {.page_height = app.layout().height,
             .cursor = static_cast<float>(canvas.ui().cursor()),
             .dark = app.dark(page().next_frame().system_dark) ? 1.0F : 0.0F,
             .covered = app.state().ui.menu != bandscope::view::Menu::kNone ? 1.0F : 0.0F,
             .changes = static_cast<float>(app.changes()),
             .settles = static_cast<float>(app.settles()),
             .codes = static_cast<float>(app.codes())};
  return &outcome;
}

/// The box to be scrolled into view, in page pixels, as four floats; null: none.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* bandscope_reveal() {
  const std::optional<bandscope::view::Box> box = page().canvas().ui().take_reveal();
  if (!box) return nullptr;
  words = {std::bit_cast<std::uint32_t>(box->x), std::bit_cast<std::uint32_t>(box->y),
           std::bit_cast<std::uint32_t>(box->width), std::bit_cast<std::uint32_t>(box->height)};
  return words.data();
}

// ---- What the reader does; places in canvas pixels ----

EMSCRIPTEN_KEEPALIVE void bandscope_move(float x, float y, int touch) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(touch != 0 ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
  io.AddMousePosEvent(x, y);
  page().canvas().wake();
}

EMSCRIPTEN_KEEPALIVE void bandscope_leave() {
  constexpr float kNowhere = -3.0e38F;
  ImGui::GetIO().AddMousePosEvent(kNowhere, kNowhere);
  page().canvas().wake();
}

EMSCRIPTEN_KEEPALIVE void bandscope_press(int down) {
  ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, down != 0);
  page().canvas().wake();
}

/// Something is down on the page, or nothing any more; also what is not passed on, as a swipe.
EMSCRIPTEN_KEEPALIVE void bandscope_touch(int down) {
  page().canvas().app().touch(down != 0);
  page().canvas().wake();
}

/// A sideways wheel, in pixels to the right.
EMSCRIPTEN_KEEPALIVE void bandscope_wheel(float right) { ImGui::GetIO().AddMouseWheelEvent(-right / 100, 0); }
EMSCRIPTEN_KEEPALIVE int bandscope_drags_at(float x, float y) { return page().canvas().ui().drags_at({x, y}) ? 1 : 0; }

/// Whether the key was taken: then it is not the page's.
EMSCRIPTEN_KEEPALIVE int bandscope_key(int key, int down, int shift) {
  if (key < 0 || key >= static_cast<int>(kKeys.size())) return 0;
  ImGuiIO& io = ImGui::GetIO();
  if (down != 0 && !page().canvas().ui().takes(static_cast<Key>(key))) return 0;
  io.AddKeyEvent(ImGuiMod_Shift, shift != 0);
  io.AddKeyEvent(kKeys[static_cast<std::size_t>(key)], down != 0);
  page().canvas().wake();
  return 1;
}

/// Moves the keyboard to the next control; 0 where it leaves the canvas instead.
EMSCRIPTEN_KEEPALIVE int bandscope_tab(int backwards) {
  if (page().canvas().ui().tab_leaves(backwards != 0)) return 0;
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Shift, backwards != 0);
  io.AddKeyEvent(ImGuiKey_Tab, true);
  io.AddKeyEvent(ImGuiKey_Tab, false);
  io.AddKeyEvent(ImGuiMod_Shift, false);
  page().canvas().wake();
  return 1;
}

/// The canvas has the keyboard now: 0 where it was, 1 on the first control, 2 on the last.
EMSCRIPTEN_KEEPALIVE void bandscope_focus(int where) {
  if (where != 0) page().canvas().ui().enter_by_tab(where == 2);
  page().canvas().wake();
}

/// The canvas has lost the keyboard: nothing sticks. `inside`: to one of its own inputs.
EMSCRIPTEN_KEEPALIVE void bandscope_blur(int inside) {
  ImGuiIO& io = ImGui::GetIO();
  for (const ImGuiKey key : kKeys) io.AddKeyEvent(key, false);
  io.AddKeyEvent(ImGuiMod_Shift, false);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  if (inside == 0) page().canvas().ui().leave();
  page().canvas().wake();
}

EMSCRIPTEN_KEEPALIVE const char* bandscope_entries() {
  return give(page().entries().describe(page().canvas().last().page));
}

EMSCRIPTEN_KEEPALIVE void bandscope_entry(const char* label, const char* text, int event) {
  page().entries().happened(label, text, static_cast<WebEntries::Event>(event));
  page().canvas().wake();
}

// ---- For programs ----

EMSCRIPTEN_KEEPALIVE const char* bandscope_fields() { return give(bandscope::config::field_table_json()); }

EMSCRIPTEN_KEEPALIVE const char* bandscope_query(int full) {
  const bandscope::config::Config& config = page().canvas().app().state().config;
  return give(full != 0 ? bandscope::config::to_full_query(config) : bandscope::config::to_query(config));
}

EMSCRIPTEN_KEEPALIVE const char* bandscope_code(int torch) {
  using bandscope::view::Language;
  return give(bandscope::app::describe_program(torch != 0 ? Language::kTorch : Language::kNumpy,
                                               page().canvas().app().state().config));
}

EMSCRIPTEN_KEEPALIVE void bandscope_set(const char* query) {
  page().canvas().app().change(query);
  page().canvas().wake();
}

EMSCRIPTEN_KEEPALIVE const TraceAnswer* bandscope_trace(const char* name) {
  using bandscope::engine::DenseArray;
  page().canvas().app().finish();
  auto dense = bandscope::engine::dense(page().canvas().app().numbers().trace(), name);
  if (!dense) return nullptr;
  trace_answer = {};
  if (auto* array = std::get_if<DenseArray>(&*dense)) {
    trace_array = std::move(*array);
    trace_answer.status = 1;
    trace_answer.rank = static_cast<std::int32_t>(trace_array.shape.size());
    trace_answer.data = trace_array.data.data();
    for (std::size_t i = 0; i < trace_array.shape.size() && i < trace_answer.shape.size(); ++i) {
      trace_answer.shape[i] = static_cast<std::int32_t>(trace_array.shape[i]);
    }
  } else {
    const auto values = static_cast<std::uint64_t>(std::get<bandscope::engine::DenseTooLarge>(*dense).values);
    trace_answer.status = 2;
    trace_answer.count_low = static_cast<std::uint32_t>(values);
    trace_answer.count_high = static_cast<std::uint32_t>(values >> 32);
  }
  return &trace_answer;
}

/// The page has taken its copy.
EMSCRIPTEN_KEEPALIVE void bandscope_trace_done() { trace_array = {}; }

EMSCRIPTEN_KEEPALIVE const char* bandscope_stage_runs() {
  page().canvas().app().finish();
  return give(bandscope::app::describe_stage_runs(page().canvas().app().numbers().trace().runs));
}
EMSCRIPTEN_KEEPALIVE const char* bandscope_stats() { return give(bandscope::app::describe_stats(page().canvas())); }
EMSCRIPTEN_KEEPALIVE const char* bandscope_depth() {
  return give(bandscope::app::describe_depth(page().canvas().app().numbers().depth()));
}
EMSCRIPTEN_KEEPALIVE const char* bandscope_boxes() { return give(bandscope::app::describe_boxes(page().canvas())); }
EMSCRIPTEN_KEEPALIVE const char* bandscope_texts() { return give(bandscope::app::describe_texts(page().canvas())); }
EMSCRIPTEN_KEEPALIVE const char* bandscope_areas() { return give(bandscope::app::describe_areas(page().canvas())); }
EMSCRIPTEN_KEEPALIVE const char* bandscope_notices() {
  return give(bandscope::app::describe_notices(page().canvas().app().state()));
}

/// A face of the program (0 Inter, 1 JetBrains Mono, 2 Inter semibold) as {pointer, size}.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* bandscope_font(int face) {
  namespace fonts = bandscope::fonts;
  const std::array faces = {fonts::inter_regular, fonts::mono_regular, fonts::inter_semibold};
  const auto bytes = faces[static_cast<std::size_t>(face)];
  words = {static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(bytes.data())),
           static_cast<std::uint32_t>(bytes.size()), 0, 0};
  return words.data();
}

}  // extern "C"
