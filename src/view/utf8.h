// UTF-8, one code point at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bandscope::view {

struct CodePoint {
  char32_t value = 0;      // U+FFFD where the bytes are not UTF-8
  std::size_t length = 1;  // bytes taken, at least one
};

/// The code point that begins at byte `at`, which is inside the text.
CodePoint code_point_at(std::string_view text, std::size_t at);
/// "U+6771"
std::string code_point_name(char32_t value);

}  // namespace bandscope::view
