// What had to be changed, said in a few short sentences that are safe to show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bandscope::config {

/// A reader's own words for a sentence: no control characters, cut with … after `most` characters.
std::string shown(std::string_view words, int most = 20);
/// The same in “ ”.
std::string quoted(std::string_view words);

/// Collects sentences: none twice, each cut to kNoticeCharacters, and no more than kMaxNotices.
class Notices {
 public:
  void add(std::string_view sentence);
  /// The sentences; where there were too many the last says how many are left out.
  std::vector<std::string> take();

 private:
  std::vector<std::string> sentences_;
  int more_ = 0;
};

}  // namespace bandscope::config
