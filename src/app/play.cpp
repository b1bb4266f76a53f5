#include "app/play.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/limits.h"

namespace bandscope::app {
namespace {

using view::Playing;

/// What was asked for: W may be over T, or "all".
int asked(Playing playing, const config::Config& config) {
  return playing == Playing::kWindow ? config.window : config.layers;
}

void set(State& state, Numbers& numbers, int value) {
  config::Config next = state.config;
  (state.ui.playing == Playing::kWindow ? next.window : next.layers) = value;
  apply(state, numbers, {std::move(next), {}}, Origin::kReader);
}

}  // namespace

int Play::due_step(double now, int count) const {
  const int next = now - stepped_ >= kPlayStep ? step_ + 1 : step_;
  const int left = static_cast<int>(std::ceil((kPlaySweep - (now - start_)) / kPlayStep));
  return std::clamp(count - left, next, count);
}

bool Play::advance(State& state, Numbers& numbers, double now, bool reduced_motion) {
  const auto stop = [&] { running_ = state.ui.playing = Playing::kNone; };
  const Playing playing = state.ui.playing;
  if (playing == Playing::kNone) {
    running_ = Playing::kNone;
    return false;
  }
  const config::Config& config = state.config;
  const bool is_window = playing == Playing::kWindow;
  if (running_ != playing) high_ = is_window ? config::key_count(config) : std::max(kPlayLayers, config.layers);
  if (is_window) high_ = config::key_count(config);
  if (high_ < 2 || config::off_reason(is_window ? config::Control::kW : config::Control::kL, config)) {
    stop();
    return false;
  }
  if (reduced_motion) {
    const int value = is_window ? config::effective_window(config) : config.layers;
    set(state, numbers, value < high_ ? value + 1 : 1);
    stop();
    return true;
  }
  if (running_ != playing) {
    running_ = playing;
    start_ = stepped_ = now;
    step_ = 0;
    asked_ = asked(playing, config);
  } else if (asked(playing, config) != shown_) {
    stop();
    return false;
  }
  // One step fewer than six seconds hold, so that frames may come late.
  const int count = std::min(high_, static_cast<int>(kPlaySweep / kPlayStep) - 1);
  if (const int due = due_step(now, count); due > step_) {
    step_ = due;
    stepped_ = now;
  }
  if (step_ >= count) {
    set(state, numbers, asked_);
    stop();
    return true;
  }
  // A short range: every value. A long one: as many steps as six seconds hold, evenly spaced, the last one at its end.
  shown_ = 1 + static_cast<int>(std::lround(static_cast<double>(step_) * (high_ - 1) / (count - 1)));
  set(state, numbers, shown_);
  return false;
}

double Play::next_step_in(const State& state, double now) const {
  if (state.ui.playing == Playing::kNone) return -1;
  if (running_ != state.ui.playing) return 0;
  return std::max(0.0, stepped_ + kPlayStep - now);
}

}  // namespace bandscope::app
