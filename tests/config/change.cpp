#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "config/limits.h"
#include "config/query.h"

using namespace bandscope::config;
using Notices = std::vector<std::string>;

namespace {

Config changed(const Config& base, std::string_view query) { return change(base, query).config; }
Config link(std::string_view query) { return parse(query).config; }

}  // namespace

TEST_CASE("A change touches what it names and nothing else", "[config]") {
  const Config base = link("t=40&h=2&d=16&w=9&causal=0&seed=7&pick=5,4&view=band");
  CHECK(changed(base, "") == base);
  Config expected = base;
  expected.window = 3;
  CHECK(changed(base, "w=3") == expected);
  CHECK(changed(base, "w=x") == base);
  CHECK(change(base, "w=x").notices == Notices{"W “x” is not a whole number or all: left out"});
  CHECK(change(base, "w=3").notices.empty());
}

TEST_CASE("A change is clamped as an address is", "[config]") {
  const Config base = link("t=40&head=3&pick=30,29");
  CHECK(changed(base, "t=5000000").tokens == 1'000'000);
  CHECK(change(base, "t=5000000").notices == Notices{"T 5000000 is over 1,000,000: shown at 1,000,000"});
  CHECK(changed(base, "h=2").head == 1);
  CHECK(change(base, "h=2").notices == Notices{"head 3 is over 1, the last head: shown at 1"});
  CHECK(changed(base, "t=10").pick == Pick{9, 9});
  CHECK(changed(base, "t=10&pick=").pick == std::nullopt);
}

TEST_CASE("What a size holds back returns, and is said once", "[config]") {
  const Config built = link("text=a+b");
  const Config narrow = changed(built, "d=4");
  CHECK(effective_weights(narrow) == Weights::kRandom);
  CHECK(change(built, "d=4").notices == Notices{"Built weights need D = 8 or more: random until then"});
  CHECK(change(narrow, "w=2").notices.empty());
  CHECK(changed(narrow, "d=8") == built);
  const Config zero = link("t=256&strike=zero");
  const Config wide = changed(zero, "t=257");
  CHECK(effective_strike(wide) == Strike::kInfinity);
  CHECK(change(zero, "t=257").notices.size() == 1);
  CHECK(change(wide, "t=300").notices.empty());
  CHECK(changed(wide, "t=256") == zero);
}

TEST_CASE("W waits while T is below it", "[config]") {
  const Config base = link("t=16&w=12");
  const Config low = changed(base, "t=5");
  CHECK(low.window == 12);
  CHECK(changed(low, "t=16") == base);
}

TEST_CASE("A new source starts from its defaults and keeps what is not about its numbers", "[config]") {
  const Config base = link("t=40&h=2&d=16&w=9&causal=0&scale=0&head=1&pick=5,4&seed=7&view=band&show=raw&theme=dark");
  Config expected = link("text=a+b+c");
  expected.seed = 7;
  expected.view = View::kBand;
  expected.show = Show::kRaw;
  expected.theme = Theme::kDark;
  CHECK(changed(base, "text=a+b+c") == expected);
  expected.window = 2;
  CHECK(changed(base, "text=a+b+c&w=2") == expected);
  expected = link("example=nolan&seed=7&view=band&show=raw&theme=dark");
  CHECK(changed(base, "example=nolan") == expected);
  CHECK(changed(changed(base, "text=a+b+c"), "example=nolan") == expected);
  CHECK(changed(link("example=shapes&h=4"), "example=nolan") == link("example=nolan"));
  CHECK(changed(link("example=nolan"), "example=shapes") == link("example=shapes"));
}

TEST_CASE("The same source again is no change of source", "[config]") {
  const Config shapes = link("example=shapes&h=4&w=1");
  CHECK(changed(shapes, "example=shapes") == shapes);
  CHECK(changed(shapes, "text=") == shapes);
  const Config text = link("text=a+b&w=1&h=2");
  CHECK(changed(text, "text=a+b") == text);
  CHECK(changed(text, "example=") == text);
}

