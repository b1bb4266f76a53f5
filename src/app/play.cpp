#include "app/play.h"

#include <algorithm>
#include <cmath>

#include "config/limits.h"

namespace bandscope::app {
namespace {

void set_window(State& state, Numbers& numbers, int window) {
  config::Config next = state.config;
  next.window = window;
  apply(state, numbers, {std::move(next), {}}, Origin::kReader);
}

}  // namespace

int Play::due_step(double now, int count) const {
  const int next = now - stepped_ >= kPlayStep ? step_ + 1 : step_;
  const int left = static_cast<int>(std::ceil((kPlaySweep - (now - start_)) / kPlayStep));
  return std::clamp(count - left, next, count);
}

bool Play::advance(State& state, Numbers& numbers, double now, bool reduced_motion) {
  if (!state.ui.playing) {
    running_ = false;
    return false;
  }
  const config::Config& config = state.config;
  const int tokens = config::key_count(config);
  if (tokens < 2 || config::off_reason(config::Control::kW, config)) {
    running_ = state.ui.playing = false;
    return false;
  }
  if (reduced_motion) {
    const int window = config::effective_window(config);
    set_window(state, numbers, window < tokens ? window + 1 : 1);
    running_ = state.ui.playing = false;
    return true;
  }
  if (!running_) {
    running_ = true;
    start_ = stepped_ = now;
    step_ = 0;
    asked_window_ = config.window;
  } else if (config.window != shown_window_) {
    running_ = state.ui.playing = false;
    return false;
  }
  // One step fewer than six seconds hold, so that frames may come late.
  const int count = std::min(tokens, static_cast<int>(kPlaySweep / kPlayStep) - 1);
  if (const int due = due_step(now, count); due > step_) {
    step_ = due;
    stepped_ = now;
  }
  if (step_ >= count) {
    set_window(state, numbers, asked_window_);
    running_ = state.ui.playing = false;
    return true;
  }
  // Few tokens: every W. Many: as many steps as six seconds hold, evenly spaced, the last one at T.
  shown_window_ = 1 + static_cast<int>(std::lround(static_cast<double>(step_) * (tokens - 1) / (count - 1)));
  set_window(state, numbers, shown_window_);
  return false;
}

double Play::next_step_in(const State& state, double now) const {
  if (!state.ui.playing) return -1;
  if (!running_) return 0;
  return std::max(0.0, stepped_ + kPlayStep - now);
}

}  // namespace bandscope::app
