// The play button: W sweeps its range once.
#pragma once

#include "app/state.h"

namespace bandscope::app {

inline constexpr double kPlayStep = 0.12;  // seconds
inline constexpr double kPlaySweep = 6.0;  // at most

/// A sweep from W = 1 to T, after which W is again what it was. Lives from the frame in which UiState::playing turns
/// on.
class Play {
 public:
  /// Moves W to where the sweep is at `now` (seconds). Ends the sweep (UiState::playing) when it is through, when
  /// something else moved W, or after one step with reduced motion. Returns whether it ended by itself now.
  bool advance(State& state, Numbers& numbers, double now, bool reduced_motion);
  /// Seconds from `now` to the next step; negative where none comes.
  double next_step_in(const State& state, double now) const;

 private:
  /// The step that is due at `now`: the one after the last, unless frames are so slow that six seconds would not do.
  int due_step(double now, int count) const;

  bool running_ = false;
  double start_ = 0;
  double stepped_ = 0;    // when the last step was made
  int step_ = 0;          // the last one made, from 0
  int asked_window_ = 0;  // to return to
  int shown_window_ = 0;  // what the last step set
};

}  // namespace bandscope::app
