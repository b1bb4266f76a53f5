// What the page itself remembers beside the Config: plain and comparable.
#pragma once

#include <optional>
#include <string>

#include "config/config.h"
#include "config/limits.h"
#include "view/geometry.h"

namespace bandscope::view {

/// A cell under the pointer: of a score table, or with `column` >= 0 number `column` of merged row `cell.query`.
struct Hover {
  config::Pick cell;
  int column = -1;
  bool operator==(const Hover&) const = default;
};

/// A drag that moves the shown part of a table too large for its sheet: where it began.
struct SheetDrag {
  Point from;
  config::Pick centre;  // of the part then
  bool operator==(const SheetDrag&) const = default;
};

enum class Menu { kNone, kSource, kExamples, kMore, kPresets };

/// What sweeps its range by itself.
enum class Playing { kNone, kWindow, kLayers };

/// A node of the lattice: h[layer][token].
struct Node {
  int layer = 0;
  int token = 0;
  bool operator==(const Node&) const = default;
};

/// A typed value that had to be held: said under its slider as long as the config is what it became.
struct Held {
  config::Letter letter = config::Letter::kT;
  std::string text;
  config::Config at;
  bool operator==(const Held&) const = default;
};

/// A value was clicked: its entry opens unless a second click (reset) follows soon.
struct Clicked {
  config::Letter letter = config::Letter::kT;
  double at = 0;  // seconds
  bool operator==(const Clicked&) const = default;
};

struct UiState {
  std::optional<Hover> hover;
  std::optional<int> merged_column;  // a picked number of the merged row; the card shows its blend
  bool card_open = false;
  bool card_begun = false;  // the first frame has decided whether a linked pick opens the card
  int card_first_term = 0;  // of the eight terms shown
  int card_first_key = -1;  // of the eight keys shown beside them; -1 follows the pick
  float moves_scroll = 0;   // pixels
  float moves_grab = 0;     // while dragged: pointer x + scroll at the press
  float moves_pressed = 0;  // pointer x at the press: a click that moved is no click
  Menu menu = Menu::kNone;
  config::Letter letter_tab = config::Letter::kW;  // narrow: the one slider shown
  std::optional<Held> held;
  std::optional<Clicked> clicked_value;
  Playing playing = Playing::kNone;
  std::string last_text;  // the reader's sentence, kept while another source is shown
  std::optional<SheetDrag> sheet_drag;
  std::optional<Node> node_hover;       // a node under the pointer: its cone is previewed
  std::optional<double> relay_started;  // seconds: the cone is played layer by layer since then
  bool needle_real = false;             // the needle's strip and map show this stack's shares
  bool needle_sweep = false;            // the needle's map by real shares is wanted
  bool cost_sweep = false;              // the measured times are wanted
  std::optional<int> cache_token;       // the token that the rolling cache has just taken; unset: the last
  std::optional<int> lesson_cell;       // the address that is lit in the strides view; unset: the picked number
  std::optional<double> cache_stepped;  // seconds: it plays, and took its last step then
  bool operator==(const UiState&) const = default;
};

}  // namespace bandscope::view
