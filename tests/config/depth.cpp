// The settings of stacked layers.
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "config/field_table.h"
#include "config/limits.h"
#include "config/numbers.h"
#include "config/presets.h"
#include "config/query.h"

using namespace bandscope::config;
using Notices = std::vector<std::string>;

namespace {
Config link(std::string_view query) { return parse(query).config; }
Notices notices(std::string_view query) { return parse(query).notices; }
}  // namespace

TEST_CASE("Three layers by default, and the panels show the first", "[depth]") {
  for (const char* query : {"", "v=1", "text=a+b", "example=shapes"}) {
    CAPTURE(query);
    const Config config = link(query);
    CHECK(config.layers == 3);
    CHECK(config.pattern == "L");
    CHECK(config.alpha == 0);
    CHECK(panel_layer(config) == 1);
    CHECK(reach_layer(config) == 3);
  }
  CHECK(panel_layer(link("layer=2")) == 2);
  CHECK(reach_layer(link("layer=2")) == 2);
  CHECK(panel_layer(link("example=shapes&layer=2")) == 1);
  CHECK(effective_needle(link("t=24")) == 12);
  CHECK(effective_needle(link("t=24&needle=3")) == 3);
}

TEST_CASE("What cannot be is held or left out, in words", "[depth]") {
  CHECK(link("layers=0").layers == 1);
  CHECK(notices("layers=0") == Notices{"layers 0 is under 1: shown at 1"});
  CHECK(link("layers=65").layers == 64);
  CHECK(notices("layers=65") == Notices{"layers 65 is over 64: shown at 64"});
  CHECK(link("alpha=1.5").alpha == 1);
  CHECK(notices("alpha=1.5") == Notices{"alpha 1.5 is over 1: shown at 1"});
  CHECK(notices("alpha=-0.1") == Notices{"alpha -0.1 is under 0: shown at 0"});
  CHECK(notices("alpha=half") == Notices{"alpha “half” is not a number: left out"});
  CHECK(notices("epsilon=0") == Notices{"epsilon 0 is under 0.000001: shown at 0.000001"});
  CHECK(notices("epsilon=0.75") == Notices{"epsilon 0.75 is over 0.5: shown at 0.5"});
  CHECK(link("pattern=LLX").pattern == "L");
  CHECK(notices("pattern=LLX") == Notices{"pattern “LLX” is not 1 to 64 letters, each L or G: left out"});
  CHECK(notices("pattern=") == Notices{"pattern “” is not 1 to 64 letters, each L or G: left out"});
  CHECK(link("pattern=lg").pattern == "LG");
  CHECK(link("t=16&needle=16").needle == 15);
  CHECK(notices("t=16&needle=16") == Notices{"needle 16 is over 15, the last token: shown at 15"});
  CHECK(notices("needle=-1") == Notices{"needle -1 is under 0: shown at 0"});
  CHECK(notices("layer=0") == Notices{"layer 0 is under 1: shown at 1"});
  // Kept as asked, so that it returns when L grows.
  const Config held = link("layers=3&layer=9");
  CHECK(held.layer == 9);
  CHECK(panel_layer(held) == 3);
  CHECK(notices("layers=3&layer=9") == Notices{"layer 9 is held at L = 3"});
  CHECK(panel_layer(with_value(Letter::kL, 12, held)) == 9);
}

