// The play buttons: W or L sweeps its range once.
#pragma once

#include "app/state.h"

namespace bandscope::app {

inline constexpr double kPlayStep = 0.12;  // seconds
inline constexpr double kPlaySweep = 6.0;  // at most
/// L sweeps from 1 to here, or to where it stands if that is more.
inline constexpr int kPlayLayers = 12;

/// A sweep from 1 to the range's end (W: T), after which the letter is again what it was. Lives from the frame in which
/// UiState::playing turns on.
class Play {
 public:
  /// Moves the letter to where the sweep is at `now` (seconds). Ends the sweep (UiState::playing) when it is through,
  /// when something else moved the letter, or after one step with reduced motion. Returns whether it ended by itself
  /// now.
  bool advance(State& state, Numbers& numbers, double now, bool reduced_motion);
  /// Seconds from `now` to the next step; negative where none comes.
  double next_step_in(const State& state, double now) const;

 private:
  /// The step that is due at `now`: the one after the last, unless frames are so slow that six seconds would not do.
  int due_step(double now, int count) const;

  view::Playing running_ = view::Playing::kNone;
  double start_ = 0;
  double stepped_ = 0;  // when the last step was made
  int step_ = 0;        // the last one made, from 0
  int high_ = 0;        // where the sweep ends
  int asked_ = 0;       // to return to
  int shown_ = 0;       // what the last step set
};

}  // namespace bandscope::app
