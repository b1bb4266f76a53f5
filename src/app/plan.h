// What a config asks of the engine, decided before anything runs: sizes, settings, and what is only counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "engine/inputs.h"
#include "engine/layer.h"
#include "engine/stack/stack.h"

namespace bandscope::app {

/// No state may need more: 4 bytes for every weight and every number of the Trace.
inline constexpr std::int64_t kMemoryLimit = 256LL * 1024 * 1024;
/// Multiply-adds that a frame may spend, counted and not timed, so that what one frame shows is the same everywhere:
/// 4 to 7 ms as wasm. A stack of T 256, L 8, H·D 32 fits, and in three frames its influence too.
inline constexpr std::int64_t kFrameWork = 80'000'000;
/// A layer of more is counted and not run; and so much may lie under the panels' layer, or a change would take a
/// second.
inline constexpr std::int64_t kLayerWork = 1'500'000'000;
inline constexpr std::int64_t kPanelWork = 6'000'000'000;

/// Two configs of equal plans have the same numbers.
struct Plan {
  engine::InputSpec spec;
  engine::LayerShape shape;
  bool makes_inputs = true;  // else nothing is run
  bool runs_layer = true;    // the panels' numbers are made
  int panel_layer = 1;       // the layer of the stack that the panels show
  engine::LayerSettings layer;
  engine::StackSettings stack;
  bool shared = false;   // layer 1's weights in every layer
  std::string no_stack;  // why there is no stack; empty: there is one
  bool operator==(const Plan&) const = default;
};

/// Of a legal config that fits into the limit, or is of a view that can do without numbers. `words` are those of its
/// text.
Plan plan_of(const config::Config& config, const std::vector<std::string>& words, std::int64_t memory_limit);
/// Multiply-adds of the panels' numbers, if nothing of them is known: inputs, the layers under the panels' one, and it.
std::int64_t work_of(const Plan& plan);

/// What a layer runs with; a window wider than T is T.
engine::LayerSettings layer_settings(const config::Config& config, const engine::LayerShape& shape);
/// The stack of this config.
engine::StackSettings stack_settings(const config::Config& config, const engine::LayerShape& shape);
/// Multiply-adds of a whole stack, counted with E = C. Saturates.
std::int64_t stack_work(const engine::StackSettings& settings);

/// Bytes that a config's panels would need: the layer, and what is under it where it is not the first.
std::int64_t needed_bytes(const config::Config& config);
/// Multiply-adds of layers 1..`layers`; 0 for an example.
std::int64_t panel_work(const config::Config& config, int layers);

}  // namespace bandscope::app
