// The one table behind URL, attributes, get(), set(), README and tests. A URL parameter is one row here.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "config/config.h"

namespace bandscope::config {

enum class FieldKind { kInteger, kFlag, kChoice, kText, kPick, kNumber, kPattern, kUnsetInteger };

/// One row: its key, kind, legal values in words, and how it is read from and written to a Config.
struct Field {
  std::string_view key;
  FieldKind kind;
  std::string_view legal;     // for README, e.g. "1..1,000,000" or "inf|zero"
  std::string_view fallback;  // the default in words, e.g. "16; a text's own token count"
  std::string_view meaning;   // one plain sentence for README
  /// Reads `value` into the config; false where it is not of the field's kind (the config is left alone).
  /// A number too large for its type is read as the largest, so that clamp() can say so.
  bool (*read)(std::string_view value, Config& config);
  std::string (*write)(const Config& config);
  std::span<const std::string_view> choices = {};  // the words that are accepted (kChoice; "all" of w and head)
  // kInteger, kNumber: the legal range in any state; limits.h narrows it.
  double low = 0;
  double high = 0;
};

std::span<const Field> field_table();
/// The row with this key, or null.
const Field* find_field(std::string_view key);
/// The kind as it is written in JSON: integer (also one that may be unset, which is ""), flag, choice, text, pick,
/// number or pattern.
std::string_view kind_name(FieldKind kind);

/// README's table of keys, between its `fields` markers: a test holds the two together.
std::string field_table_markdown();
/// [{"key", "kind", "legal", "default", "meaning", "choices", "low", "high"}, ...]: the page gives it to programs.
std::string field_table_json();

}  // namespace bandscope::config
