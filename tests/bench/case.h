// What the benchmark times: a case is opened by words, run as often as is asked, and says what a run is worth.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bandscope::bench {

struct Case {
  std::function<void()> run;
  /// A JSON object: what a run does ("operations", two a multiply-add), and what else is worth telling.
  std::string facts = "{}";
  /// The numbers that the last run made; null where nobody checks them.
  std::function<std::span<const float>()> result;
};

/// Each takes the words after its name, and gives null where it cannot.
using Words = std::span<const std::string>;
/// TILE: a multiply-and-add loop over panels in the first cache, by tile shape.
std::unique_ptr<Case> ceiling_case(Words words);
std::size_t ceiling_tiles();
/// NAME ROWS KEYS DEPTH WINDOW: a kernel of the registry.
std::unique_ptr<Case> kernel_case(Words words);
/// LETTER T H D W merged|output: a step of a slider there and the next one back, as the page makes it.
std::unique_ptr<Case> slider_case(Words words);
/// T C H W: a layer without a Trace, and how much memory it took; in a program that did nothing before.
std::unique_ptr<Case> memory_case(Words words);
/// KIND T C H W FOLDER: a layer or core of the inputs that lie in the folder as raw float32.
std::unique_ptr<Case> file_case(Words words);

/// Near normal numbers of variance 1, the same everywhere.
std::vector<float> drawn(std::size_t count, unsigned seed);
/// A word as a positive number, else 0.
int number(Words words, std::size_t at);

}  // namespace bandscope::bench
