// A text cut into tokens. The rules stand beside the text box, word for word as `kWordRules`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bandscope::config {

/// Splits UTF-8 text at white space; . , ; : ! ? ( ) [ ] { } “ ” " … – — and quotes at a word's ends are tokens,
/// one each; inner ' ’ - stay. Bytes that are not UTF-8 become U+FFFD.
std::vector<std::string> split_words(std::string_view text);

/// Characters (code points) of UTF-8 text: links carry up to 2,000.
int count_characters(std::string_view text);

inline constexpr std::string_view kWordRules =
    "Split at spaces. Punctuation marks are tokens of their own; an apostrophe or hyphen inside a word stays. "
    "“The” and “the” differ. A text without spaces is one word.";

}  // namespace bandscope::config
