#include "config/words.h"

#include <algorithm>
#include <limits>

#include "config/utf8.h"

namespace bandscope::config {
namespace {

/// A token of its own wherever it stands.
bool is_mark(char32_t code) {
  switch (code) {
    case U'.':
    case U',':
    case U';':
    case U':':
    case U'!':
    case U'?':
    case U'(':
    case U')':
    case U'[':
    case U']':
    case U'{':
    case U'}':
    case U'"':
    case U'\u201C':
    case U'\u201D':
    case U'\u2026':
    case U'\u2013':
    case U'\u2014':
      return true;
    default:
      return false;
  }
}

/// A token of its own at either end of a word; inside a word (don't) it stays.
bool is_quote(char32_t code) {
  switch (code) {
    case U'\'':
    case U'\u00AB':
    case U'\u00BB':
    case U'\u2018':
    case U'\u2019':
    case U'\u201A':
    case U'\u201B':
    case U'\u201E':
    case U'\u201F':
    case U'\u2039':
    case U'\u203A':
      return true;
    default:
      return false;
  }
}

/// Calls visit(token's bytes) for each token in order, until it returns false.
template <typename Visit>
void each_token(std::string_view text, Visit visit) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Character first = decode(text, at);
    if (is_space(first.code)) {
      at += first.bytes;
      continue;
    }
    if (is_mark(first.code) || is_quote(first.code)) {
      if (!visit(text.substr(at, first.bytes))) return;
      at += first.bytes;
      continue;
    }
    // A word up to the next space or mark. Its trailing quotes are left for the loop above.
    const std::size_t start = at;
    std::size_t end = at;
    while (at < text.size()) {
      const Character next = decode(text, at);
      if (is_space(next.code) || is_mark(next.code)) break;
      at += next.bytes;
      if (!is_quote(next.code)) end = at;
    }
    if (!visit(text.substr(start, end - start))) return;
    at = end;
  }
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  each_token(text, [&words](std::string_view token) {
    words.push_back(clean_utf8(token));
    return true;
  });
  return words;
}

int count_words(std::string_view text, int at_most) {
  int count = 0;
  if (at_most < 1) return 0;
  each_token(text, [&count, at_most](std::string_view) { return ++count < at_most; });
  return count;
}

int count_characters(std::string_view text) {
  int count = 0;
  for (std::size_t at = 0; at < text.size() && count < std::numeric_limits<int>::max(); ++count) {
    at += decode(text, at).bytes;
  }
  return count;
}

}  // namespace bandscope::config
