// Hard reach against the boolean product of the layers' masks, and the settings that models publish.
#include "engine/stack/reach.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "engine/stack/cost.h"
#include "support/golden.h"

using namespace bandscope;
using engine::Span;
using engine::StackRule;

namespace {

/// The one rule, for one pair of one layer, written out.
bool keeps(const StackRule& rule, int layer, std::int64_t i, std::int64_t j) {
  const char letter = rule.pattern[static_cast<std::size_t>(layer - 1) % rule.pattern.size()];
  if (rule.causal && j > i) return false;
  return letter == 'G' || std::abs(i - j) <= rule.window - 1;
}

using Rows = std::array<std::uint32_t, 24>;  // bit j of row i: i depends on j

Rows mask_of(const StackRule& rule, int layer) {
  Rows rows{};
  for (int i = 0; i < rule.tokens; ++i) {
    for (int j = 0; j < rule.tokens; ++j) rows[i] |= keeps(rule, layer, i, j) ? 1u << j : 0u;
  }
  return rows;
}

Rows product(const Rows& left, const Rows& right, std::int64_t tokens) {
  Rows rows{};
  for (int i = 0; i < tokens; ++i) {
    for (int j = 0; j < tokens; ++j) rows[i] |= (left[i] >> j & 1u) != 0 ? right[j] : 0u;
  }
  return rows;
}

std::uint32_t bits(Span span) {
  std::uint32_t row = 0;
  for (std::int64_t j = span.first; j <= span.last; ++j) row |= 1u << j;
  return row;
}

/// Every pattern of up to three letters.
std::vector<std::string> patterns() {
  std::vector<std::string> all;
  for (const int letters : {1, 2, 3}) {
    for (int choice = 0; choice < 1 << letters; ++choice) {
      std::string pattern;
      for (int n = 0; n < letters; ++n) pattern += (choice >> n & 1) != 0 ? 'G' : 'L';
      all.push_back(pattern);
    }
  }
  return all;
}

/// Calls check(rule of six layers) for every T up to `most`, W, pattern and side.
template <class Check>
void for_every_rule(int most, const Check& check) {
  for (const std::string& pattern : patterns()) {
    for (int tokens = 1; tokens <= most; ++tokens) {
      for (int window = 1; window <= tokens; ++window) {
        for (const bool causal : {true, false}) check(StackRule{tokens, window, 6, pattern, causal});
      }
    }
  }
}

}  // namespace

TEST_CASE("A layer's keys and readers are the rule, pair by pair", "[reach]") {
  for_every_rule(12, [](const StackRule& rule) {
    for (int layer = 1; layer <= 3; ++layer) {
      const Rows mask = mask_of(rule, layer);
      bool same = true;
      for (int i = 0; i < rule.tokens; ++i) {
        std::uint32_t readers = 0;
        for (int r = 0; r < rule.tokens; ++r) readers |= (mask[r] >> i & 1u) << r;
        same = same && bits(engine::layer_keys(rule, layer, i)) == mask[i] &&
               bits(engine::layer_readers(rule, layer, i)) == readers;
      }
      if (!same) FAIL("T " << rule.tokens << " W " << rule.window << " " << rule.pattern << " layer " << layer);
    }
  });
}

TEST_CASE("Reach to the input is the boolean product of the masks, for every T to 24, W, pattern and side", "[reach]") {
  int rules = 0;
  for_every_rule(24, [&rules](const StackRule& rule) {
    Rows depends = mask_of(rule, 1);
    for (int layer = 1; layer <= rule.layers; ++layer) {
      if (layer > 1) depends = product(mask_of(rule, layer), depends, rule.tokens);
      bool same = true;
      for (int i = 0; i < rule.tokens; ++i) same = same && bits(engine::reach(rule, i, layer)) == depends[i];
      if (!same) FAIL("T " << rule.tokens << " W " << rule.window << " " << rule.pattern << " layer " << layer);
    }
    ++rules;
  });
  CHECK(rules == 300 * 14 * 2);
}

TEST_CASE("Reach between any two layers is the boolean product of those between", "[reach]") {
  for_every_rule(9, [](const StackRule& rule) {
    for (int from = 0; from <= rule.layers; ++from) {
      Rows depends{};
      for (int i = 0; i < rule.tokens; ++i) depends[i] = 1u << i;
      for (int to = from; to >= 0; --to) {
        if (to < from) depends = product(depends, mask_of(rule, to + 1), rule.tokens);
        bool same = true;
        for (int i = 0; i < rule.tokens; ++i) same = same && bits(engine::reach(rule, i, from, to)) == depends[i];
        if (!same) FAIL("T " << rule.tokens << " W " << rule.window << " " << rule.pattern << " " << from << " " << to);
      }
    }
  });
}

