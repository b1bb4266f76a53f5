#include "view/utf8.h"

#include <array>
#include <cstdio>

namespace bandscope::view {

CodePoint code_point_at(std::string_view text, std::size_t at) {
  constexpr CodePoint kBroken = {0xFFFD, 1};
  auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  unsigned lead = byte(at);
  if (lead < 0x80) return {static_cast<char32_t>(lead), 1};
  std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return kBroken;
  char32_t value = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    unsigned next = byte(at + i);
    if ((next & 0xC0u) != 0x80u) return kBroken;
    value = (value << 6) | (next & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return kBroken;
  return {value, length};
}

std::string code_point_name(char32_t value) {
  std::array<char, 16> buffer;
  int length = std::snprintf(buffer.data(), buffer.size(), "U+%04X", static_cast<unsigned>(value));
  return {buffer.data(), static_cast<std::size_t>(length)};
}

}  // namespace bandscope::view
