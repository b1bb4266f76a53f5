// Seeded states and queries for the property tests, and what "legal" means, written out apart from clamp().
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "config/config.h"
#include "config/presets.h"
#include "config/words.h"

namespace bandscope::test {

class RandomStates {
 public:
  explicit RandomStates(unsigned seed) : bits_(seed) {}

  /// 0..below - 1, the same on every platform (the standard distributions are not).
  int below(int below) { return static_cast<int>(bits_() % static_cast<unsigned>(below)); }
  bool coin() { return below(2) == 1; }

  template <std::size_t kCount>
  std::string_view one_of(const std::array<std::string_view, kCount>& of) {
    return of[static_cast<std::size_t>(below(static_cast<int>(kCount)))];
  }

  int number() {
    switch (below(6)) {
      case 0:
        return below(5) - 1;
      case 1:
        return below(300);
      case 2:
        return below(3'000'000);
      case 3:
        return -below(1'000'000'000);
      case 4:
        return std::numeric_limits<int>::max() - below(2);
      default:
        return 1 + below(64);
    }
  }

  double decimal() {
    constexpr std::array kOdd = {-1.0,
                                 0.0,
                                 1.0,
                                 2.0,
                                 0.5,
                                 1e-9,
                                 1e300,
                                 std::numeric_limits<double>::quiet_NaN(),
                                 -std::numeric_limits<double>::infinity()};
    return coin() ? kOdd[static_cast<std::size_t>(below(static_cast<int>(kOdd.size())))] : below(1'000'000'000) / 1e9;
  }

  std::string words(int most) {
    constexpr std::array<std::string_view, 14> kParts = {"the",   "The", "don't", "well-known", "naïve",
                                                         "東京",  "🙂",  "...",   "“quoted”",   "‘x’",
                                                         "a&b=c", "1+1", "50%",   "?"};
    constexpr std::array<std::string_view, 5> kGaps = {" ", "  ", "\n", "\u00A0", ""};
    std::string text;
    for (int left = below(most + 1); left > 0; --left) {
      text += one_of(kParts);
      text += one_of(kGaps);
    }
    return text;
  }

  /// Anything at all in any field, as a program could make it.
  config::Config config() {
    using namespace config;
    Config config;
    config.tokens = number();
    config.heads = number();
    config.head_width = number();
    config.window = number();
    config.causal = coin();
    config.scale = coin();
    config.strike = coin() ? Strike::kZero : Strike::kInfinity;
    config.tie = coin();
    config.seed = static_cast<std::uint32_t>(bits_());
    config.head = coin() ? number() : below(4) - 1;
    config.example = coin() ? Example::kNone : static_cast<Example>(below(4));
    if (coin()) config.text = words(12);
    config.positions = coin();
    config.weights = coin() ? Weights::kBuilt : Weights::kRandom;
    config.view = static_cast<View>(below(8));
    config.show = static_cast<Show>(below(3));
    if (coin()) config.pick = Pick{number(), number()};
    config.theme = static_cast<Theme>(below(3));
    config.layers = number();
    constexpr std::array<std::string_view, 6> kPatterns = {"L", "G", "LG", "LLLLLG", "", "LX"};
    config.pattern = one_of(kPatterns);
    config.alpha = decimal();
    config.norm = coin() ? Norm::kRms : Norm::kNone;
    config.shared = coin();
    if (coin()) config.layer = number();
    if (coin()) config.needle = number();
    config.epsilon = decimal();
    config.axis = coin() ? Axis::kLog : Axis::kLinear;
    if (coin()) config.preset = static_cast<Preset>(below(static_cast<int>(kPresetCount) + 1));
    return config;
  }

  /// Bytes that look more or less like a query: known and unknown keys, good and bad values, broken encoding.
  std::string query() {
    constexpr std::array<std::string_view, 34> kKeys = {
        "t",    "h",       "d",     "w",         "causal",  "scale", "strike", "tie",     "seed",
        "head", "example", "text",  "positions", "weights", "view",  "show",   "pick",    "theme",
        "v",    "",        "T",     "foo",       "%74",     "te+xt", "layers", "pattern", "alpha",
        "norm", "shared",  "layer", "needle",    "epsilon", "axis",  "preset"};
    constexpr std::array<std::string_view, 40> kValues = {
        "1",
        "0",
        "-1",
        "7",
        "256",
        "257",
        "1000001",
        "99999999999999999999999",
        "-99999999999999999999",
        "1.5",
        "1e3",
        "0x10",
        "",
        "all",
        "inf",
        "zero",
        "nolan",
        "sliding-window",
        "shapes",
        "built",
        "random",
        "band",
        "reach",
        "LLG",
        "0.5",
        "rms",
        "log",
        "mistral-7b",
        "raw",
        "dark",
        "3,2",
        "99,99",
        "-1,-1",
        "a+b+c,d",
        "%",
        "%zz",
        "%00",
        "%FF%FE",
        "%E6%9D%B1",
        "+",
    };
    std::string query = coin() ? "?" : "";
    for (int left = below(9); left > 0; --left) {
      query += one_of(kKeys);
      if (below(8) > 0) query += "=";
      if (below(6) > 0) {
        query += one_of(kValues);
      } else {
        query += bytes(20);
      }
      if (below(12) > 0) query += "&";
    }
    return query;
  }

  std::string bytes(int most) {
    std::string bytes;
    for (int left = below(most + 1); left > 0; --left) bytes += static_cast<char>(below(256));
    return bytes;
  }

 private:
  std::mt19937 bits_;
};

/// Every field is one that the layer, the panels and a link can hold.
inline bool is_legal(const config::Config& config) {
  using namespace config;
  const bool example = config.example != Example::kNone;
  const bool nolan = config.example == Example::kNolan;
  const int words = static_cast<int>(split_words(config.text).size());
  if (example && !config.text.empty()) return false;
  if (!config.text.empty() && words == 0) return false;
  const int rows = config.example == Example::kShapes ? 3 : nolan ? 2 : 4;
  const bool depth = config.view == View::kReach || config.view == View::kNeedle || config.view == View::kCost;
  const int widest = depth ? 1'000'000'000 : 1'000'000;
  const int most = example ? rows : config.text.empty() ? widest : words;
  if (config.tokens < 1 || config.tokens > most) return false;
  if (example && config.heads * config.head_width != 4) return false;
  if (config.heads < 1 || config.heads > 64 || config.head_width < 1 || config.head_width > 256) return false;
  if (config.window != kAllKeys && (config.window < 1 || config.window > widest)) return false;
  if (nolan && (depth || config.layers != 1)) return false;
  if (config.layers < 1 || config.layers > 64 || config.pattern.empty() || config.pattern.size() > 64) return false;
  if (config.pattern.find_first_not_of("LG") != std::string::npos) return false;
  if (!(config.alpha >= 0 && config.alpha <= 1) || !(config.epsilon >= 1e-6 && config.epsilon <= 0.5)) return false;
  if (config.layer && (*config.layer < 1 || *config.layer > 64)) return false;
  if (config.needle && (*config.needle < 0 || *config.needle >= config.tokens)) return false;
  if (config.preset != Preset::kNone && (example || !config.text.empty())) return false;
  if (nolan && (config.window != kAllKeys || config.causal || config.tie)) return false;
  if (config.strike == Strike::kZero && nolan) return false;
  if (config.weights == Weights::kBuilt && config.text.empty()) return false;
  if (config.positions && config.text.empty()) return false;
  if (config.head != kAllHeads && (config.head < 0 || config.head >= config.heads)) return false;
  const int queries = nolan ? 1 : config.tokens;
  return !config.pick || (config.pick->query >= 0 && config.pick->query < queries && config.pick->key >= 0 &&
                          config.pick->key < config.tokens);
}

/// A sentence that can be shown: not empty, not long, valid UTF-8 without control characters.
inline bool is_showable(std::string_view notice) {
  if (notice.empty() || config::count_characters(notice) > 90) return false;
  return std::none_of(notice.begin(), notice.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

}  // namespace bandscope::test
