#include "config/words.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "config/random_states.h"
#include "config/utf8.h"

using namespace bandscope::config;
using Words = std::vector<std::string>;

TEST_CASE("Words part at white space and at marks", "[words]") {
  CHECK(split_words("").empty());
  CHECK(split_words(" \t\r\n ").empty());
  CHECK(split_words("a b") == Words{"a", "b"});
  CHECK(split_words("  a\n\nb ") == Words{"a", "b"});
  CHECK(split_words("one, two.") == Words{"one", ",", "two", "."});
  CHECK(split_words("3.14") == Words{"3", ".", "14"});
  CHECK(split_words("a:b;c!d?e") == Words{"a", ":", "b", ";", "c", "!", "d", "?", "e"});
  CHECK(split_words("(a)[b]{c}") == Words{"(", "a", ")", "[", "b", "]", "{", "c", "}"});
  CHECK(split_words("wait... what") == Words{"wait", ".", ".", ".", "what"});
  CHECK(split_words("wait… what") == Words{"wait", "…", "what"});
  CHECK(split_words("pages 3–5 — all") == Words{"pages", "3", "–", "5", "—", "all"});
  CHECK(split_words("\"so\" “so”") == Words{"\"", "so", "\"", "“", "so", "”"});
}

TEST_CASE("Quotes part from a word's ends and stay inside it", "[words]") {
  CHECK(split_words("don't don’t") == Words{"don't", "don’t"});
  CHECK(split_words("'tis") == Words{"'", "tis"});
  CHECK(split_words("rock 'n' roll") == Words{"rock", "'", "n", "'", "roll"});
  CHECK(split_words("the dogs’ bowl") == Words{"the", "dogs", "’", "bowl"});
  CHECK(split_words("‘so’") == Words{"‘", "so", "’"});
  CHECK(split_words("''a''b''") == Words{"'", "'", "a''b", "'", "'"});
  CHECK(split_words("'") == Words{"'"});
  CHECK(split_words("‘’") == Words{"‘", "’"});
  CHECK(split_words("(‘a’)") == Words{"(", "‘", "a", "’", ")"});
  CHECK(split_words("«oui» „ja‟ ‹si›") == Words{"«", "oui", "»", "„", "ja", "‟", "‹", "si", "›"});
}

TEST_CASE("Hyphens and other signs stay in their word", "[words]") {
  CHECK(split_words("well-known -5 a-") == Words{"well-known", "-5", "a-"});
  CHECK(split_words("a_b #c @d e/f 50%") == Words{"a_b", "#c", "@d", "e/f", "50%"});
  CHECK(split_words("The the") == Words{"The", "the"});
}

TEST_CASE("Any Unicode counts and stays whole", "[words]") {
  CHECK(split_words("東京 naïve") == Words{"東京", "naïve"});
  CHECK(split_words("東京へ行く") == Words{"東京へ行く"});
  CHECK(split_words("🙂 👩‍👩‍👧 ok🙂.") == Words{"🙂", "👩‍👩‍👧", "ok🙂", "."});
  CHECK(split_words("e\u0301t\u00E9") == Words{"e\u0301t\u00E9"});
  CHECK(split_words("a\u00A0b\u2003c\u3000d\u2028e\u202Ff\u205Fg\u1680h\u0085i\u200Bj") ==
        Words{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"});
  CHECK(split_words("\uFEFFThe") == Words{"The"});
}

TEST_CASE("What is not UTF-8 becomes U+FFFD", "[words]") {
  CHECK(split_words("a\xFF"
                    "b") == Words{"a\uFFFDb"});
  CHECK(split_words("\xE6\x9D") == Words{"\uFFFD"});                     // cut in the middle
  CHECK(split_words("\xC0\xAF") == Words{"\uFFFD\uFFFD"});               // overlong
  CHECK(split_words("\xED\xA0\x80") == Words{"\uFFFD\uFFFD\uFFFD"});     // a surrogate
  CHECK(split_words("\xF4\x90\x80\x80").front().size() == 4 * 3);        // over U+10FFFF
  CHECK(split_words("\xE6 \xF0\x9F") == Words{"\uFFFD", "\uFFFD"});      // the space survives a broken beginning
  CHECK(split_words(std::string_view("a\0b", 3)) == Words{"a\uFFFDb"});  // would end a C string
}

TEST_CASE("Characters are code points", "[words]") {
  CHECK(count_characters("") == 0);
  CHECK(count_characters("naïve") == 5);
  CHECK(count_characters("東京🙂") == 3);
  CHECK(count_characters("\xFF\xFF") == 2);
}

TEST_CASE("Counting words is splitting them, at any length and for any bytes", "[words]") {
  bandscope::test::RandomStates random(11);
  for (int round = 0; round < 2'000; ++round) {
    const std::string text = random.coin() ? random.bytes(40) : random.words(10);
    CAPTURE(round, text);
    const Words words = split_words(text);
    const int count = static_cast<int>(words.size());
    CHECK(count_words(text) == count);
    CHECK(count_words(text, 3) == std::min(count, 3));
    std::string joined;
    for (const std::string& word : words) {
      CHECK_FALSE(word.empty());
      CHECK(clean_utf8(word) == word);
      CHECK(split_words(word) == Words{word});
      joined += word + " ";
    }
    CHECK(split_words(joined) == words);
  }
  const std::string long_text(3'000'000, '\'');
  CHECK(count_words(long_text) == 3'000'000);
  CHECK(count_words("a" + long_text + "b") == 1);
  CHECK(count_words(long_text, 0) == 0);
}
