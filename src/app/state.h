// All that the page knows: one plain state.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/numbers.h"
#include "app/plan.h"
#include "config/config.h"
#include "config/query.h"
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

/// Who asks: a link is made to fit, a reader's change that does not fit is refused.
enum class Origin { kLink, kReader };

/// The only writer of State::config. Clamps, checks the memory, and has the numbers follow; runs nothing.
/// Says what it had to do in State::notices; an `asked` that equals what is on screen leaves all as it is.
/// Returns whether the config changed.
bool apply(State& state, Numbers& numbers, const config::Checked& asked, Origin origin,
           std::int64_t memory_limit = kMemoryLimit);

/// The state of a page opened with this query.
void open(State& state, Numbers& numbers, std::string_view query, std::int64_t memory_limit = kMemoryLimit);

}  // namespace bandscope::app
