#include "app/app.h"

#include <utility>

#include "config/limits.h"
#include "imgui.h"
#include "view/palette.h"

namespace bandscope::app {
namespace {

/// What the page remembers of cells that a change may have taken away.
void keep_inside(view::UiState& ui, const config::Config& config) {
  const int columns = config.heads * config.head_width;
  if (ui.hover) {
    const view::Hover& hover = *ui.hover;
    const bool inside = hover.cell.query < config::query_count(config) && hover.cell.key < config::key_count(config) &&
                        hover.column < columns;
    if (!inside) ui.hover.reset();
  }
  if (ui.merged_column && *ui.merged_column >= columns) ui.merged_column.reset();
}

}  // namespace

bool App::dark(bool system_dark) const {
  switch (state_.config.theme) {
    case config::Theme::kLight:
      return false;
    case config::Theme::kDark:
      return true;
    case config::Theme::kAuto:
      break;
  }
  return system_dark;
}

void App::draw(view::Painter& painter, panels::Ui& ui, const Surface& surface) {
  // Time first: W may have moved by itself.
  const std::uint32_t before = changes_;
  const config::Config shown = state_.config;
  if (play_.advance(state_, numbers_, surface.seconds, surface.reduced_motion)) ++settles_;
  if (state_.config != shown) ++changes_;
  // Then what takes more than a frame; the most of it while nothing moves.
  const bool idle = !touching_ && state_.ui.playing == view::Playing::kNone && changes_ == changes_seen_;
  changes_seen_ = changes_;
  numbers_.depth.advance(state_.ui, idle);

  // Where everything stands, and what there is to show.
  const view::Palette& palette = view::palette(dark(surface.system_dark));
  layout_ = view::layout({.width = surface.width,
                          .viewport_height = surface.viewport_height,
                          .scroll = surface.scroll,
                          .view = state_.config.view,
                          .source = state_.config.source(),
                          .layers = state_.config.layers});
  view::update_models(models_, {.config = state_.config,
                                .opened = state_.opened,
                                .trace = numbers_.layer.trace(),
                                .words = numbers_.labels,
                                .notices = state_.notices,
                                .layout = layout_,
                                .state = state_.ui,
                                .palette = palette,
                                .depth = numbers_.depth.shown(),
                                .dpr = painter.dpr(),
                                .reduced_motion = surface.reduced_motion,
                                .seconds = surface.seconds});

  // The panels draw it, and say what the reader wants.
  painter.clear_records();
  panels::Wishes wishes;
  wishes.config = state_.config;
  wishes.ui = state_.ui;
  const panels::PanelInput input{.painter = painter,
                                 .ui = ui,
                                 .palette = palette,
                                 .layout = layout_,
                                 .models = models_,
                                 .config = state_.config,
                                 .opened = state_.opened,
                                 .state = state_.ui};
  for (const panels::PanelRow& row : panels::registry()) {
    if (!row.shown(layout_)) continue;
    painter.begin_panel(row.name);
    row.draw(input, wishes);
  }

  const view::UiState ui_before = state_.ui;
  take(wishes, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  stale_ = changes_ != before || state_.ui != ui_before;
}

void App::take(const panels::Wishes& wishes, bool pointer_down) {
  constexpr view::Playing kNone = view::Playing::kNone;
  const bool was_playing = state_.ui.playing != kNone;
  state_.ui = wishes.ui;
  const bool down = touching_ || pointer_down;
  if (was_playing && (touched_ || pointer_down)) {
    state_.ui.playing = kNone;
    play_blocked_ = true;
  } else if (play_blocked_ && !was_playing && state_.ui.playing != kNone) {
    state_.ui.playing = kNone;
  }
  if (play_blocked_ && !down && !touched_) play_blocked_ = false;
  touched_ = false;

  put({wishes.reset ? state_.opened : wishes.config, {}});
  if (!wishes.say.empty()) state_.notices = {wishes.say};
  if (wishes.settled || wishes.reset || (was_playing && state_.ui.playing == kNone)) ++settles_;
}

bool App::put(const config::Checked& asked) {
  const bool changed = apply(state_, numbers_, asked, Origin::kReader);
  if (changed) {
    keep_inside(state_.ui, state_.config);
    ++changes_;
  }
  return changed;
}

void App::change(std::string_view query) {
  if (put(config::change(state_.config, query))) ++settles_;
}

void App::touch(bool down) {
  touching_ = down;
  touched_ = touched_ || down;
}

std::optional<double> App::next_change_in(double now) const {
  if (numbers_.depth.busy()) return 0;
  const double next = play_.next_step_in(state_, now);
  if (next < 0) return std::nullopt;
  return next;
}

}  // namespace bandscope::app
