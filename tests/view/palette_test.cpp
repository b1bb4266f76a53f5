#include "view/palette.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

using namespace bandscope::view;
using Catch::Matchers::WithinAbs;

namespace {

bool both_themes(auto check) {
  check(palette(false));
  check(palette(true));
  return true;
}

}  // namespace

TEST_CASE("every text pair has a contrast of at least 4.5 in both themes") {
  both_themes([](const Palette& p) {
    for (int i = 0; i < kPairCount; ++i) {
      auto pair = static_cast<Pair>(i);
      if (pair == Pair::kCellBlack || pair == Pair::kCellWhite) continue;  // cell_ink's own test
      PairTokens t = tokens_of(pair);
      INFO("pair " << i << (p.dark ? " dark" : " light"));
      CHECK(contrast(p[t.text], p[t.ground]) >= 4.5f);
      CHECK(p.text(pair) == p[t.text]);
    }
  });
}

TEST_CASE("a number in a cell has a contrast of at least 4.5 on every colour of every map") {
  float worst = 21;
  both_themes([&](const Palette& p) {
    for (const auto* texels : {&p.shares, &p.positive, &p.negative}) {
      for (Rgba cell : *texels) worst = std::min(worst, contrast(cell, p.text(cell_ink(cell))));
    }
  });
  CHECK(worst >= 4.5f);
  CHECK_THAT(worst, WithinAbs(4.59, 0.02));  // as STYLE has it
}

TEST_CASE("the maps pass through their stops") {
  const Palette& light = palette(false);
  const Palette& dark = palette(true);
  CHECK(light.shares[0] == light[Token::kSurface]);
  CHECK(dark.shares[0] == dark[Token::kSurface]);
  CHECK(light.shares[255] == rgb(0x181E2C));
  CHECK(dark.shares[255] == rgb(0xF0F1E8));
  // Every second of the eleven stops falls on a texel, the others between two.
  constexpr int kFifth = 51;
  CHECK(light.shares[kFifth] == rgb(0xBBD0DD));
  CHECK(dark.shares[4 * kFifth] == rgb(0xB1CAD4));
  for (int i : {25, 26}) {
    CHECK_THAT(light.shares[static_cast<std::size_t>(i)].r, WithinAbs(0xDE, 1.0));
  }
  CHECK(light.positive[kFifth] == rgb(0xC5D7E2));
  CHECK(light.negative[3 * kFifth] == rgb(0xA97753));
  CHECK(dark.positive[4 * kFifth] == rgb(0x94B0C2));
  CHECK(dark.negative[255] == rgb(0xEED7B7));
}

TEST_CASE("map() puts 0 on the surface, clamps, and marks what is no number") {
  both_themes([](const Palette& p) {
    CHECK(p.map(Map::kSigned, 0, 2) == p[Token::kSurface]);
    CHECK(p.map(Map::kSigned, 2, 2) == p.positive[255]);
    CHECK(p.map(Map::kSigned, -2, 2) == p.negative[255]);
    CHECK(p.map(Map::kSigned, -9, 2) == p.negative[255]);
    CHECK(p.map(Map::kSigned, 1, 0) == p[Token::kSurface]);
    CHECK(p.map(Map::kShares, 0.2f, 1) == p.shares[51]);
    CHECK(p.map(Map::kShares, -0.1f, 1) == p.shares[0]);
    CHECK(p.map(Map::kShares, std::nanf(""), 1) == p[Token::kWarning]);
    CHECK(p.map(Map::kSigned, -INFINITY, 1) == p[Token::kWarning]);
  });
}

TEST_CASE("head tints go from 28 % to the full colour") {
  both_themes([](const Palette& p) {
    CHECK(p.head_tint(0, 1) == p[Token::kH]);
    CHECK(p.head_tint(3, 4) == p[Token::kH]);
    CHECK(p.head_tint(0, 4) == mix(p[Token::kSurface], p[Token::kH], 0.28f));
  });
}

TEST_CASE("contrast is WCAG's") {
  CHECK_THAT(contrast(rgb(0x000000), rgb(0xFFFFFF)), WithinAbs(21, 1e-4));
  CHECK_THAT(contrast(rgb(0x777777), rgb(0xFFFFFF)), WithinAbs(4.478, 1e-2));
  CHECK(with_alpha(rgb(0x123456), 0.4f).a == 102);
}
