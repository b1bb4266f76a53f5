// What a stack costs, against pairs counted one by one and numbers counted elsewhere.
#include "engine/stack/cost.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "support/golden.h"

using namespace bandscope;
using engine::Cost;
using engine::Count;
using engine::decimal;

TEST_CASE("Pairs have the reference values", "[cost]") {
  int lines = 0;
  const auto cases = support::golden("stack_cases")["pairs"];
  for (const auto& line : cases) {
    CAPTURE(line.dump());
    const Cost cost = engine::cost({{line["T"].get<std::int64_t>(), line["W"].get<std::int64_t>()}});
    CHECK(decimal(cost.pairs_full) == line["full"].dump());
    CHECK(decimal(cost.pairs_causal) == line["causal"].dump());
    CHECK(decimal(cost.pairs_kept) == line["window"].dump());
    ++lines;
  }
  CHECK(lines == 5);
}

TEST_CASE("Every count is what counting one by one gives", "[cost]") {
  for (int tokens = 1; tokens <= 12; ++tokens) {
    for (std::int64_t window : {std::int64_t{1}, std::int64_t{2}, std::int64_t{5}, std::int64_t{12}, std::int64_t{13},
                                std::int64_t{engine::kNoWindow}}) {
      for (const bool causal : {true, false}) {
        for (const std::string pattern : {"L", "G", "LG", "LLG"}) {
          const int layers = 5, heads = 3, head_width = 2;
          std::uint64_t kept = 0, slots = 0, cached = 0;
          for (int layer = 0; layer < layers; ++layer) {
            const bool global = pattern[static_cast<std::size_t>(layer) % pattern.size()] == 'G';
            std::uint64_t most = 0;
            for (int i = 0; i < tokens; ++i) {
              for (int j = 0; j < tokens; ++j) {
                if ((!causal || j <= i) && (global || std::abs(i - j) <= window - 1)) ++kept;
              }
            }
            // Slots are as many as a row in the middle of a long sequence keeps, but not more than there are keys.
            for (std::int64_t back = causal ? 0 : -tokens; back <= tokens; ++back) {
              if (global || std::abs(back) <= window - 1) ++most;
            }
            slots += static_cast<std::uint64_t>(tokens) * std::min<std::uint64_t>(most, tokens);
            // The slots that a rolling buffer writes to.
            std::set<std::int64_t> written;
            for (int i = 0; i < tokens; ++i) written.insert(engine::cache_slot(i, global ? tokens : window));
            cached += written.size();
          }
          CAPTURE(tokens, window, causal, pattern);
          const Cost cost = engine::cost({{tokens, window, layers, pattern, causal}, heads, head_width});
          const Count t = static_cast<Count>(tokens), c = 6;
          CHECK(cost.pairs_full == 5 * t * t);
          CHECK(cost.pairs_causal == 5 * t * (t + 1) / 2);
          CHECK(cost.pairs_kept == kept);
          CHECK(cost.project == 5 * t * c * 3 * c);
          CHECK(cost.score == kept * c);
          CHECK(cost.blend == kept * c);
          CHECK(cost.output == 5 * t * c * c);
          CHECK(cost.score_bytes_band == 4 * 3 * static_cast<Count>(slots));
          CHECK(cost.score_bytes_full == 4 * 3 * 5 * t * t);
          CHECK(cost.cache_tokens == cached);
          CHECK(cost.cache_bytes32 == cached * 2 * c * 4);
          CHECK(cost.cache_bytes16 == cached * 2 * c * 2);
          CHECK(cost.cache_tokens_full == 5 * t);
          CHECK(cost.cache_bytes32_full == 5 * t * 2 * c * 4);
          CHECK(cost.cache_bytes16_full == 5 * t * 2 * c * 2);
        }
      }
    }
  }
}

