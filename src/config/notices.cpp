#include "config/notices.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "config/numbers.h"
#include "config/query.h"
#include "config/utf8.h"

namespace bandscope::config {
namespace {

/// Characters that would not show, or would turn the rest of the line round.
bool is_unsafe(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

}  // namespace

std::string shown(std::string_view words, int most) {
  std::string out;
  int count = 0;
  for (std::size_t at = 0; at < words.size(); ++count) {
    const Character character = decode(words, at);
    const bool last = at + character.bytes >= words.size();
    if (count + 1 >= most && !last) return out + "…";
    append_utf8(is_unsafe(character.code) ? kReplacement : character.code, out);
    at += character.bytes;
  }
  return out;
}

std::string quoted(std::string_view words) { return "“" + shown(words) + "”"; }

void Notices::add(std::string_view sentence) {
  std::string safe = shown(sentence, kNoticeCharacters);
  if (std::find(sentences_.begin(), sentences_.end(), safe) != sentences_.end()) return;
  if (sentences_.size() < static_cast<std::size_t>(kMaxNotices)) {
    sentences_.push_back(std::move(safe));
  } else if (more_ < std::numeric_limits<int>::max()) {
    ++more_;
  }
}

std::vector<std::string> Notices::take() {
  if (more_ > 0) sentences_.back() = "and " + grouped(more_ + 1LL) + " more such";
  more_ = 0;
  return std::exchange(sentences_, {});
}

}  // namespace bandscope::config