TEST_CASE("Typing keeps what the reader has set, and T follows", "[config]") {
  const Config base = link("text=a+b+c&w=2&h=3&d=16&causal=0&weights=random&positions=1&head=2&seed=5");
  Config expected = base;
  expected.text = "a b c d";
  expected.tokens = 4;
  CHECK(changed(base, "text=a+b+c+d") == expected);
  expected.text = "a";
  expected.tokens = 1;
  CHECK(changed(base, "text=a") == expected);
  CHECK(changed(changed(base, "text=a"), "text=a+b+c") == base);
  const Config part = link("text=a+b+c+d&t=2");
  CHECK(changed(part, "text=a+b+c+d+e").tokens == 2);
  CHECK(changed(part, "text=a").tokens == 1);
  CHECK(changed(part, "text=a+b+c+d+e&t=5").tokens == 5);
  CHECK(change(base, "text=a+b+c+d").notices.empty());

  std::string words;
  for (int i = 0; i < 300; ++i) words += "a+";
  CHECK(changed(link("text=a+b"), "text=" + words).tokens == 256);
  CHECK(changed(link("text=" + words), "text=a+b").tokens == 2);
  CHECK(changed(link("t=300&text=" + words), "text=" + words + "b").tokens == 301);
  CHECK(changed(link("text=" + words), "text=" + words + "b").tokens == 256);
}

TEST_CASE("A text that is emptied becomes random, and an example can be left", "[config]") {
  CHECK(changed(link("text=a+b&w=2&seed=3"), "text=") == link("seed=3"));
  CHECK(changed(link("text=a+b&w=2"), "text=+") == Config{});
  CHECK(change(link("text=a+b&w=2"), "text=+").notices == Notices{"The text has no words: left out"});
  CHECK(changed(link("example=shapes"), "text=a+b") == link("text=a+b"));
  CHECK(changed(link("example=shapes"), "example=") == Config{});
  CHECK(changed(link("example=shapes"), "example=&text=a") == link("text=a"));
  CHECK(changed(link("text=b"), "example=shapes&text=a") == link("example=shapes"));
  CHECK(change(link("text=b"), "example=shapes&text=a").notices ==
        Notices{"An example and a text are given: the example is shown"});
}

TEST_CASE("In an example H and D stay divisors of C", "[config]") {
  const Config shapes = link("example=shapes");
  CHECK(changed(shapes, "h=4").head_width == 1);
  CHECK(changed(shapes, "d=4").heads == 1);
  CHECK(changed(shapes, "h=1&d=1").head_width == 4);
  CHECK(change(shapes, "h=4").notices.empty());
  CHECK(change(shapes, "d=4").notices.empty());
}

TEST_CASE("Positions follow the weights until they are set", "[config]") {
  const Config built = link("text=a+b");
  CHECK(changed(built, "weights=random") == link("text=a+b&weights=random"));
  CHECK_FALSE(changed(built, "weights=random").positions);
  CHECK(changed(link("text=a+b&weights=random"), "weights=built") == built);
  CHECK_FALSE(changed(link("text=a+b&positions=0"), "weights=random").positions);
  CHECK(changed(link("text=a+b&weights=random&positions=1"), "weights=built").positions);
  CHECK(changed(built, "weights=random&positions=1").positions);
}

TEST_CASE("Random numbers of this size leave the example", "[config]") {
  const Config shapes = link("example=shapes&w=1&tie=1");
  CHECK(as_random(shapes) == link("t=3&h=2&d=2&w=1&tie=1"));
  CHECK(as_random(link("example=nolan")) == link("t=2&h=1&d=4&w=all&causal=0"));
  CHECK(as_random(link("text=a+b+c&w=2&head=3")) == link("t=3&w=2&head=3"));
  CHECK(as_random(Config{}) == Config{});
}
