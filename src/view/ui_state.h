// What the page itself remembers beside the Config: plain and comparable.
#pragma once

#include <optional>

#include "config/config.h"
#include "config/limits.h"

namespace bandscope::view {

/// A cell under the pointer: of a score table, or with `column` >= 0 number `column` of merged row `cell.query`.
struct Hover {
  config::Pick cell;
  int column = -1;
  bool operator==(const Hover&) const = default;
};

enum class Menu { kNone, kSource, kExamples, kMore };

struct UiState {
  std::optional<Hover> hover;
  std::optional<int> merged_column;  // a picked number of the merged row; the card shows its blend
  bool card_open = false;
  int card_first_term = 0;           // of the eight terms shown
  float moves_scroll = 0;            // pixels
  Menu menu = Menu::kNone;
  config::Letter letter_tab = config::Letter::kW;  // narrow: the one slider shown
  bool playing = false;              // W sweeps its range once
  bool operator==(const UiState&) const = default;
};

}  // namespace bandscope::view
