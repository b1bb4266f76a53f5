#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "config/limits.h"
#include "config/query.h"
#include "config/words.h"

using namespace bandscope::config;
using Notices = std::vector<std::string>;

TEST_CASE("An empty address opens the project's own sentence", "[config]") {
  for (const char* empty : {"", "?", "&&", "?&"}) {
    CAPTURE(empty);
    CHECK(parse(empty).config == opening());
    CHECK(parse(empty).notices.empty());
  }
  CHECK(opening().source() == Source::kText);
  CHECK(opening().tokens == 24);
  CHECK(opening().window == 6);
  CHECK(opening().heads == 4);
  CHECK(opening().head_width == 8);
  CHECK(opening().weights == Weights::kBuilt);
  CHECK(opening().positions);
}

TEST_CASE("Any other query without text or example is random", "[config]") {
  CHECK(parse("v=1").config == Config{});
  CHECK(parse("theme=auto").config == Config{});
  CHECK(parse("foo=1").config == Config{});
  CHECK(parse("text=").config == Config{});
  CHECK(parse("example=").config == Config{});
  CHECK(Config{}.tokens == 16);
  CHECK(Config{}.window == 4);
  CHECK(Config{}.source() == Source::kRandom);
}

TEST_CASE("A source brings its own defaults, whatever the order of the keys", "[config]") {
  const Config text = parse("text=The+river,+the+mill").config;
  CHECK(text.tokens == 5);
  CHECK(text.window == 4);
  CHECK(text.weights == Weights::kBuilt);
  CHECK(text.positions);
  CHECK(parse("weights=random&text=a+b").config == parse("text=a+b&weights=random").config);
  CHECK_FALSE(parse("weights=random&text=a+b").config.positions);
  CHECK(parse("positions=1&weights=random&text=a+b").config.positions);
  CHECK_FALSE(parse("positions=0&text=a+b").config.positions);
  CHECK(parse("t=2&text=a+b+c").config.tokens == 2);
  CHECK(parse("t=3&example=sliding-window").config == parse("example=sliding-window&t=3").config);

  const Config shapes = parse("example=shapes").config;
  CHECK(shapes.tokens == 3);
  CHECK(shapes.heads == 2);
  CHECK(shapes.head_width == 2);
  CHECK(shapes.window == 2);
  CHECK(shapes.causal);
  CHECK(parse("example=sliding-window").config.tokens == 4);
  const Config nolan = parse("example=nolan").config;
  CHECK(nolan.tokens == 2);
  CHECK(nolan.heads == 1);
  CHECK(nolan.head_width == 4);
  CHECK(nolan.window == kAllKeys);
  CHECK_FALSE(nolan.causal);
  for (const char* quiet : {"text=a+b", "example=shapes", "example=sliding-window", "example=nolan", "v=1"}) {
    CHECK(parse(quiet).notices.empty());
  }
}

TEST_CASE("A long text shows 256 tokens at first and may show all", "[config]") {
  std::string words;
  for (int i = 0; i < 300; ++i) words += "a+";
  CHECK(parse("text=" + words).config.tokens == 256);
  CHECK(parse("t=300&text=" + words).config.tokens == 300);
  CHECK(parse("t=301&text=" + words).config.tokens == 300);
  CHECK(parse("t=301&text=" + words).notices == Notices{"T 301 is over the text's 300 tokens: shown at 300"});
}

TEST_CASE("A value out of range is held at the range's end and said", "[config]") {
  CHECK(parse("t=5000000").notices == Notices{"T 5000000 is over 1,000,000: shown at 1,000,000"});
  CHECK(parse("t=99999999999999999999").config.tokens == 1'000'000);
  CHECK(parse("t=99999999999999999999").notices ==
        Notices{"T 99999999999999999999 is over 1,000,000: shown at 1,000,000"});
  CHECK(parse("t=-5").notices == Notices{"T -5 is under 1: shown at 1"});
  CHECK(parse("h=65").config.heads == 64);
  CHECK(parse("d=0").config.head_width == 1);
  CHECK(parse("w=0").config.window == 1);
  CHECK(parse("w=2147483647").config.window == 1'000'000);
  CHECK(parse("w=99999999999").config.window == 1'000'000);
  CHECK(parse("seed=4294967295").config.seed == 4294967295U);
  CHECK(parse("seed=4294967295").notices.empty());
  CHECK(parse("seed=4294967296").notices == Notices{"seed 4294967296 is over 4294967295: shown at 4294967295"});
  CHECK(parse("seed=-1").config.seed == 0);
  CHECK(parse("head=4").notices == Notices{"head 4 is over 3, the last head: shown at 3"});
  CHECK(parse("head=-1").config.head == 0);
  CHECK(parse("head=-1").notices == Notices{"head -1 is under 0: shown at 0"});
  CHECK(parse("head=all").config.head == kAllHeads);
  CHECK(parse("pick=99,2").config.pick == Pick{15, 2});
  CHECK(parse("pick=99,2").notices == Notices{"pick 99,2 is outside the table: shown at 15,2"});
}

