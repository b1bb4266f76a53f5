#include "app/layer_clock.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace bandscope::app {
namespace {

constexpr double kLongEnough = 75;  // ms: a run of more is not done twice

}  // namespace

void LayerClock::start(const engine::InputSpec& spec, const engine::LayerSettings& settings) {
  inputs_.begin(spec);
  settings_ = settings;
  phase_ = Phase::kInputs;
  least_ = -1;
}

bool LayerClock::advance(std::int64_t& work) {
  while (phase_ != Phase::kDone && work > 0) {
    if (phase_ == Phase::kInputs) {
      if (!inputs_.step(work)) continue;
      phase_ = Phase::kBegin;
    }
    const auto start = std::chrono::steady_clock::now();
    if (phase_ == Phase::kBegin) {
      layer_ = {};
      took_ = 0;
      [[maybe_unused]] const auto error = layer_.begin(inputs_.tensors(), settings_);
      assert(!error);
      phase_ = Phase::kRun;
    }
    const bool ran = layer_.step(work);
    took_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (!ran) continue;
    const bool again = least_ < 0 && took_ < kLongEnough;
    least_ = least_ < 0 ? took_ : std::min(least_, took_);
    phase_ = again ? Phase::kBegin : Phase::kDone;
    if (!again) layer_ = {};
  }
  return phase_ == Phase::kDone;
}

}  // namespace bandscope::app
