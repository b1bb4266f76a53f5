#include "view/depth/followed.h"

#include "config/limits.h"

namespace bandscope::view {

engine::StackRule rule_of(const config::Config& config) {
  static_assert(config::kAllKeys == engine::kNoWindow);
  // A number above T stays in the config; no layer runs with it.
  const std::int64_t window = config.window == config::kAllKeys ? engine::kNoWindow : config::effective_window(config);
  return {config::key_count(config), window, config.layers, config.pattern, config.causal};
}

Node held_node(const config::Config& config) {
  // An example may have one query and two keys: its tokens are its keys.
  return {config::reach_layer(config), config::effective_pick(config).query};
}

Node followed_node(const config::Config& config, const UiState& state) {
  if (!state.node_hover) return held_node(config);
  const Node& node = *state.node_hover;
  const bool inside =
      node.layer >= 0 && node.layer <= config.layers && node.token >= 0 && node.token < config::key_count(config);
  return inside ? node : held_node(config);
}

int first_global(const engine::StackRule& rule, int layers) {
  for (int layer = 1; layer <= layers; ++layer) {
    if (rule.window == engine::kNoWindow || engine::is_global(rule.pattern, layer)) return layer;
  }
  return 0;
}

}  // namespace bandscope::view
