#include "config/utf8.h"

namespace bandscope::config {
namespace {

/// What a lead byte promises: how many bytes follow, and the range of the first of them (narrower where the sequence
/// could else be overlong, a surrogate, or over U+10FFFF).
struct Lead {
  int following = 0;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  char32_t bits = 0;
};

Lead lead_of(unsigned byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF, byte & 0x1F};
  if (byte >= 0xE0 && byte <= 0xEF) {
    const unsigned low = byte == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = byte == 0xED ? 0x9F : 0xBF;
    return {2, low, high, byte & 0x0F};
  }
  if (byte >= 0xF0 && byte <= 0xF4) {
    const unsigned low = byte == 0xF0 ? 0x90 : 0x80;
    const unsigned high = byte == 0xF4 ? 0x8F : 0xBF;
    return {3, low, high, byte & 0x07};
  }
  return {};
}

char byte_of(char32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); }

}  // namespace

Character decode(std::string_view text, std::size_t at) {
  const unsigned first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1, true};
  const Lead lead = lead_of(first);
  if (lead.following == 0) return {};
  char32_t code = lead.bits;
  std::size_t bytes = 1;
  for (int i = 0; i < lead.following; ++i, ++bytes) {
    if (at + bytes >= text.size()) return {kReplacement, bytes, false};
    const unsigned next = static_cast<unsigned char>(text[at + bytes]);
    const unsigned low = i == 0 ? lead.low : 0x80;
    const unsigned high = i == 0 ? lead.high : 0xBF;
    if (next < low || next > high) return {kReplacement, bytes, false};
    code = (code << 6) | (next & 0x3F);
  }
  return {code, bytes, true};
}

void append_utf8(char32_t code, std::string& out) {
  if (code < 0x80) {
    out += byte_of(code);
  } else if (code < 0x800) {
    out += byte_of(0xC0 | (code >> 6));
    out += byte_of(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += byte_of(0xE0 | (code >> 12));
    out += byte_of(0x80 | ((code >> 6) & 0x3F));
    out += byte_of(0x80 | (code & 0x3F));
  } else {
    out += byte_of(0xF0 | (code >> 18));
    out += byte_of(0x80 | ((code >> 12) & 0x3F));
    out += byte_of(0x80 | ((code >> 6) & 0x3F));
    out += byte_of(0x80 | (code & 0x3F));
  }
}

bool is_space(char32_t code) {
  if (code < 0x80) return code == U' ' || (code >= 0x09 && code <= 0x0D);
  if (code >= 0x2000 && code <= 0x200B) return true;  // 200B is an invisible word break
  switch (code) {
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
    case 0xFEFF:
      return true;
    default:
      return false;
  }
}

std::string clean_utf8(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character character = decode(text, at);
    append_utf8(character.code == 0 ? kReplacement : character.code, clean);
    at += character.bytes;
  }
  return clean;
}

}  // namespace bandscope::config
