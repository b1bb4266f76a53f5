#include "app/app.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "config/limits.h"
#include "imgui.h"
#include "view/palette.h"

namespace bandscope::app {
namespace {

constexpr std::int64_t kKeptForChange = 8;      // a part of the frame's work
constexpr std::int64_t kSliceWork = 5'000'000;  // between two looks at the clock

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
  work(surface);

  // Where everything stands, and what there is to show.
  const view::Palette& palette = view::palette(dark(surface.system_dark));
  layout_ = view::layout({.width = surface.width,
                          .viewport_height = surface.viewport_height,
                          .scroll = surface.scroll,
                          .view = state_.config.view,
                          .source = state_.config.source(),
                          .layers = state_.config.layers,
                          .lesson_height = models_.lesson.height});
  const panels::Lateness lateness = update_models(palette, painter.dpr(), surface);

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
                                 .pictured = lateness.late && lateness.there ? picture_->config : state_.config,
                                 .opened = state_.opened,
                                 .state = state_.ui,
                                 .lateness = lateness};
  for (const panels::PanelRow& row : panels::registry()) {
    if (!row.shown(layout_)) continue;
    painter.begin_panel(row.name);
    panels::draw_panel(row, input, wishes);
  }
  if (lateness.late) {
    // They may have been made in a larger picture.
    keep_inside(wishes.ui, wishes.config);
    if (wishes.config.pick) wishes.config.pick = config::effective_pick(wishes.config);
    wishes.config.head = std::min(wishes.config.head, wishes.config.heads - 1);
  }

  const view::UiState ui_before = state_.ui;
  take(wishes, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  const bool taller = view::is_lesson(layout_.form) && layout_.lesson.height != models_.lesson.height;
  stale_ = changes_ != before || state_.ui != ui_before || taller;
}

/// The numbers first that the panels wait for; then what takes more than a frame, the most of it while nothing moves.
void App::work(const Surface& surface) {
  // In views that follow a node the stack and its influence move with the hand: counted alone, once more for a change.
  using config::View;
  const bool counted = state_.config.view == View::kReach || state_.config.view == View::kNeedle;
  const double most_ms = counted ? std::numeric_limits<double>::infinity() : limits_.ms;
  if (!surface.again || counted) work_ = limits_.work;
  if (!surface.again) work_ms_ = 0;
  const double before = work_ms_;
  const auto start = std::chrono::steady_clock::now();
  const auto look_at_clock = [&] {
    work_ms_ = before + std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  };
  const bool idle = !touching_ && state_.ui.playing == view::Playing::kNone && changes_ == changes_seen_;
  changes_seen_ = changes_;
  // At least one slice: what is small is there in the frame that asks for it, whatever the clock says.
  const auto in_slices = [&](const auto& advance) {
    bool more = true;
    while (more) {
      std::int64_t slice = std::min(work_, kSliceWork);
      const std::int64_t rest = work_ - slice;
      const bool goes_on = advance(slice);
      work_ = rest + slice;
      look_at_clock();
      more = goes_on && work_ > 0 && work_ms_ < most_ms;
    }
  };
  in_slices([&](std::int64_t& work) {
    numbers_.advance(work);
    return !numbers_.whole();
  });
  // A change in this frame is answered in this frame, as far as it goes.
  const std::int64_t most_kept = surface.again || counted ? 0 : limits_.work / kKeptForChange;
  const std::int64_t kept = std::min(std::max<std::int64_t>(work_, 0), most_kept);
  work_ -= kept;
  if (counted) {
    numbers_.advance_depth(state_.ui, idle, work_);
  } else if (work_ms_ < most_ms) {
    in_slices([&](std::int64_t& work) {
      const std::int64_t before_slice = work;
      const bool changed = numbers_.advance_depth(state_.ui, idle, work);
      // A size measured is drawn before the next one begins.
      return work < before_slice && (!changed || state_.config.view != View::kCost);
    });
  }
  work_ += kept;
  look_at_clock();
}

panels::Lateness App::update_models(const view::Palette& palette, float dpr, const Surface& surface) {
  const auto input = [&](const config::Config& config, const std::vector<std::string>& words, const view::UiState& ui) {
    return view::ModelInput{.config = config,
                            .opened = state_.opened,
                            .trace = numbers_.trace(),
                            .words = words,
                            .notices = state_.notices,
                            .layout = layout_,
                            .state = ui,
                            .palette = palette,
                            .depth = numbers_.depth(),
                            .dpr = dpr,
                            .reduced_motion = surface.reduced_motion,
                            .seconds = surface.seconds};
  };
  view::update_surroundings(models_, input(state_.config, numbers_.next_labels(), state_.ui));
  if (view::is_depth(layout_.form)) return {};
  const bool late = !numbers_.current();
  if (numbers_.whole()) {
    // Of a config before this one, while a hand does not rest.
    view::UiState ui = state_.ui;
    if (late) keep_inside(ui, numbers_.config());
    view::update_panels(models_, input(numbers_.config(), numbers_.labels(), ui));
    if (!picture_ || late_ || picture_->config != numbers_.config()) ++pictures_;
    picture_ = {numbers_.config(), layout_, palette.dark, dpr, surface.seconds};
  }
  late_ = late;
  if (!late) return {};
  const bool there = picture_ && picture_->fits(layout_, palette.dark, dpr);
  constexpr double kPatience = 0.25;  // seconds
  return {.late = true,
          .there = there,
          .say = picture_ && surface.seconds - picture_->at > kPatience,
          .progress = numbers_.progress()};
}

bool App::Picture::fits(const view::Layout& l, bool in_dark, float at_dpr) const {
  return dark == in_dark && dpr == at_dpr && layout.view == l.view && layout.band == l.band &&
         layout.scores == l.scores && layout.shares == l.shares && layout.merge == l.merge &&
         layout.merge_tray == l.merge_tray && layout.moves == l.moves;
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
  if (wishes.code) ++codes_;
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
  if (pending()) return 0;
  const double next = play_.next_step_in(state_, now);
  if (next < 0) return std::nullopt;
  return next;
}

}  // namespace bandscope::app
