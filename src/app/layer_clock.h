// How long one layer takes, measured in slices, so that the page can be used meanwhile.
#pragma once

#include <cstdint>

#include "engine/inputs.h"
#include "engine/layer.h"

namespace bandscope::app {

/// Times a layer from its input to its output, nothing kept from before: the least of two runs.
class LayerClock {
 public:
  /// The settings' own number of tokens; the inputs are random.
  void start(const engine::InputSpec& spec, const engine::LayerSettings& settings);
  /// Works off about `work` multiply-adds and takes them off; whether the time is known.
  bool advance(std::int64_t& work);
  /// Milliseconds.
  double least() const { return least_; }

 private:
  enum class Phase { kInputs, kBegin, kRun, kDone };

  engine::InputSource inputs_;
  engine::LayerSettings settings_;
  engine::Layer<float> layer_;
  Phase phase_ = Phase::kDone;
  double took_ = 0;
  double least_ = -1;
};

}  // namespace bandscope::app