TEST_CASE("The link keeps the W that was asked for", "[config]") {
  CHECK(parse("t=4&w=9").config.window == 9);
  CHECK(parse("t=4&w=9").notices.empty());
  CHECK(parse("w=all").config.window == kAllKeys);
  CHECK(to_query(parse("t=4&w=9").config) == "v=1&t=4&w=9");
  CHECK(to_query(parse("w=all").config) == "v=1&w=all");
}

TEST_CASE("A value of the wrong kind is left out and said", "[config]") {
  CHECK(parse("t=x").config == Config{});
  CHECK(parse("t=x").notices == Notices{"T “x” is not a whole number: left out"});
  CHECK(parse("t=").notices == Notices{"T “” is not a whole number: left out"});
  CHECK(parse("t").notices == Notices{"T “” is not a whole number: left out"});
  CHECK(parse("t=1.5").config == Config{});
  CHECK(parse("t=1e3").config == Config{});
  CHECK(parse("t=0x10").config == Config{});
  CHECK(parse("t=%2B5").config == Config{});
  CHECK(parse("t=+7+").config.tokens == 7);  // spaces round a number are no fault
  CHECK(parse("w=none").notices == Notices{"W “none” is not a whole number or all: left out"});
  CHECK(parse("causal=yes").notices == Notices{"causal “yes” is not 0 or 1: left out"});
  CHECK(parse("strike=one").notices == Notices{"strike “one” is not inf or zero: left out"});
  CHECK(parse("theme=Dark").notices == Notices{"theme “Dark” is not one of auto, light, dark: left out"});
  CHECK(parse("pick=3").notices == Notices{"pick “3” is not a cell i,j: left out"});
  CHECK(parse("pick=3,4,5").config.pick == std::nullopt);
  CHECK(parse("example=none&text=a").config.source() == Source::kText);
}

TEST_CASE("Unknown and repeated keys, other versions, and broken encoding are said", "[config]") {
  CHECK(parse("foo=1").notices == Notices{"“foo” is not a setting: left out"});
  CHECK(parse("T=3").notices == Notices{"“T” is not a setting: left out"});
  CHECK(parse("=3").notices == Notices{"“=3” is not a setting: left out"});
  CHECK(parse("t=3&t=5").config.tokens == 5);
  CHECK(parse("t=3&t=5").notices == Notices{"T is given more than once: the last counts"});
  CHECK(parse("t=3&t=5&t=7").notices.size() == 1);
  CHECK(parse("v=1&t=3").notices.empty());
  CHECK(parse("v=2&t=3").config.tokens == 3);
  CHECK(parse("v=2&t=3").notices == Notices{"v “2” is not known here: the link is read as v = 1"});
  CHECK(parse("text=50%").config.text == "50%");
  CHECK(parse("text=50%").notices == Notices{"“%” is not percent-encoding: read as it is written"});
  CHECK(parse("text=%zzb").config.text == "%zzb");
  CHECK(parse("text=%-1").config.text == "%-1");
  CHECK(parse("%74=5").config.tokens == 5);
  CHECK(parse("text=a%20b+c%2Bd").config.text == "a b c+d");
  CHECK(parse("text=a%00b%FF").config.text == "a\uFFFDb\uFFFD");
  CHECK(parse("text=a%00b%FF").notices.size() == 1);
}

TEST_CASE("A text without words is no text", "[config]") {
  CHECK(parse("text=+%0A+").config == Config{});
  CHECK(parse("text=+%0A+").notices == Notices{"The text has no words: random numbers are shown"});
  CHECK(parse("text=+&example=shapes").config == parse("example=shapes").config);
}

TEST_CASE("An example wins over a text, and H over D", "[config]") {
  const Checked both = parse("text=a+b&example=shapes");
  CHECK(both.config == parse("example=shapes").config);
  CHECK(both.notices == Notices{"An example and a text are given: the example is shown"});
  CHECK(parse("example=shapes&d=4").config.heads == 1);
  CHECK(parse("example=shapes&d=4").notices.empty());
  CHECK(parse("example=shapes&h=4").config.head_width == 1);
  CHECK(parse("example=shapes&h=4").notices.empty());
  CHECK(parse("example=shapes&h=4&d=4").config.head_width == 1);
  CHECK(parse("example=shapes&h=4&d=4").notices == Notices{"D 4 with H 4 is not C = 4: D is shown at 1"});
  CHECK(parse("example=shapes&h=3").config.heads == 2);
  CHECK(parse("example=shapes&h=3").notices == Notices{"H 3 does not divide C = 4: shown at 2"});
  CHECK(parse("example=shapes&h=64").config.heads == 4);
  CHECK(parse("example=shapes&d=0").config.head_width == 1);
}

