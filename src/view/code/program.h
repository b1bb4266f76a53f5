// The state as a program that a reader can run: NumPy or PyTorch, its inputs drawn by the generator itself or written
// out, so that it needs no file and no network.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"

namespace bandscope::view {

enum class Language { kNumpy, kTorch };

/// No longer program is written: a text of very many words would be one.
inline constexpr std::size_t kMostProgramBytes = 100'000;

struct Program {
  std::string text;  // empty where there is none
  std::string off;   // why there is none, in one plain sentence
};

/// `words` are the tokens of the config's text, else empty. The program computes in float64 what the panels show of
/// this config, and prints its last result as JSON on its last line: output, or merged where there is no W_o.
Program program(Language language, const config::Config& config, const std::vector<std::string>& words);

}  // namespace bandscope::view
