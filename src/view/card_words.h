// The words of the card: titles, tests, and what a built head is meant to look at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "engine/explain.h"
#include "engine/trace.h"
#include "view/card.h"
#include "view/rich_text.h"

namespace bandscope::view {

/// "₁₇"
std::string subscript(int number);
/// Code points of UTF-8 text.
int characters(std::string_view text);
/// "not yet", "too old", "too far"
std::string struck_word(engine::Struck struck);

/// "future? 16 ≤ 17 no, keep" and so on: the tests that a pair has to pass, with their numbers.
std::vector<CardLine> tests_of(config::Pick cell, int window, bool causal, bool unmasked, engine::Struck struck);

/// "Head 1 is built to look at the same word.", and where that cannot work, why. Empty where no head is built.
std::vector<Run> built_note(const config::Config& config, int head, int query, const engine::Trace<float>& trace,
                            const std::vector<std::string>& words);

/// Titles, with a token's own word where it has one.
class CardWords {
 public:
  explicit CardWords(const std::vector<std::string>& words) : words_(words) {}
  std::vector<Run> reads(config::Pick cell, int head, bool struck) const;
  std::vector<Run> reads_short(config::Pick cell, int head, bool struck) const;
  std::vector<Run> merged(int query, int head, int number) const;
  std::vector<Run> merged_short(int query, int head, int number) const;
  std::string key(int index) const;       // its word, or its number
  std::string key_name(int index) const;  // "key 1"

 private:
  std::string word(int index) const;  // empty where tokens have none
  const std::vector<std::string>& words_;
};

}  // namespace bandscope::view
