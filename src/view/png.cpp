#include "view/png.h"

#include <algorithm>
#include <array>

namespace bandscope::view {
namespace {

std::uint8_t byte_of(char c) { return static_cast<std::uint8_t>(c); }

void append_u32(std::string& to, std::uint32_t v) {
  for (int shift : {24, 16, 8, 0}) to += static_cast<char>((v >> shift) & 0xFFu);
}

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (char c : bytes) {
    crc ^= byte_of(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

std::uint32_t adler32(std::string_view bytes) {
  std::uint32_t a = 1, b = 0;
  for (char c : bytes) {
    a = (a + byte_of(c)) % 65521u;
    b = (b + a) % 65521u;
  }
  return (b << 16) | a;
}

/// A zlib stream of stored blocks.
std::string stored(std::string_view bytes) {
  constexpr std::size_t kBlock = 0xFFFF;
  std::string out = "\x78\x01";
  for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
    std::size_t length = std::min(kBlock, bytes.size() - at);
    out += at + length == bytes.size() ? '\1' : '\0';
    for (std::size_t n : {length, ~length}) {
      out += static_cast<char>(n & 0xFFu);
      out += static_cast<char>((n >> 8) & 0xFFu);
    }
    out += bytes.substr(at, length);
  }
  append_u32(out, adler32(bytes));
  return out;
}

void append_chunk(std::string& to, std::string_view type, std::string_view data) {
  append_u32(to, static_cast<std::uint32_t>(data.size()));
  std::string body = std::string(type).append(data);
  to += body;
  append_u32(to, crc32(body));
}

}  // namespace

std::string png(const Bitmap& bitmap) {
  std::string header;
  append_u32(header, static_cast<std::uint32_t>(bitmap.width));
  append_u32(header, static_cast<std::uint32_t>(bitmap.height));
  constexpr std::array<char, 5> kEightBitRgba = {8, 6, 0, 0, 0};
  header.append(kEightBitRgba.data(), kEightBitRgba.size());

  std::string rows;
  for (std::size_t i = 0; i < bitmap.texels.size(); ++i) {
    if (i % static_cast<std::size_t>(bitmap.width) == 0) rows += '\0';  // the row is not filtered
    Rgba c = bitmap.texels[i];
    for (std::uint8_t v : {c.r, c.g, c.b, c.a}) rows += static_cast<char>(v);
  }

  std::string out = "\x89PNG\r\n\x1a\n";
  append_chunk(out, "IHDR", header);
  append_chunk(out, "IDAT", stored(rows));
  append_chunk(out, "IEND", "");
  return out;
}

std::string png_data_uri(const Bitmap& bitmap) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes = png(bitmap);
  std::string out = "data:image/png;base64,";
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::size_t left = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) group = (group << 8) | (i < left ? byte_of(bytes[at + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i) out += i <= left ? kDigits[(group >> (18 - 6 * i)) & 63u] : '=';
  }
  return out;
}

}  // namespace bandscope::view