TEST_CASE("What a source or size switches off is held and said", "[config]") {
  const Checked nolan = parse("example=nolan&w=1&causal=1&tie=1");
  CHECK(nolan.config == parse("example=nolan").config);
  CHECK(nolan.notices == Notices{"W is all. This example masks nothing: no causal rule, no window",
                                 "causal is left out. This example masks nothing: no causal rule, no window",
                                 "tie is left out. This example has one query and two keys: K cannot be a copy of Q"});
  CHECK(parse("weights=built").config.weights == Weights::kRandom);
  CHECK(parse("weights=built").notices == Notices{"weights are random. Built weights need the words of a text"});
  CHECK(parse("positions=1").notices ==
        Notices{"positions are left out. Position marks are added to the words of a text"});
}

TEST_CASE("What a size holds back is kept as asked, and said", "[config]") {
  CHECK(parse("text=a&d=7").notices == Notices{"Built weights need D = 8 or more: random until then"});
  CHECK(parse("text=a&d=8").notices.empty());
  CHECK(parse("text=a&d=7&weights=random").notices.empty());
  CHECK(effective_weights(parse("text=a&d=7").config) == Weights::kRandom);
  CHECK(effective_weights(parse("text=a&d=8").config) == Weights::kBuilt);
  CHECK(to_query(parse("text=a&d=7").config) == "v=1&d=7&text=a");
  CHECK(parse("t=257&strike=zero").notices ==
        Notices{"Strike by zero needs every score: it stops at T = 256, minus infinity beyond"});
  CHECK(parse("t=256&strike=zero").notices.empty());
  CHECK(effective_strike(parse("t=257&strike=zero").config) == Strike::kInfinity);
  CHECK(effective_strike(parse("t=256&strike=zero").config) == Strike::kZero);
  CHECK(to_query(parse("t=257&strike=zero").config) == "v=1&t=257&strike=zero");
}

TEST_CASE("Notices are few, short and safe to show", "[config]") {
  std::string query;
  for (int i = 0; i < 500; ++i) query += "key" + std::to_string(i) + "&";
  const Notices many = parse(query).notices;
  REQUIRE(many.size() == static_cast<std::size_t>(kMaxNotices));
  CHECK(many.back() == "and 493 more such");
  CHECK(parse(std::string(1'000, 'x') + "=1").notices == Notices{"“xxxxxxxxxxxxxxxxxxx…” is not a setting: left out"});
  CHECK(parse("a%0A%1B%E2%80%AEb").notices == Notices{"“a\uFFFD\uFFFD\uFFFDb” is not a setting: left out"});
}

TEST_CASE("The shortest link names what is not at the default of its source", "[config]") {
  CHECK(to_query(Config{}) == "v=1");
  CHECK(to_query(parse("example=nolan").config) == "v=1&example=nolan");
  CHECK(to_query(parse("example=shapes&w=2&h=2&d=2&t=3").config) == "v=1&example=shapes");
  CHECK(to_query(parse("text=The+river,+東京").config) == "v=1&text=The+river,+%E6%9D%B1%E4%BA%AC");
  CHECK(to_query(parse("text=a%26b%3Dc%2B%25%23").config) == "v=1&text=a%26b%3Dc%2B%25%23");
  CHECK(to_query(parse("text=a&weights=random").config) == "v=1&text=a&weights=random");
  CHECK(to_query(parse("pick=3,2&head=all&theme=dark").config) == "v=1&head=all&pick=3,2&theme=dark");
}

TEST_CASE("A text over 2,000 characters is shown and left out of the link", "[config]") {
  std::string words;
  for (int i = 0; i < 1'000; ++i) words += "é ";
  const Config fits = change(Config{}, "text=" + words).config;
  CHECK(count_words(fits.text) == 1'000);
  CHECK_FALSE(link_leaves_text_out(fits));
  CHECK(parse(to_query(fits)).config == fits);
  const Config over = change(Config{}, "w=9&text=" + words + "é").config;
  CHECK(over.tokens == 256);
  CHECK(link_leaves_text_out(over));
  CHECK(to_query(over) == "v=1&t=256&w=9");
  CHECK(parse(to_query(over)).config == as_random(over));
  CHECK(parse(to_full_query(over)).config == over);
  CHECK_FALSE(link_leaves_text_out(Config{}));
}
