// Header, source, sliders, switches and notices.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "config/limits.h"
#include "view/geometry.h"
#include "view/palette.h"
#include "view/rich_text.h"
#include "view/ui_state.h"

namespace bandscope::view {

struct ModelInput;

// ---- Sliders: where a value stands on its travel, 0..1
// ---------------------------------------------------------------

/// T, H, D and L are logarithmic, W is linear; beyond the slider's own end the thumb rests at 1.
float slider_position(config::Letter letter, int value, const config::Config& config);
/// The value under a position, rounded to what the slider can stop at.
int slider_value(config::Letter letter, float position, const config::Config& config);
/// `steps` stops up (or down) from a value, inside the legal range.
int stepped(config::Letter letter, int value, int steps, const config::Config& config);

/// T's token, T's pairs and so on: a letter is never without its colour.
std::string_view letter_name(config::Letter letter);
Token letter_token(config::Letter letter);
Pair letter_pair(config::Letter letter);          // on the background
Pair letter_pair_surface(config::Letter letter);  // on a surface

struct SliderModel {
  config::Letter letter = config::Letter::kT;
  std::string_view symbol;         // "T", also the area's label
  std::string_view name;           // "tokens"
  std::string_view caption;        // "keys a query may read, itself included"
  std::string_view short_caption;  // the same where there is less room
  int value = 1;
  std::string shown;               // "24", "1,024" or "all"
  float thumb = 0;                 // 0..1
  int ticks = 0;                   // evenly spaced marks, W only; 0: none
  std::string low, high;           // the two ends
  std::optional<std::string> off;  // why it cannot be moved
  std::string held;                // what a clamp has to say, under the slot
};

// ---- Switches
// --------------------------------------------------------------------------------------------------------

struct SwitchModel {
  bool on = false;
  std::optional<std::string> off;  // why it cannot be used
};

// ---- Sources
// ---------------------------------------------------------------------------------------------------------

struct ExampleRow {
  config::Example example = config::Example::kNone;
  std::string_view label;  // of the area: "example shapes"
  std::string_view name;   // "Sliding window by pencil"
  std::string_view about;  // one short line
};
/// The worked examples in menu order.
const std::array<ExampleRow, 3>& example_rows();

/// The config with the reader's sentence in it; T follows a text that was shown whole.
config::Config with_text(const config::Config& base, std::string_view text);
/// Each source as it opens, keeping view, theme, seed and show. `remembered` is the last sentence, or empty.
config::Config with_source(const config::Config& base, config::Source source, std::string_view remembered);
config::Config with_example(const config::Config& base, config::Example example);

struct ControlsModel {
  std::array<SliderModel, config::kLetterCount> sliders;  // by Letter
  std::string merged_width;                               // C
  std::array<std::string, 2> factors;                     // H and D as numbers
  SwitchModel causal, scale, tie, seed, strike_zero, positions, built;
  std::string seed_text;
  config::Source source = config::Source::kText;
  std::string_view source_name;  // "Text", "Worked example", "Random"
  std::string field;             // the sentence, the example's name, or what random means
  std::vector<Run> field_note;   // beside the name, on the field's surface
  std::string rules;             // how a text is cut into tokens
  std::string link_note;         // why the link leaves the text out; empty where it does not
  std::string notice;            // one line; empty: nothing to say
  bool dark = false;

  struct Key {
    config::Config config;
    std::vector<std::string> notices;
    std::optional<Held> held;
    bool dark = false;
    bool operator==(const Key&) const = default;
  };
  std::optional<Key> made_from;
};
void update_controls(ControlsModel& model, const ModelInput& input);

}  // namespace bandscope::view
