// What may not happen to the texts of a frame: that two lie on each other, that one leaves its panel or the page, or
// that one is too small to read. Used over every view, width and theme.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "view/painter.h"

namespace bandscope::test {

struct TextRules {
  view::Box page;  // no text leaves it
  /// Where each panel's texts must stay; a panel that is not named here only has to stay on the page.
  std::map<std::string, view::Box, std::less<>> areas;
  /// Ink bounds are rounded out to device pixels, and pieces of one line stand close: this much is no overlap.
  float slack = 1;
};

/// One line for each fault, naming the texts; empty when all is well. Texts on different layers may overlap (a menu
/// lies over the page), and so may chips and what they cover.
std::vector<std::string> text_faults(std::span<const view::TextRecord> records, const TextRules& rules);

/// The lines under each other, for a test's message.
std::string joined(std::span<const std::string> lines);

}  // namespace bandscope::test
