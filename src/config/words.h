// A text cut into tokens. The rules stand beside the text box, word for word as `kWordRules`.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace bandscope::config {

/// Splits UTF-8 text at white space; . , ; : ! ? ( ) [ ] { } “ ” " … – — and quotes at a word's ends are tokens,
/// one each; inner ' ’ - stay. White space is Unicode's, with the invisible U+200B and U+FEFF; quotes at a word's ends
/// are ' ‘ ’ ‚ ‛ „ ‟ « » ‹ ›. Bytes that are not UTF-8 become U+FFFD.
std::vector<std::string> split_words(std::string_view text);

/// How many tokens split_words gives, counted no further than `at_most`, without making them.
int count_words(std::string_view text, int at_most = std::numeric_limits<int>::max());

/// Characters (code points) of UTF-8 text: links carry up to 2,000.
int count_characters(std::string_view text);

inline constexpr std::string_view kWordRules =
    "Split at spaces. Punctuation marks are tokens of their own; an apostrophe or hyphen inside a word stays. "
    "“The” and “the” differ. A text without spaces is one word.";

}  // namespace bandscope::config
