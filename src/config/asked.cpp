#include "config/asked.h"

#include <charconv>
#include <utility>

#include "config/numbers.h"

namespace bandscope::config {
namespace {

/// Two hexadecimal digits, or -1.
int hex_byte(std::string_view digits) {
  int value = -1;
  const char* const end = digits.data() + digits.size();
  if (digits.size() != 2 || digits.front() == '-') return -1;
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  return error == std::errc() && stop == end ? value : -1;
}

/// A % that is not followed by two hexadecimal digits stands for itself; the first such is said.
std::string percent_decoded(std::string_view text, Notices& notices) {
  std::string out;
  bool said = false;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '+') {
      out += ' ';
    } else if (text[at] != '%') {
      out += text[at];
    } else if (const int byte = hex_byte(text.substr(at + 1, 2)); byte >= 0) {
      out += static_cast<char>(static_cast<unsigned char>(byte));
      at += 2;
    } else {
      out += '%';
      if (!said) notices.add(quoted(text.substr(at, 3)) + " is not percent-encoding: read as it is written");
      said = true;
    }
  }
  return out;
}

}  // namespace

Asked::Asked() : values_(field_table().size()) {}

const std::string* Asked::value(std::string_view key) const {
  const Field* field = find_field(key);
  return field == nullptr ? nullptr : value(*field);
}

const std::string* Asked::value(const Field& field) const {
  const std::optional<std::string>& slot = values_[static_cast<std::size_t>(&field - field_table().data())];
  return slot ? &*slot : nullptr;
}

bool Asked::set(const Field& field, std::string value) {
  std::optional<std::string>& slot = values_[static_cast<std::size_t>(&field - field_table().data())];
  const bool before = slot.has_value();
  slot = std::move(value);
  return before;
}

Asked gather(std::string_view query, Notices& notices, bool& any) {
  Asked asked;
  any = false;
  if (query.starts_with('?')) query.remove_prefix(1);
  while (!query.empty()) {
    const std::string_view piece = query.substr(0, query.find('&'));
    query.remove_prefix(piece.size() < query.size() ? piece.size() + 1 : piece.size());
    if (piece.empty()) continue;
    any = true;
    const std::size_t equals = piece.find('=');
    const std::string key = percent_decoded(piece.substr(0, equals), notices);
    std::string value =
        equals == std::string_view::npos ? std::string() : percent_decoded(piece.substr(equals + 1), notices);
    if (const Field* field = find_field(key); field != nullptr) {
      if (asked.set(*field, std::move(value))) {
        notices.add(name_of(*field) + " is given more than once: the last counts");
      }
    } else if (key != "v") {
      notices.add(quoted(key.empty() ? piece : std::string_view(key)) + " is not a setting: left out");
    } else if (trimmed(value) != "1") {
      notices.add("v " + quoted(value) + " is not known here: the link is read as v = 1");
    }
  }
  return asked;
}

std::string name_of(const Field& field) {
  // The four letters are the keys of one character.
  if (field.key.size() == 1) return std::string(1, static_cast<char>(field.key.front() - 'a' + 'A'));
  return std::string(field.key);
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kKept = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,";
  std::string out;
  for (const char c : text) {
    if (c == ' ') {
      out += '+';
    } else if (kKept.find(c) != std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

}  // namespace bandscope::config
