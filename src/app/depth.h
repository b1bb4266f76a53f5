// The stack behind the panels, and what is worked out of it: over several frames where it takes more than one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "engine/inputs.h"
#include "engine/layer.h"
#include "engine/stack/generated_weights.h"
#include "engine/stack/influence.h"
#include "engine/stack/stack.h"
#include "view/depth/depth_input.h"
#include "view/ui_state.h"

namespace bandscope::app {

/// Multiply-adds that a frame may spend, counted and not timed, so that what one frame shows is the same everywhere:
/// about 25 ms as wasm. A stack of T 256, L 8, H·D 32 fits, and in three frames its influence too.
inline constexpr std::int64_t kFrameWork = 80'000'000;
/// Where all exact passes of a gradient together need no more, they follow the first probes at once: about 150 ms.
inline constexpr std::int64_t kExactWork = 450'000'000;
/// A layer of more is counted and not run; and so much may lie under the panels' layer, or a change would take a
/// second.
inline constexpr std::int64_t kLayerWork = 1'500'000'000;
inline constexpr std::int64_t kPanelWork = 6'000'000'000;
/// No more memory for an influence.
inline constexpr std::int64_t kInfluenceBytes = 64LL * 1024 * 1024;

/// What a layer runs with; a window wider than T is T.
engine::LayerSettings layer_settings(const config::Config& config, const engine::LayerShape& shape);
/// The stack of this config.
engine::StackSettings stack_settings(const config::Config& config, const engine::LayerShape& shape);
/// Multiply-adds of a whole stack, counted with E = C. Saturates.
std::int64_t stack_work(const engine::StackSettings& settings);

class Depth {
 public:
  /// Takes a legal config and the inputs made for it. Runs nothing yet. `off`: why there is no stack, if there is none.
  void follow(const config::Config& config, const engine::InputSpec& spec, const engine::Tensors<float>& inputs,
              const engine::LayerShape& shape, std::optional<std::string> off);
  /// What the panels' layer reads: the inputs, or what the layers under it make of them, which run now.
  engine::Tensors<float> panel_tensors(const engine::Tensors<float>& inputs);

  /// Works for a frame. With `idle` (nothing moves) also on what one frame cannot finish. Clears the wish for a sweep
  /// that is through. Returns whether what there is to show changed.
  bool advance(view::UiState& ui, bool idle);
  /// Whether there is more to do.
  bool busy() const { return busy_; }
  const view::DepthInput& shown() const { return shown_; }

 private:
  std::int64_t layer_work() const;
  bool wants_stack() const;
  bool advance_stack(std::int64_t& work, bool idle);
  bool advance_influence(std::int64_t& work, bool idle);
  bool advance_needle(view::UiState& ui, std::int64_t work);
  bool advance_cost(view::UiState& ui);
  void ask_passes();
  bool has_influence() const { return influence_.exact() || influence_.probes() > 0; }
  void show_influence();

  config::Config config_;
  engine::InputSpec spec_;
  engine::LayerShape shape_;
  std::optional<std::string> off_;
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

  view::DepthInput shown_;
};

}  // namespace bandscope::app
