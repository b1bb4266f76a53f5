// The stack as the rules of reach see it, and the node whose cone is shown.
#pragma once

#include "config/config.h"
#include "engine/stack/rule.h"
#include "view/ui_state.h"

namespace bandscope::view {

/// Tokens, window, layers, pattern and causal rule of a legal config.
engine::StackRule rule_of(const config::Config& config);

/// The node that is held: the picked token at the chosen layer, or at the last.
Node held_node(const config::Config& config);
/// The node under the pointer while it is one of this stack, else the held one.
Node followed_node(const config::Config& config, const UiState& state);

/// The first of layers 1..`layers` that has no window: a global one, or each where W is all. 0: none.
int first_global(const engine::StackRule& rule, int layers);

}  // namespace bandscope::view
