// What a query asked for, before any of it is believed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/field_table.h"
#include "config/notices.h"

namespace bandscope::config {

/// The decoded values that a query gives, one slot for each row of the field table.
class Asked {
 public:
  Asked();
  /// Null where the query does not give the key.
  const std::string* value(std::string_view key) const;
  const std::string* value(const Field& field) const;
  /// True where the key had a value before.
  bool set(const Field& field, std::string value);

 private:
  std::vector<std::optional<std::string>> values_;
};

/// Reads a query's pieces. Unknown keys, repeated keys and broken percent-encoding are said in `notices`.
/// `any` is set where the query holds anything at all, known or not.
Asked gather(std::string_view query, Notices& notices, bool& any);

/// A field's name in a sentence: T, H, D, W for the letters, else its key.
std::string name_of(const Field& field);

/// For a query's value: letters, digits, - . _ ~ and the comma stay, a space becomes +, all else %XX.
std::string percent_encoded(std::string_view text);

/// clamp() that says numbers as the query wrote them.
Config clamp_asked(const Config& config, const Asked& asked, Notices& notices);

}  // namespace bandscope::config
