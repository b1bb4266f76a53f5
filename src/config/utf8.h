// UTF-8, read so that any bytes are safe: what is not UTF-8 is read as U+FFFD.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bandscope::config {

inline constexpr char32_t kReplacement = 0xFFFD;

/// One character and the bytes that it took (at least 1).
struct Character {
  char32_t code = kReplacement;
  std::size_t bytes = 1;
  bool valid = false;
};

/// The character at `at`, which must be inside the text. Bytes that are not UTF-8 are cut as the web's decoders cut
/// them: a broken sequence's longest good beginning is one U+FFFD.
Character decode(std::string_view text, std::size_t at);

/// Adds the UTF-8 bytes of a code point.
void append_utf8(char32_t code, std::string& out);

/// White space at which words part: Unicode's White_Space, and the invisible U+200B and U+FEFF (pasted text has them).
bool is_space(char32_t code);

/// The text with U+FFFD for bytes that are not UTF-8 and for U+0000, which would end a C string.
std::string clean_utf8(std::string_view text);

}  // namespace bandscope::config