TEST_CASE("A view of depth counts to a thousand million tokens", "[depth]") {
  for (const char* view : {"reach", "needle", "cost"}) {
    const Config config = link("t=1000000000&w=1000000000&layers=64&view=" + std::string(view));
    CHECK(config.tokens == 1'000'000'000);
    CHECK(config.window == 1'000'000'000);
    const Checked bench = change(config, "view=bench");
    CHECK(bench.config.tokens == 1'000'000);
    CHECK(bench.notices.front() == "T 1000000000 is over 1,000,000: shown at 1,000,000");
  }
  CHECK(link("t=1000000001&view=cost").tokens == 1'000'000'000);
}

TEST_CASE("An example that cannot be stacked shows its panels", "[depth]") {
  const Checked nolan = parse("example=nolan&view=reach&layers=5");
  CHECK(nolan.config.view == View::kBench);
  CHECK(nolan.config.layers == 1);
  CHECK(nolan.notices.size() == 2);
  CHECK(parse("example=nolan").notices.empty());
  CHECK(parse("example=sliding-window&view=reach&layers=5").notices.empty());
  CHECK(stack_off_reason(link("example=sliding-window")));
  CHECK_FALSE(stack_off_reason(link("text=a+b")));
}

TEST_CASE("Presets are the published sizes", "[depth]") {
  REQUIRE(std::size(kPresetKeys) == kPresetCount + 1);
  for (std::size_t n = 0; n < kPresetCount; ++n) {
    const PresetRow& row = kPresets[n];
    const std::string key(kPresetKeys[n + 1]);
    CAPTURE(key);
    CHECK(static_cast<std::size_t>(row.preset) == n + 1);
    CHECK(preset_row(row.preset) == &row);
    const Checked opened = parse("preset=" + key);
    CHECK(opened.notices.empty());
    CHECK(preset_unchanged(opened.config));
    CHECK(opened.config.view == row.view);
    CHECK(to_query(opened.config) == "v=1&preset=" + key);
    CHECK(row.heads % row.key_heads == 0);
  }
  const Config mistral = link("preset=mistral-7b");
  CHECK(mistral.window == 4096);
  CHECK(mistral.layers == 32);
  const Config small = link("preset=gemma-3-1b");
  CHECK(small.window == 512);
  CHECK(small.layers == 26);
  CHECK(small.pattern == "LLLLLG");
  const Config longformer = link("preset=longformer-base");
  CHECK(longformer.window == 257);
  CHECK_FALSE(longformer.causal);
}

TEST_CASE("A preset lies under the other keys, and a text or an example over it", "[depth]") {
  const Config narrower = link("preset=mistral-7b&w=2048");
  CHECK(narrower.window == 2048);
  CHECK_FALSE(preset_unchanged(narrower));
  CHECK(to_query(narrower) == "v=1&w=2048&preset=mistral-7b");
  CHECK(parse("preset=mistral-7b&text=a+b").config.preset == Preset::kNone);
  CHECK(notices("preset=mistral-7b&text=a+b") ==
        Notices{"A preset and a text or an example are given: the preset is left out"});

  const Config cost = change(link("view=cost&alpha=0.5"), "preset=gemma-2-9b").config;
  CHECK(cost.view == View::kCost);
  CHECK(cost.alpha == 0.5);
  CHECK(preset_unchanged(cost));
  CHECK(change(opening(), "preset=gemma-2-9b").config.view == View::kReach);
  CHECK(change(cost, "preset=").config.window == cost.window);
  CHECK(change(cost, "preset=").config.preset == Preset::kNone);
  CHECK(change(cost, "text=a+b").config.preset == Preset::kNone);
}

TEST_CASE("Choices are what the table says they are", "[fields]") {
  for (const Field& field : field_table()) {
    if (field.kind != FieldKind::kChoice) continue;
    std::string words;
    for (const std::string_view choice : field.choices) words += (words.empty() ? "" : "|") + std::string(choice);
    CHECK(words == field.legal);
  }
}

TEST_CASE("Decimal numbers are read and written the same everywhere", "[numbers]") {
  CHECK(read_decimal("0.5") == 0.5);
  CHECK(read_decimal(" .25 ") == 0.25);
  CHECK(read_decimal("-2") == -2.0);
  CHECK(read_decimal("0.1234567") == 0.123457);
  CHECK(read_decimal(std::string(400, '9')) == 9e9);
  for (const char* none : {"", ".", "-", "1e3", "0,5", "1.2.3", "nan", "inf", "+1", "0x1"}) {
    CAPTURE(none);
    CHECK_FALSE(read_decimal(none));
  }
  for (const double value : {0.0, 0.5, 0.95, 1.0, 0.000001, 0.123456, -0.25, 1000.0}) {
    CAPTURE(value);
    CHECK(read_decimal(write_decimal(value)) == value);
  }
  CHECK(write_decimal(0.5) == "0.5");
  CHECK(write_decimal(12) == "12");
  CHECK(write_decimal(-0.25) == "-0.25");
}
