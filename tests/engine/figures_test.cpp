// Every figure that the articles print and the four panels show: golden/figures.json, shown_in foundation.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/dense.h"
#include "engine/inputs.h"
#include "support/golden.h"

using namespace bandscope;

namespace {

engine::Trace<float> example_trace(const std::string& name) {
  using engine::InputKind;
  const std::map<std::string, InputKind> kinds{
      {"shapes", InputKind::kShapes}, {"sliding-window", InputKind::kSlidingWindow}, {"nolan", InputKind::kNolan}};
  const bool nolan = name == "nolan";
  engine::InputSource source;
  const auto& tensors = source.make({.kind = kinds.at(name), .tokens = 4, .heads = nolan ? 1 : 2});
  engine::LayerSettings settings;
  settings.shape = source.shape();
  settings.window = nolan ? engine::kNoWindow : 2;
  settings.causal = !nolan;
  engine::Layer<float> layer;
  REQUIRE_FALSE(layer.run(tensors, settings));
  return layer.trace();
}

/// A trace by name, of one head where it has heads.
std::vector<float> values(const engine::Trace<float>& trace, const std::string& name, int head) {
  const auto found = engine::dense(trace, name);
  REQUIRE(found);
  const auto& array = std::get<engine::DenseArray>(*found);
  if (array.shape.size() < 3) return array.data;
  const auto size = static_cast<std::ptrdiff_t>(array.data.size()) / array.shape[0];
  return {array.data.begin() + head * size, array.data.begin() + (head + 1) * size};
}

/// The printed numbers are the first of the trace's, to the printed decimals.
void check_printed(const std::vector<float>& found, const nlohmann::json& printed, int decimals) {
  const std::vector<double> wanted = support::flat(printed);
  REQUIRE(found.size() >= wanted.size());
  const double half = 0.5 * std::pow(10.0, -decimals) + 1e-6;
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    CAPTURE(n, found[n], wanted[n]);
    CHECK(std::fabs(found[n] - wanted[n]) <= half);
  }
}

}  // namespace

TEST_CASE("Every printed figure of the foundation is reproduced") {
  const auto articles = support::golden("figures");
  int lines = 0;
  for (const auto& [article, figures] : articles.items()) {
    if (!figures.is_array()) continue;
    for (const auto& figure : figures) {
      if (figure.value("shown_in", "") != "foundation") continue;
      ++lines;
      INFO(article << ": " << figure["where"]);
      const auto trace = example_trace(figure["example"].get<std::string>());
      const int head = figure.value("head", 0);
      const auto traces = figure["trace"].get<std::string>();
      // A figure that the article rounded by hand has its exact value beside it, to four decimals.
      const bool hand = figure["kind"] == "hand";
      const auto& printed = hand ? figure["exact"] : figure["value"];
      const int decimals = hand ? 4 : figure["decimals"].get<int>();
      if (printed.is_object()) {
        // "nolan.HAVE" and the like: rows of K (HAVE) and V (GIVE), by token.
        for (const auto& [name, row] : printed.items()) {
          const auto all = values(trace, name.ends_with("HAVE") ? "k" : "v", head);
          const std::ptrdiff_t token = name.starts_with("nolan") ? 0 : 1;
          check_printed({all.begin() + token * 4, all.begin() + token * 4 + 4}, row, decimals);
        }
      } else if (traces.find(", ") != std::string::npos) {
        const auto comma = traces.find(", ");
        check_printed(values(trace, traces.substr(0, comma), head), printed[0], decimals);
        check_printed(values(trace, traces.substr(comma + 2), head), printed[1], decimals);
      } else {
        check_printed(values(trace, traces, head), printed, decimals);
      }
    }
  }
  CHECK(lines >= 17);
}
