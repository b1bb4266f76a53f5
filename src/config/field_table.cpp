#include "config/field_table.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>

#include "config/limits.h"
#include "config/numbers.h"
#include "config/presets.h"

namespace bandscope::config {
namespace {

using Names = std::span<const std::string_view>;

// Each list is in the order of its enum.
constexpr std::string_view kStrikes[] = {"inf", "zero"};
constexpr std::string_view kExamples[] = {"", "shapes", "sliding-window", "nolan"};
constexpr std::string_view kWeightKinds[] = {"random", "built"};
constexpr std::string_view kShows[] = {"raw", "scaled", "masked"};
constexpr std::string_view kViews[] = {"bench", "band",   "scores", "shares", "merge",
                                       "reach", "needle", "cost",   "stage",  "strides"};
constexpr std::string_view kStages[] = {"project", "cut",    "split",   "reshelve", "flip",  "score", "scale",
                                        "mask",    "strike", "softmax", "blend",    "merge", "output"};
constexpr std::string_view kMoves[] = {"cut", "split", "reshelve", "flip", "flips", "contiguous", "merge"};
constexpr std::string_view kThemes[] = {"auto", "light", "dark"};
constexpr std::string_view kNorms[] = {"none", "rms"};
constexpr std::string_view kAxes[] = {"linear", "log"};
constexpr std::string_view kAll[] = {"all"};

constexpr int kLargest = std::numeric_limits<int>::max();
constexpr int kSmallest = std::numeric_limits<int>::min();

template <int Config::* member>
bool read_int(std::string_view value, Config& config) {
  const std::optional<long long> number = read_whole(value);
  if (!number) return false;
  config.*member = held(*number, kSmallest, kLargest);
  return true;
}

template <int Config::* member>
std::string write_int(const Config& config) {
  return std::to_string(config.*member);
}

template <bool Config::* member>
bool read_flag(std::string_view value, Config& config) {
  value = trimmed(value);
  if (value != "0" && value != "1") return false;
  config.*member = value == "1";
  return true;
}

template <bool Config::* member>
std::string write_flag(const Config& config) {
  return config.*member ? "1" : "0";
}

template <auto member, const auto& names>
bool read_choice(std::string_view value, Config& config) {
  const auto found = std::find(std::begin(names), std::end(names), trimmed(value));
  if (found == std::end(names)) return false;
  auto& choice = config.*member;
  choice = static_cast<std::remove_reference_t<decltype(choice)>>(found - std::begin(names));
  return true;
}

template <auto member, const auto& names>
std::string write_choice(const Config& config) {
  const auto index = static_cast<std::size_t>(config.*member);
  return std::string(index < std::size(names) ? names[index] : names[0]);
}

bool read_window(std::string_view value, Config& config) {
  if (trimmed(value) == "all") {
    config.window = kAllKeys;
    return true;
  }
  const std::optional<long long> number = read_whole(value);
  // However large, a number is not "all".
  if (number) config.window = held(*number, kSmallest, kAllKeys - 1);
  return number.has_value();
}

std::string write_window(const Config& config) {
  return config.window == kAllKeys ? "all" : std::to_string(config.window);
}

bool read_head(std::string_view value, Config& config) {
  if (trimmed(value) == "all") {
    config.head = kAllHeads;
    return true;
  }
  const std::optional<long long> number = read_whole(value);
  if (!number) return false;
  config.head = held(*number, kSmallest, kLargest);
  // -1 is a number under 0 here, and not kAllHeads.
  if (config.head < 0) config.head = std::min(config.head, kAllHeads - 1);
  return true;
}

std::string write_head(const Config& config) { return config.head == kAllHeads ? "all" : std::to_string(config.head); }

bool read_seed(std::string_view value, Config& config) {
  const std::optional<long long> number = read_whole(value);
  if (!number) return false;
  constexpr long long kLargestSeed = std::numeric_limits<std::uint32_t>::max();
  config.seed = static_cast<std::uint32_t>(std::clamp(*number, 0LL, kLargestSeed));
  return true;
}

std::string write_seed(const Config& config) { return std::to_string(config.seed); }

bool read_text(std::string_view value, Config& config) {
  config.text = value;
  return true;
}

std::string write_text(const Config& config) { return config.text; }

bool read_pick(std::string_view value, Config& config) {
  value = trimmed(value);
  if (value.empty()) {  // unset: the default follows T
    config.pick.reset();
    return true;
  }
  const std::size_t comma = value.find(',');
  if (comma == std::string_view::npos) return false;
  const std::optional<long long> query = read_whole(value.substr(0, comma));
  const std::optional<long long> key = read_whole(value.substr(comma + 1));
  if (!query || !key) return false;
  config.pick = Pick{held(*query, kSmallest, kLargest), held(*key, kSmallest, kLargest)};
  return true;
}

std::string write_pick(const Config& config) {
  if (!config.pick) return {};
  return std::to_string(config.pick->query) + "," + std::to_string(config.pick->key);
}

template <std::optional<int> Config::* member>
bool read_unset_int(std::string_view value, Config& config) {
  if (trimmed(value).empty()) {  // unset: the default follows the other settings
    (config.*member).reset();
    return true;
  }
  const std::optional<long long> number = read_whole(value);
  if (number) config.*member = held(*number, kSmallest, kLargest);
  return number.has_value();
}

template <std::optional<int> Config::* member>
std::string write_unset_int(const Config& config) {
  return config.*member ? std::to_string(*(config.*member)) : std::string();
}

template <double Config::* member>
bool read_number(std::string_view value, Config& config) {
  const std::optional<double> number = read_decimal(value);
  if (number) config.*member = *number;
  return number.has_value();
}

template <double Config::* member>
std::string write_number(const Config& config) {
  return write_decimal(config.*member);
}

bool read_pattern(std::string_view value, Config& config) {
  std::string pattern(trimmed(value));
  for (char& letter : pattern) letter = letter == 'l' ? 'L' : letter == 'g' ? 'G' : letter;
  if (!is_pattern(pattern)) return false;
  config.pattern = std::move(pattern);
  return true;
}

std::string write_pattern(const Config& config) { return config.pattern; }

template <int Config::* member>
constexpr Field integer(std::string_view key, std::string_view legal, std::string_view fallback,
                        std::string_view meaning, double high) {
  return {key, FieldKind::kInteger, legal, fallback, meaning, read_int<member>, write_int<member>, {}, 1, high};
}

template <bool Config::* member>
constexpr Field flag(std::string_view key, std::string_view fallback, std::string_view meaning) {
  return {key, FieldKind::kFlag, "0|1", fallback, meaning, read_flag<member>, write_flag<member>};
}

template <std::optional<int> Config::* member>
constexpr Field unset_integer(std::string_view key, std::string_view legal, std::string_view fallback,
                              std::string_view meaning, double low, double high) {
  return {
      key, FieldKind::kUnsetInteger, legal, fallback, meaning, read_unset_int<member>, write_unset_int<member>, {}, low,
      high};
}

template <double Config::* member>
constexpr Field number(std::string_view key, std::string_view legal, std::string_view fallback,
                       std::string_view meaning, double low, double high) {
  return {key, FieldKind::kNumber, legal, fallback, meaning, read_number<member>, write_number<member>, {}, low, high};
}

template <auto member, const auto& names>
constexpr Field choice(std::string_view key, std::string_view legal, std::string_view fallback,
                       std::string_view meaning) {
  // An empty name ("no example") is not offered.
  const Names all(names);
  return {key,
          FieldKind::kChoice,
          legal,
          fallback,
          meaning,
          read_choice<member, names>,
          write_choice<member, names>,
          all.subspan(all.front().empty() ? 1 : 0)};
}

constexpr std::array kFields = {
    integer<&Config::tokens>(
        "t", "1..1,000,000", "16; a text's token count, at most 256; an example's rows",
        "T: tokens in the sequence; of a text or an example, at most what it has; in reach, needle and "
        "cost up to 1,000,000,000",
        kMaxDepthTokens),
    integer<&Config::heads>("h", "1..64", "4; the example's own", "H: heads; in an example, a divisor of its C = H·D",
                            kMaxHeads),
    integer<&Config::head_width>("d", "1..256", "8; the example's own",
                                 "D: numbers per head; in an example, C divided by H", kMaxHeadWidth),
    Field{"w", FieldKind::kInteger, "1..1,000,000|all", "4; the example's own",
          "W: keys that a query may read backwards, itself included; all is no window, and T holds W down", read_window,
          write_window, kAll, 1, kMaxDepthTokens},
    flag<&Config::causal>("causal", "1; 0 in nolan", "A query reads no key after itself"),
    flag<&Config::scale>("scale", "1", "Scores are divided by √D"),
    choice<&Config::strike, kStrikes>("strike", "inf|zero", "inf",
                                      "Struck scores become minus infinity, or zero (the wrong way, up to T = 256)"),
    flag<&Config::tie>("tie", "0", "K becomes a copy of Q"),
    Field{"seed",
          FieldKind::kInteger,
          "0..4294967295",
          "1",
          "The seed of every number that is drawn",
          read_seed,
          write_seed,
          {},
          0,
          std::numeric_limits<std::uint32_t>::max()},
    Field{"head", FieldKind::kInteger, "0..63|all", "0", "The head that is shown, counted from 0, below H; or all",
          read_head, write_head, kAll, 0, kMaxHeads - 1},
    choice<&Config::example, kExamples>("example", "shapes|sliding-window|nolan", "none",
                                        "A worked example's own Q, K and V; wins over a text"),
    Field{"text", FieldKind::kText, "any text; links carry 2,000 characters", "none", "Its words are the tokens",
          read_text, write_text},
    flag<&Config::positions>("positions", "1 with built weights; else 0", "Position marks are added to a text's words"),
    choice<&Config::weights, kWeightKinds>("weights", "random|built", "built with a text; else random",
                                           "Drawn weights, or (with a text, from D = 8) weights that give each head a "
                                           "meaning"),
    choice<&Config::view, kViews>("view", "bench|band|scores|shares|merge|reach|needle|cost|stage|strides",
                                  "bench; reach with a preset",
                                  "All panels (bench), one of them alone, what stacked layers reach and cost, or a "
                                  "lesson"),
    choice<&Config::show, kShows>("show", "raw|scaled|masked", "masked", "Which scores are shown"),
    Field{"pick", FieldKind::kPick, "i,j", "i = min(T − 1, round(0.7·T)), of a preset T − 1; j = max(0, i − 1)",
          "The picked cell: query row and key column, counted from 0", read_pick, write_pick},
    choice<&Config::theme, kThemes>("theme", "auto|light|dark", "auto", "auto follows the reader's system"),
    integer<&Config::layers>("layers", "1..64", "3; the preset's own", "L: stacked layers", kMaxLayers),
    Field{"pattern", FieldKind::kPattern, "1 to 64 letters, each L or G", "L; the preset's own",
          "One letter a layer, repeated: L reads its window, G reads everything", read_pattern, write_pattern},
    number<&Config::alpha>("alpha", "0..1", "0",
                           "α, the weight of the residual: each layer gives α·h + (1 − α)·layer(h)", 0, 1),
    choice<&Config::norm, kNorms>("norm", "none|rms", "none", "What each layer does to its input first"),
    flag<&Config::shared>("shared", "0", "Every layer has the first one's weights"),
    unset_integer<&Config::layer>("layer", "1..64, at most L", "the first in the panels, the last in reach",
                                  "The layer that is shown, or from which a token is followed down", 1, kMaxLayers),
    unset_integer<&Config::needle>("needle", "0 to T − 1", "the middle token", "The token whose traces are followed", 0,
                                   kMaxDepthTokens - 1),
    number<&Config::epsilon>("epsilon", "0.000001..0.5", "0.01", "ε: the share of the needle that counts as arrived",
                             kMinEpsilon, kMaxEpsilon),
    choice<&Config::axis, kAxes>("axis", "linear|log", "linear", "How the soft reach is plotted"),
    choice<&Config::preset, kPresetKeys>(
        "preset",
        "mistral-7b|gemma-2-2b|gemma-2-9b|gemma-2-27b|gemma-3-270m|gemma-3-1b|gemma-3-4b|gemma-3-12b|gemma-3-27b|"
        "longformer-base|tokens-100k",
        "none", "Published sizes: the defaults of t, h, d, w, causal, layers and pattern; a text or an example wins"),
    choice<&Config::stage, kStages>(
        "stage", "project|cut|split|reshelve|flip|score|scale|mask|strike|softmax|blend|merge|output", "project",
        "The move that the stage view shows"),
    choice<&Config::move, kMoves>("move", "cut|split|reshelve|flip|flips|contiguous|merge", "flips",
                                  "The move that the strides view shows; flips: both of them side by side"),
};

/// In a Markdown table | ends a cell, so it is escaped.
std::string markdown_cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::span<const Field> field_table() { return kFields; }

const Field* find_field(std::string_view key) {
  for (const Field& field : kFields) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

std::string_view kind_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::kInteger:
      return "integer";
    case FieldKind::kFlag:
      return "flag";
    case FieldKind::kChoice:
      return "choice";
    case FieldKind::kText:
      return "text";
    case FieldKind::kPick:
      return "pick";
    case FieldKind::kNumber:
      return "number";
    case FieldKind::kPattern:
      return "pattern";
    case FieldKind::kUnsetInteger:
      return "integer";
  }
  return "";
}

std::string field_table_markdown() {
  std::string out = "| key | values | default | meaning |\n|---|---|---|---|\n";
  for (const Field& field : kFields) {
    out += "| `" + std::string(field.key) + "` | " + markdown_cell(field.legal) + " | " +
           markdown_cell(field.fallback) + " | " + markdown_cell(field.meaning) + " |\n";
  }
  return out;
}

std::string field_table_json() {
  std::string out = "[";
  for (const Field& field : kFields) {
    if (out.size() > 1) out += ",";
    out += "{\"key\":" + json_string(field.key) + ",\"kind\":" + json_string(kind_name(field.kind)) +
           ",\"legal\":" + json_string(field.legal) + ",\"default\":" + json_string(field.fallback) +
           ",\"meaning\":" + json_string(field.meaning);
    if (field.high > field.low) {
      out += ",\"low\":" + write_decimal(field.low) + ",\"high\":" + write_decimal(field.high);
    }
    if (!field.choices.empty()) {
      out += ",\"choices\":[";
      for (const std::string_view& name : field.choices) {
        if (&name != &field.choices.front()) out += ",";
        out += json_string(name);
      }
      out += "]";
    }
    out += "}";
  }
  return out + "]";
}

}  // namespace bandscope::config