TEST_CASE("At 1e9 tokens, 64 layers and width 16,384 nothing wraps round", "[cost]") {
  // Python's whole numbers: kept = Σ over layers of w·T - w(w-1)/2 (two-sided twice that, less T), w = W, or T where
  // the layer is global; 3·L·T·C², kept·C, L·T·C², 4·H·T·slots.
  const Cost gemma = engine::cost({{1'000'000'000, 4096, 64, "LLLLLG"}, 128, 128});
  CHECK(decimal(gemma.pairs_full) == "64000000000000000000");
  CHECK(decimal(gemma.pairs_causal) == "32000000032000000000");
  CHECK(decimal(gemma.pairs_kept) == "5000221188547125760");
  CHECK(decimal(gemma.project) == "51539607552000000000");
  CHECK(decimal(gemma.score) == "81923623953156108451840");
  CHECK(decimal(gemma.blend) == "81923623953156108451840");
  CHECK(decimal(gemma.output) == "17179869184000000000");
  CHECK(decimal(gemma.score_bytes_band) == "5120113246208000000000");
  CHECK(decimal(gemma.score_bytes_full) == "32768000000000000000000");
  CHECK(decimal(gemma.cache_tokens) == "10000221184");
  CHECK(decimal(gemma.cache_bytes32) == "1310748991029248");
  CHECK(decimal(gemma.cache_bytes16) == "655374495514624");
  CHECK(decimal(gemma.cache_tokens_full) == "64000000000");
  CHECK(decimal(gemma.cache_bytes32_full) == "8388608000000000");
  CHECK(decimal(gemma.cache_bytes16_full) == "4194304000000000");

  const Cost two_sided = engine::cost({{1'000'000'000, 4096, 64, "LG", false}, 128, 128});
  CHECK(decimal(two_sided.pairs_kept) == "32000262111463260160");
  CHECK(decimal(two_sided.score) == "524292294434214054461440");
  CHECK(decimal(two_sided.score_bytes_band) == "16384134201344000000000");
  CHECK(decimal(two_sided.cache_tokens) == "32000131072");

  // The largest of all that may be asked for.
  const std::int64_t most = engine::kNoWindow;
  const Cost largest = engine::cost({{most, most, 64, "G", false}, 1, engine::kNoWindow});
  CHECK(decimal(largest.pairs_kept) == "295147904904474918976");
  CHECK(decimal(largest.project) == "1901475897686012956867829956416");
  CHECK(decimal(largest.score) == "633825299228670985622609985472");
  CHECK(decimal(largest.output) == "633825299228670985622609985472");
  CHECK(decimal(largest.cache_bytes32) == "2361183239235799351808");
  const Cost many_heads = engine::cost({{most, most, 64, "G", false}, engine::kNoWindow, 1});
  // 4·H·L·T²
  CHECK(decimal(many_heads.score_bytes_band) == "2535301196914683942490439941888");
  CHECK(many_heads.score_bytes_full == many_heads.score_bytes_band);
}

TEST_CASE("A window saves about T/(2W) of causal attention, not T/W", "[cost]") {
  const Cost cost = engine::cost({{1'000'000, 1000}});
  const double saving = static_cast<double>(cost.pairs_causal) / static_cast<double>(cost.pairs_kept);
  CHECK(saving > 499);
  CHECK(saving < 501);
}

TEST_CASE("A count is written in decimal digits", "[cost]") {
  CHECK(decimal(0) == "0");
  CHECK(decimal(9) == "9");
  CHECK(decimal(10) == "10");
  CHECK(decimal(18'446'744'073'709'551'615u) == "18446744073709551615");
  CHECK(decimal(~Count{0}) == "340282366920938463463374607431768211455");
}

TEST_CASE("The slot of a rolling buffer is i mod W", "[cost]") {
  CHECK(engine::cache_slot(0, 4) == 0);
  CHECK(engine::cache_slot(3, 4) == 3);
  CHECK(engine::cache_slot(4, 4) == 0);
  CHECK(engine::cache_slot(999'999'999, 4096) == 999'999'999 % 4096);
  CHECK(engine::cache_slot(5, engine::kNoWindow) == 5);
}
