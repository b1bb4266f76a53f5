// Links are for ever, and so are the numbers behind them: each frozen link's last merged rows, as they were when the
// link was first opened. A link may be added (run `ui_tests "[.freeze]"` and put its line into the file), never
// changed.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "app/state.h"
#include "support/golden.h"

namespace {

using namespace bandscope;

/// The last two merged rows (fewer where there are fewer): they read all that a link chooses.
std::vector<double> last_rows(std::string_view link) {
  app::State state;
  app::Numbers numbers;
  app::open(state, numbers, link);
  numbers.finish();
  const auto& merged = numbers.trace().merged;
  const auto row = static_cast<std::size_t>(numbers.trace().shape.merged_width());
  const std::size_t count = std::min(merged.size(), 2 * row);
  return {merged.end() - static_cast<std::ptrdiff_t>(count), merged.end()};
}

}  // namespace

TEST_CASE("Frozen links open with the numbers that they were frozen with", "[app][links]") {
  const auto frozen = support::golden("frozen_links");
  std::set<std::string> links;
  for (const auto& entry : frozen) {
    const std::string link = entry.at("link");
    links.insert(link);
    CAPTURE(link);
    CHECK(support::array_error(last_rows(link), support::flat(entry.at("merged_end"))) < 1e-5);
  }
  CHECK(links.size() >= 20);
}

TEST_CASE("Writes the frozen links' file anew, for a link that is added", "[.freeze]") {
  std::string json = "[";
  for (const auto& entry : support::golden("frozen_links")) {
    const std::string link = entry.at("link");
    json += (json.size() > 1 ? ",\n" : "\n") + nlohmann::json{{"link", link}, {"merged_end", last_rows(link)}}.dump();
  }
  std::printf("%s\n]\n", json.c_str());
}
