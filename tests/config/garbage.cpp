// No query, however wrong, gives a state that is not legal, a notice that cannot be shown, or a crash.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "config/limits.h"
#include "config/query.h"
#include "config/random_states.h"

using namespace bandscope::config;
using bandscope::test::is_legal;
using bandscope::test::is_showable;
using bandscope::test::RandomStates;

namespace {

void require_sound(const Checked& checked) {
  REQUIRE(is_legal(checked.config));
  REQUIRE(checked.notices.size() <= static_cast<std::size_t>(kMaxNotices));
  for (const std::string& notice : checked.notices) {
    CAPTURE(notice);
    REQUIRE(is_showable(notice));
  }
  REQUIRE(clamp(checked.config).config == checked.config);
  REQUIRE(parse(to_full_query(checked.config)).config == checked.config);
  if (!link_leaves_text_out(checked.config)) REQUIRE(parse(to_query(checked.config)).config == checked.config);
}

}  // namespace

TEST_CASE("Queries made of known and unknown parts", "[garbage]") {
  RandomStates random(3);
  Config base = opening();
  for (int round = 0; round < 5'000; ++round) {
    const std::string query = random.query();
    CAPTURE(round, query, to_full_query(base));
    require_sound(parse(query));
    const Checked changed = change(base, query);
    require_sound(changed);
    base = changed.config;
  }
}

TEST_CASE("Queries made of any bytes", "[garbage]") {
  RandomStates random(4);
  for (int round = 0; round < 3'000; ++round) {
    const std::string query = (random.coin() ? "text=" : "") + random.bytes(80);
    CAPTURE(round, query);
    require_sound(parse(query));
  }
}

TEST_CASE("Letters set to any number, one after the other", "[garbage]") {
  RandomStates random(5);
  Config config = opening();
  for (int round = 0; round < 5'000; ++round) {
    if (random.below(20) == 0) config = clamp(random.config()).config;
    const auto letter = static_cast<Letter>(random.below(kLetterCount));
    const int number = random.number();
    CAPTURE(round, static_cast<int>(letter), number, to_full_query(config));
    config = with_value(letter, number, config);
    REQUIRE(is_legal(config));
    REQUIRE(clamp(config).notices.empty());
    const Range legal = range(letter, config);
    REQUIRE(value(letter, config) >= legal.low);
    REQUIRE(value(letter, config) <= legal.high);
    const Pick pick = effective_pick(config);
    REQUIRE(pick.query < query_count(config));
    REQUIRE(pick.key < key_count(config));
  }
}

TEST_CASE("Very long queries", "[garbage]") {
  require_sound(parse(std::string(200'000, '&')));
  require_sound(parse(std::string(200'000, '%')));
  require_sound(parse(std::string(200'000, 'a')));
  require_sound(parse("t=" + std::string(200'000, '9')));
  require_sound(parse("text=" + std::string(200'000, 'a')));
  require_sound(parse("text=" + std::string(300'000, '.') + "&t=2000000"));
}

TEST_CASE("A state as bad as a program can make it", "[garbage]") {
  RandomStates random(6);
  for (int round = 0; round < 5'000; ++round) {
    Config config = random.config();
    if (random.below(4) == 0) config.text = random.bytes(30);
    CAPTURE(round, to_full_query(config));
    require_sound(clamp(config));
  }
}
