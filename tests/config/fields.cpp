// What holds for every row of the field table.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "config/field_table.h"
#include "config/limits.h"
#include "config/numbers.h"
#include "config/query.h"
#include "config/random_states.h"

using namespace bandscope::config;
using bandscope::test::RandomStates;

namespace {

/// Values that each kind of field takes, other than its default in some state.
std::vector<std::string> values_of(const Field& field) {
  std::vector<std::string> values(field.choices.begin(), field.choices.end());
  switch (field.kind) {
    case FieldKind::kInteger:
      for (const double value : {field.low, field.low + 1, std::floor((field.low + field.high) / 2), field.high}) {
        values.push_back(write_decimal(value));
      }
      break;
    case FieldKind::kUnsetInteger:
      values = {"", write_decimal(field.low), write_decimal(field.low + 1)};
      break;
    case FieldKind::kNumber:
      for (const double value : {field.low, field.high, (field.low + field.high) / 2, field.high / 8}) {
        values.push_back(write_decimal(value));
      }
      break;
    case FieldKind::kPattern:
      values = {"L", "G", "LG", "LLLLLG", std::string(64, 'G')};
      break;
    case FieldKind::kFlag:
      values = {"0", "1"};
      break;
    case FieldKind::kText:
      values = {"", "a", "The river, 東京 & “100%” + 1=2?", "#;/\\\n'"};
      break;
    case FieldKind::kPick:
      values = {"", "0,0", "1,0", "0,1"};
      break;
    case FieldKind::kChoice:
      break;
  }
  return values;
}

}  // namespace

TEST_CASE("The keys stand in their order, each once", "[fields]") {
  std::string keys;
  for (const Field& field : field_table()) {
    keys += std::string(keys.empty() ? "" : " ") + std::string(field.key);
    CHECK(find_field(field.key) == &field);
    CHECK_FALSE(field.legal.empty());
    CHECK_FALSE(field.fallback.empty());
    CHECK_FALSE(field.meaning.empty());
  }
  CHECK(keys ==
        "t h d w causal scale strike tie seed head example text positions weights view show pick theme "
        "layers pattern alpha norm shared layer needle epsilon axis preset stage move");
  CHECK(find_field("v") == nullptr);
  CHECK(find_field("") == nullptr);
}

TEST_CASE("Each row reads what it writes and refuses what it is not", "[fields]") {
  for (const Field& field : field_table()) {
    for (const std::string& value : values_of(field)) {
      CAPTURE(field.key, value);
      Config config;
      REQUIRE(field.read(value, config));
      CHECK(field.write(config) == value);
    }
    if (field.kind == FieldKind::kText) continue;
    for (const char* garbage : {"x", "1 2", "--1", "1;", "\xFF", "\n-"}) {
      CAPTURE(field.key, garbage);
      Config config;
      CHECK_FALSE(field.read(garbage, config));
      CHECK(config == Config{});
    }
  }
}

TEST_CASE("Each row survives the way through a link, whatever it starts from", "[fields]") {
  const char* bases[] = {"",
                         "v=1",
                         "t=2&w=9",
                         "text=a+b+c,+d",
                         "text=a&d=4&weights=random&positions=1",
                         "example=shapes",
                         "example=sliding-window&h=4",
                         "example=nolan",
                         "view=reach",
                         "preset=mistral-7b",
                         "preset=longformer-base&view=cost&alpha=0.5"};
  for (const char* base : bases) {
    for (const Field& field : field_table()) {
      for (const std::string& value : values_of(field)) {
        Config asked = parse(base).config;
        REQUIRE(field.read(value, asked));
        const Config config = clamp(asked).config;
        CAPTURE(base, field.key, value, to_query(config));
        CHECK(parse(to_query(config)).config == config);
        if (!weights_held(config) && !strike_held(config) && !layer_held(config))
          CHECK(parse(to_query(config)).notices.empty());
        CHECK(parse(to_full_query(config)).config == config);
        CHECK(change(parse(base).config, to_full_query(config)).config == config);
      }
    }
  }
}

TEST_CASE("Every legal state is a link, and clamping it changes nothing", "[fields]") {
  RandomStates random(1);
  Config before = opening();
  for (int round = 0; round < 5'000; ++round) {
    const Config config = clamp(random.config()).config;
    CAPTURE(round, to_full_query(config));
    REQUIRE(bandscope::test::is_legal(config));
    const Checked again = clamp(config);
    REQUIRE(again.config == config);
    REQUIRE(again.notices.empty());
    const Checked linked = parse(to_query(config));
    REQUIRE(linked.config == config);
    if (!weights_held(config) && !strike_held(config) && !layer_held(config)) REQUIRE(linked.notices.empty());
    REQUIRE(to_query(linked.config) == to_query(config));
    const Checked full = parse(to_full_query(config));
    REQUIRE(full.config == config);
    REQUIRE(full.notices == linked.notices);
    const Checked set = change(before, to_full_query(config));
    REQUIRE(set.config == config);
    REQUIRE(set.notices.size() <= linked.notices.size());
    before = config;
  }
}

TEST_CASE("The order of a link's keys does not matter", "[fields]") {
  RandomStates random(2);
  for (int round = 0; round < 2'000; ++round) {
    const std::string query = to_full_query(clamp(random.config()).config);
    std::vector<std::string> pieces;
    for (std::size_t start = 0; start <= query.size();) {
      const std::size_t end = std::min(query.find('&', start), query.size());
      if (random.below(3) > 0) pieces.push_back(query.substr(start, end - start));
      start = end + 1;
    }
    std::string in_order = "v=1";
    for (const std::string& piece : pieces) in_order += "&" + piece;
    for (std::size_t i = pieces.size(); i > 1; --i) {
      std::swap(pieces[i - 1], pieces[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    }
    std::string shuffled;
    for (const std::string& piece : pieces) shuffled += piece + "&";
    CAPTURE(in_order, shuffled);
    REQUIRE(parse(shuffled + "v=1").config == parse(in_order).config);
  }
}

TEST_CASE("The table as JSON says what the rows say", "[fields]") {
  const nlohmann::json json = nlohmann::json::parse(field_table_json());
  REQUIRE(json.size() == field_table().size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const Field& field = field_table()[i];
    CHECK(json[i]["key"] == field.key);
    CHECK(json[i]["kind"] == kind_name(field.kind));
    CHECK(json[i]["legal"] == field.legal);
    CHECK(json[i]["default"] == field.fallback);
    CHECK(json[i]["meaning"] == field.meaning);
    CHECK(json[i].contains("choices") == !field.choices.empty());
    CHECK(json[i].contains("low") == (field.high > field.low));
    if (field.high > field.low) CHECK(json[i]["high"].get<double>() == field.high);
    if (field.choices.empty()) continue;
    const std::vector<std::string> choices = json[i]["choices"];
    CHECK(std::equal(choices.begin(), choices.end(), field.choices.begin(), field.choices.end()));
  }
}

#ifdef BANDSCOPE_TESTS_DIR
TEST_CASE("README holds exactly this table", "[fields]") {
  std::ifstream file(BANDSCOPE_TESTS_DIR "/../README.md", std::ios::binary);
  REQUIRE(file);
  const std::string readme{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  constexpr std::string_view kBegin = "<!-- fields -->\n";
  const std::size_t begin = readme.find(kBegin);
  const std::size_t end = readme.find("<!-- /fields -->");
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  REQUIRE(begin < end);
  CHECK(readme.substr(begin + kBegin.size(), end - begin - kBegin.size()) == field_table_markdown());
}
#endif
