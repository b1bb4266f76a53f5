// The stack behind the panels, and what is worked out of it: over several frames where it takes more than one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/layer_clock.h"
#include "app/plan.h"
#include "config/config.h"
#include "engine/inputs.h"
#include "engine/layer.h"
#include "engine/stack/generated_weights.h"
#include "engine/stack/influence.h"
#include "engine/stack/stack.h"
#include "view/depth/depth_input.h"
#include "view/ui_state.h"

namespace bandscope::app {

/// Where all exact passes of a gradient together need no more, they follow the first probes at once: about 150 ms.
inline constexpr std::int64_t kExactWork = 450'000'000;
/// No more memory for an influence.
inline constexpr std::int64_t kInfluenceBytes = 64LL * 1024 * 1024;

class Depth {
 public:
  /// Takes a legal config and its plan: what there is does not belong to them any more, unless the plan is the same.
  /// Runs nothing.
  void follow(const config::Config& config, const Plan& plan);
  /// The inputs of a plan are there: of the followed one, or of one before it that the panels still wait for.
  void begin(const Plan& plan, const engine::Tensors<float>& inputs);

  /// The layers under the panels' layer: works off about `work` multiply-adds and takes them off; whether all are
  /// there.
  bool advance_panel(const Plan& plan, std::int64_t& work);
  /// What the panels' layer reads then: the inputs, or what the layers under it made of them.
  engine::Tensors<float> panel_tensors(const Plan& plan, const engine::Tensors<float>& inputs);

  /// Works off about `work` multiply-adds of what the view shows of the stack and takes them off; with `idle` (nothing
  /// moves) also of what one frame cannot finish. Clears the wish for a sweep that is through. Returns whether what
  /// there is to show changed.
  bool advance(view::UiState& ui, bool idle, std::int64_t& work);
  /// Whether there is more to do.
  bool busy() const { return busy_; }
  const view::DepthInput& shown() const { return shown_; }

 private:
  std::int64_t layer_work() const;
  bool wants_stack() const;
  bool advance_stack(std::int64_t& work, bool idle);
  bool advance_influence(std::int64_t& work, bool idle);
  bool advance_needle(view::UiState& ui, std::int64_t& work);
  bool advance_cost(view::UiState& ui, std::int64_t& work);
  bool time_sizes(std::int64_t& work);
  void ask_passes();
  bool has_influence() const { return influence_.exact() || influence_.probes() > 0; }
  void show_influence();

  config::Config config_;
  Plan plan_;
  bool there_ = false;  // the stack is that of plan_, begun
  bool busy_ = false;

  engine::GeneratedWeights<float> weights_;
  engine::Stack<float> stack_;
  std::uint64_t stack_shown_ = 0;       // its revision
  std::uint64_t stack_x_revision_ = 0;  // of its input

  // What the panels' layer reads where it is not the input itself.
  std::vector<float> panel_x_;
  std::uint64_t panel_revision_ = 0;

  struct InfluenceKey {
    std::uint64_t stack = 0;
    int row = 0, layer = 0;
    bool operator==(const InfluenceKey&) const = default;
  };
  engine::Influence<float> influence_;
  std::optional<InfluenceKey> influence_key_;
  bool influence_prepared_ = false;
  bool influence_asked_ = false;

  // The needle's map has a stack of its own, one W after the other.
  engine::Stack<float> needle_stack_;
  engine::GeneratedWeights<float> needle_weights_;
  std::optional<config::Config> needle_config_;
  std::optional<config::Config> cost_config_;
  LayerClock clock_;
  bool timing_ = false;  // the clock runs for the next size

  view::DepthInput shown_;
};

}  // namespace bandscope::app
