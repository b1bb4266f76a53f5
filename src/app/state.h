// All that the page knows: one plain state, and the numbers that follow from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/depth.h"
#include "config/config.h"
#include "config/query.h"
#include "engine/inputs.h"
#include "engine/layer.h"
#include "view/ui_state.h"

namespace bandscope::app {

/// What the panels could not show and what they show instead, so that the way back to a view of depth loses nothing.
struct Shrunk {
  config::Config asked;
  config::Config shown;
};

struct State {
  config::Config config;  // legal, and on screen
  config::Config opened;  // what the page was opened with: reset returns to it
  view::UiState ui;
  std::optional<Shrunk> shrunk;
  std::vector<std::string> notices;  // what the page has to say, until the next change
};

/// The numbers of State::config; apply() keeps them in step with it. A view of depth needs none: where they do not fit
/// into the memory the layer is empty.
struct Numbers {
  std::string text;                 // the text that `words` is split from
  std::vector<std::string> words;   // all of its tokens
  std::vector<std::string> labels;  // of the tokens shown; empty: they are numbered
  engine::InputSpec spec;
  engine::InputSource inputs;
  engine::Layer<float> layer;
  Depth depth;           // the stack
  double engine_ms = 0;  // of the last apply that changed something
};

/// No state may need more: 4 bytes for every weight and every number of the Trace.
inline constexpr std::int64_t kMemoryLimit = 256LL * 1024 * 1024;

/// Who asks: a link is made to fit, a reader's change that does not fit is refused.
enum class Origin { kLink, kReader };

/// The only writer of State::config and Numbers. Clamps, checks the memory, and runs what the change touches.
/// Says what it had to do in State::notices; an `asked` that equals what is on screen leaves all as it is.
/// Returns whether the config changed.
bool apply(State& state, Numbers& numbers, const config::Checked& asked, Origin origin,
           std::int64_t memory_limit = kMemoryLimit);

/// The state of a page opened with this query.
void open(State& state, Numbers& numbers, std::string_view query, std::int64_t memory_limit = kMemoryLimit);

/// Bytes that a config's panels would need: the layer, and what is under it where it is not the first.
std::int64_t needed_bytes(const config::Config& config);

}  // namespace bandscope::app
