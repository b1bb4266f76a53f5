// What each control may hold in a given state, and why a control is off.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"

namespace bandscope::config {

inline constexpr int kMaxTokens = 1'000'000;
/// In the views of depth, which need no tensors: everything is counted, nothing is listed.
inline constexpr int kMaxDepthTokens = 1'000'000'000;
inline constexpr int kMaxLayers = 64;
inline constexpr double kMinEpsilon = 1e-6;
inline constexpr double kMaxEpsilon = 0.5;
inline constexpr int kMaxHeads = 64;
inline constexpr int kMaxHeadWidth = 256;
/// A text shows at most so many tokens at first; the T slider ends there; strike-by-zero stops there.
inline constexpr int kDenseTokens = 256;
/// Built weights are offered from this D up.
inline constexpr int kBuiltHeadWidth = 8;

/// The letters that have sliders, in the order in which they are drawn.
enum class Letter { kT, kW, kH, kD, kL };
inline constexpr int kLetterCount = 5;

/// The legal range (what can be typed or linked) and the slider's own right end.
struct Range {
  int low = 1;
  int high = 1;
  int slider_high = 1;
  bool operator==(const Range&) const = default;
};

/// T 1..1,000,000 (slider 256; in a view of depth 1..1,000,000,000), H 1..64 (16), D 1..256 (64), W 1..T, L 1..64;
/// text: T to its tokens (slider min(tokens, 256)); example: T to its rows, H and D among the divisors of C.
Range range(Letter letter, const Config& config);

int value(Letter letter, const Config& config);
/// Sets one letter, clamped to its legal range; for an example H carries D with it and D carries H, and where a value
/// lies midway between two divisors of C the one further from the present value is taken, so that steps get there.
/// W at or above T set by the slider's right end stays a number; only kAllKeys means "all".
Config with_value(Letter letter, int value, const Config& config);
/// The values a slider can stop at where they are not all of low..high (an example's divisors of C); else empty.
std::vector<int> stops(Letter letter, const Config& config);

/// T as query and key counts: nolan has one query; else both are T.
int query_count(const Config& config);
int key_count(const Config& config);
/// The window of the layer that the panels show, as asked: kAllKeys where the pattern has a global layer there.
int panel_window(const Config& config);
/// min(W, T): what a windowed layer runs with.
int effective_window(const Config& config);
/// What the layer runs with. A size holds a setting back without forgetting what was asked for, so that a slider may
/// pass and return: built weights below D = 8 (random until then), strike by zero above T = 256 (infinity until then).
Weights effective_weights(const Config& config);
Strike effective_strike(const Config& config);
/// Whether the text is a pattern of layers: 1 to 64 letters, each L or G.
bool is_pattern(std::string_view text);
/// The views that show what a stack reaches and costs: reach, needle, cost.
bool is_depth(View view);
/// The lessons: stage and strides.
bool is_lesson(View view);
/// The chosen stage, or the nearest that this source has: an example begins with Q, K and V and has no output table,
/// but its article's own pour is shown.
Stage effective_stage(const Config& config);
/// The layer that the four panels show: the chosen one, else the first. An example's numbers are of one layer.
int panel_layer(const Config& config);
/// The layer whose token is followed down to the input: the chosen one, else the last.
int reach_layer(const Config& config);
/// The needle, or its default: the middle token.
int effective_needle(const Config& config);
/// Why there is no stack of tensors here, in one plain sentence; nothing where there is one. Says nothing of memory.
std::optional<std::string> stack_off_reason(const Config& config);
/// "W 8 is held at T = 5" where T holds the window down; nothing where it does not (or W is all).
std::optional<std::string> window_held(const Config& config);
/// The same for built weights, for strike by zero and for the layer, where a size holds them back: why, and what is in
/// force until then.
std::optional<std::string> weights_held(const Config& config);
std::optional<std::string> strike_held(const Config& config);
std::optional<std::string> layer_held(const Config& config);
/// The pick, or its default: i = min(T - 1, round(0.7 T)), of a preset T - 1; j = max(0, i - 1), inside the table.
Pick effective_pick(const Config& config);

/// The controls that a source or a size can switch off.
enum class Control { kT, kW, kH, kD, kCausal, kScale, kStrikeZero, kTie, kSeed, kPositions, kWeightsBuilt, kL };
/// Why the control is off in this state, in one plain sentence; nothing where it is on.
std::optional<std::string> off_reason(Control control, const Config& config);

}  // namespace bandscope::config
