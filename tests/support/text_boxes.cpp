#include "support/text_boxes.h"

#include <sstream>

namespace bandscope::test {
namespace {

using view::Box;
using view::TextRecord;

std::string described(const TextRecord& r) {
  std::ostringstream out;
  out << '"' << r.text << "\" of " << (r.panel.empty() ? "(no panel)" : r.panel) << " at " << r.ink.x << ", " << r.ink.y
      << ", " << r.ink.width << " x " << r.ink.height;
  return out.str();
}

/// Overlap in both directions by more than the slack.
bool overlap(const Box& a, const Box& b, float slack) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > slack &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > slack;
}

}  // namespace

std::vector<std::string> text_faults(std::span<const TextRecord> records, const TextRules& rules) {
  std::vector<std::string> faults;
  constexpr int kSmallest = 11;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const TextRecord& r = records[i];
    if (static_cast<int>(r.style.size) < kSmallest) faults.push_back("under 11 px: " + described(r));
    if (!rules.page.holds(r.ink, rules.slack)) faults.push_back("leaves the page: " + described(r));
    auto area = rules.areas.find(r.panel);
    if (area != rules.areas.end() && !area->second.holds(r.ink, rules.slack))
      faults.push_back("leaves its panel: " + described(r));
    if (r.style.chip) continue;
    for (std::size_t j = 0; j < i; ++j) {
      const TextRecord& other = records[j];
      if (other.style.chip || other.layer != r.layer) continue;
      if (overlap(r.ink, other.ink, rules.slack))
        faults.push_back("overlap: " + described(other) + " and " + described(r));
    }
  }
  return faults;
}

std::string joined(std::span<const std::string> lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace bandscope::test