TEST_CASE("Reach has the reference values", "[reach]") {
  int lines = 0;
  const auto cases = support::golden("stack_cases")["hard_reach"];
  for (const auto& line : cases) {
    const int layers = line["L"].get<int>();
    const auto window = line["W"].get<std::int64_t>();
    const auto back = line["reach"].get<std::int64_t>();
    CAPTURE(window, layers);
    const StackRule far{1'000'000, window, layers};
    CHECK(engine::reach_back(far, layers) == back);
    CHECK(engine::reach(far, 999'999, layers) == Span{999'999 - back, 999'999});
    CHECK(engine::reach(far, 999'999, layers).size() == line["tokens_seen_unclipped"].get<std::int64_t>());
    ++lines;
  }
  CHECK(lines == 9);
}

TEST_CASE("Every printed figure of depth is reproduced", "[reach]") {
  int lines = 0;
  const auto articles = support::golden("figures");
  for (const auto& figures : articles) {
    if (!figures.is_array()) continue;
    for (const auto& figure : figures) {
      if (figure.value("shown_in", "") != "depth") continue;
      ++lines;
      const auto where = figure["where"].get<std::string>();
      INFO(where);
      if (where == "100,000 tokens: cells") {
        CHECK(engine::decimal(engine::cost({{100'000}}).pairs_full) == figure["value"].dump());
      } else if (where == "reach, W = 3, five layers") {
        CHECK(engine::reach_back({100, 3, 5}, 5) == figure["value"].get<std::int64_t>());
      } else if (figure["value"] == "2(W-1)") {
        for (const std::int64_t window : {1, 2, 3, 7, 500}) {
          CHECK(engine::reach({10'000, window, 2}, 9'000, 2) == Span{9'000 - 2 * (window - 1), 9'000});
        }
      } else {
        FAIL("no test for this figure");
      }
    }
  }
  CHECK(lines == 3);
}

TEST_CASE("Published settings reach as far as their windows say", "[reach]") {
  // Mistral 7B. Its paper says 131,072, which counts W and not W - 1 a layer.
  CHECK(engine::reach_back({0, 4096, 32}, 32) == 131'040);

  // Gemma 3: five layers of 1024, then one that reads everything.
  const StackRule gemma{10'000'000, 1024, 12, "LLLLLG"};
  const std::int64_t far = 9'000'000;
  for (int layer = 1; layer <= 5; ++layer) {
    CHECK(engine::reach_back(gemma, layer) ==
          std::array{0, 1023, 2046, 3069, 4092, 5115}[static_cast<std::size_t>(layer)]);
    CHECK(engine::reach(gemma, far, layer) == Span{far - std::int64_t{1023} * layer, far});
  }
  for (int layer = 6; layer <= 12; ++layer) {
    CHECK_FALSE(engine::reach_back(gemma, layer));
    CHECK(engine::reach(gemma, far, layer) == Span{0, far});
  }
  // What is above a global layer is a run again, down to it.
  CHECK(engine::reach(gemma, far, 9, 6) == Span{far - 3 * 1023, far});

  // Longformer base: 256 a side, twelve layers.
  const StackRule longformer{100'000, 257, 12, "L", false};
  CHECK(engine::reach(longformer, 50'000, 12) == Span{50'000 - 3072, 50'000 + 3072});
  CHECK(engine::reach_back(longformer, 12) == 3072);
}

TEST_CASE("Reach is exact at 1e9 tokens and 64 layers, and at the largest of all", "[reach]") {
  const std::int64_t tokens = 1'000'000'000, last = tokens - 1;
  CHECK(engine::reach({tokens, 4096, 64}, last, 64) == Span{last - std::int64_t{64} * 4095, last});
  CHECK(engine::reach({tokens, 10'000'000, 64}, last, 64) == Span{last - std::int64_t{64} * 9'999'999, last});
  CHECK(engine::reach({tokens, 20'000'000, 64}, last, 64) == Span{0, last});
  CHECK(engine::reach({tokens, 5'000'001, 64, "L", false}, 500'000'000, 64) == Span{180'000'000, 820'000'000});
  CHECK(engine::reach_back({tokens, tokens, 64}, 64) == 63'999'999'936);

  const std::int64_t most = engine::kNoWindow;
  for (const bool causal : {true, false}) {
    for (const std::int64_t i : {std::int64_t{0}, most / 2, most - 1}) {
      const Span all{0, causal ? i : most - 1};
      CHECK(engine::reach({most, most, 64, "L", causal}, i, 64) == all);
      CHECK(engine::reach({most, most - 1, 64, "L", causal}, i, 64) == all);
      CHECK(engine::reach({most, 1, 64, "LLG", causal}, i, 64) == all);
      CHECK(engine::reach({most, 1, 64, "L", causal}, i, 64) == Span{i, i});
    }
  }
  CHECK(engine::reach_back({most, most - 1, 64}, 64) == 64 * (most - 2));
  CHECK_FALSE(engine::reach_back({most, engine::kNoWindow, 64}, 1));
  CHECK(engine::reach_back({most, engine::kNoWindow, 64}, 0) == 0);
}

TEST_CASE("A pattern is 1 to 64 letters L and G", "[reach]") {
  for (const char* pattern : {"L", "G", "LG", "LLLLLG"}) CHECK(engine::is_pattern(pattern));
  for (const char* pattern : {"", "l", "LX", "L G", "LG\n"}) CHECK_FALSE(engine::is_pattern(pattern));
  CHECK(engine::is_pattern(std::string(64, 'L')));
  CHECK_FALSE(engine::is_pattern(std::string(65, 'L')));
  CHECK_FALSE(engine::is_global("LLG", 2));
  CHECK(engine::is_global("LLG", 3));
  CHECK(engine::is_global("LLG", 6));
}
