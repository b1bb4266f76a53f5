#include "view/palette.h"

#include <algorithm>
#include <cmath>

namespace bandscope::view {
namespace {

std::uint8_t channel(float v) { return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0f, 255.0f))); }

float lerp(float a, float b, float t) { return a + (b - a) * t; }

double luminance(Rgba c) {
  auto linear = [](std::uint8_t v) {
    double s = v / 255.0;
    return s <= 0.03928 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

/// 256 texels over equally spaced stops.
template <std::size_t N>
std::array<Rgba, 256> ramp(const std::array<std::uint32_t, N>& stops) {
  std::array<Rgba, 256> texels;
  for (int i = 0; i < 256; ++i) {
    float at = static_cast<float>(i) * static_cast<float>(N - 1) / 255.0f;
    auto left = std::min(static_cast<std::size_t>(at), N - 2);
    texels[static_cast<std::size_t>(i)] = mix(rgb(stops[left]), rgb(stops[left + 1]), at - static_cast<float>(left));
  }
  return texels;
}

Palette light() {
  Palette p;
  // In the order of Token.
  p.tokens = {rgb(0xF7F5F0), rgb(0xFFFEFB), rgb(0xDEDAD1), rgb(0xB9B4A8), rgb(0x8E8A7F), rgb(0x1D1F24), rgb(0x63615B),
              rgb(0x716E67), rgb(0xECE9E1), rgb(0x4A5F7B), rgb(0x1F66C9), rgb(0x94407E), rgb(0x0A5F45), rgb(0xBE4B0B),
              rgb(0x5C3B00), rgb(0xF6DFCF), rgb(0xC9C4B8), rgb(0x14161A), rgb(0xFFFEFB), rgb(0xF0E442), rgb(0x1D1F24)};
  p.shares = ramp(std::array<std::uint32_t, 11>{0xFFFEFB, 0xDEE8ED, 0xBBD0DD, 0x9CB5C9, 0x829DB5, 0x6C87A1, 0x5B738F,
                                                0x4A5F7B, 0x3A4A64, 0x293449, 0x181E2C});
  p.positive = ramp(std::array<std::uint32_t, 6>{0xFFFEFB, 0xC5D7E2, 0x90AAC0, 0x69849F, 0x4C627E, 0x303D55});
  p.negative = ramp(std::array<std::uint32_t, 6>{0xFFFEFB, 0xE7D3BA, 0xC9A27D, 0xA97753, 0x875339, 0x593025});
  return p;
}

Palette dark() {
  Palette p;
  p.dark = true;
  p.tokens = {rgb(0x111316), rgb(0x1A1D21), rgb(0x2C3036), rgb(0x4A4F57), rgb(0x6C727B), rgb(0xECEAE4), rgb(0xA3A5A8),
              rgb(0x8A8D92), rgb(0x24282D), rgb(0x94B1C3), rgb(0x9AD5FD), rgb(0xB47CB7), rgb(0x4FA385), rgb(0xF67A22),
              rgb(0xF6E594), rgb(0x45281A), rgb(0x464B53), rgb(0xFFFFFF), rgb(0x1A1D21), rgb(0xF0E442), rgb(0x1D1F24)};
  p.shares = ramp(std::array<std::uint32_t, 11>{0x1A1D21, 0x29303D, 0x3A4559, 0x4A5B73, 0x59708A, 0x69839D, 0x7D99B0,
                                                0x94B1C3, 0xB1CAD4, 0xD2DFDF, 0xF0F1E8});
  p.positive = ramp(std::array<std::uint32_t, 6>{0x1A1D21, 0x364052, 0x51657E, 0x6D88A1, 0x94B0C2, 0xCBDFE5});
  p.negative = ramp(std::array<std::uint32_t, 6>{0x1A1D21, 0x412E27, 0x764D37, 0xA37250, 0xCB9F78, 0xEED7B7});
  return p;
}

}  // namespace

Rgba mix(Rgba a, Rgba b, float t) {
  return {channel(lerp(a.r, b.r, t)), channel(lerp(a.g, b.g, t)), channel(lerp(a.b, b.b, t)),
          channel(lerp(a.a, b.a, t))};
}

Rgba with_alpha(Rgba c, float alpha) {
  c.a = channel(static_cast<float>(c.a) * alpha);
  return c;
}

float contrast(Rgba a, Rgba b) {
  double la = luminance(a);
  double lb = luminance(b);
  return static_cast<float>((std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05));
}

PairTokens tokens_of(Pair pair) {
  constexpr Token back = Token::kBackground;
  constexpr Token sheet = Token::kSurface;
  switch (pair) {
    case Pair::kInk:
      return {Token::kInk, back};
    case Pair::kMuted:
      return {Token::kMuted, back};
    case Pair::kFaint:
      return {Token::kFaint, back};
    case Pair::kAccent:
      return {Token::kAccent, back};
    case Pair::kT:
      return {Token::kT, back};
    case Pair::kH:
      return {Token::kH, back};
    case Pair::kD:
      return {Token::kD, back};
    case Pair::kW:
      return {Token::kW, back};
    case Pair::kL:
      return {Token::kL, back};
    case Pair::kInkSurface:
      return {Token::kInk, sheet};
    case Pair::kMutedSurface:
      return {Token::kMuted, sheet};
    case Pair::kFaintSurface:
      return {Token::kFaint, sheet};
    case Pair::kAccentSurface:
      return {Token::kAccent, sheet};
    case Pair::kTSurface:
      return {Token::kT, sheet};
    case Pair::kHSurface:
      return {Token::kH, sheet};
    case Pair::kDSurface:
      return {Token::kD, sheet};
    case Pair::kWSurface:
      return {Token::kW, sheet};
    case Pair::kLSurface:
      return {Token::kL, sheet};
    case Pair::kHaloPick:
      return {Token::kHalo, Token::kPick};
    case Pair::kHaloW:
      return {Token::kHalo, Token::kW};
    case Pair::kInkWTint:
      return {Token::kInk, Token::kWTint};
    case Pair::kWarning:
      return {Token::kWarningText, Token::kWarning};
    case Pair::kCellBlack:
    case Pair::kCellWhite:
      return {Token::kInk, Token::kSurface};
  }
  return {Token::kInk, back};
}

Rgba Palette::text(Pair pair) const {
  if (pair == Pair::kCellBlack) return rgb(0x000000);
  if (pair == Pair::kCellWhite) return rgb(0xFFFFFF);
  return (*this)[tokens_of(pair).text];
}

Rgba Palette::map(Map map, float v, float m) const {
  if (!std::isfinite(v)) return (*this)[Token::kWarning];
  float share = m > 0 ? v / m : 0.0f;
  const auto& texels = map == Map::kShares ? shares : share < 0 ? negative : positive;
  float t = map == Map::kShares ? share : std::fabs(share);
  return texels[static_cast<std::size_t>(std::lround(std::clamp(t, 0.0f, 1.0f) * 255.0f))];
}

Rgba Palette::head_tint(int h, int heads) const {
  float t = heads > 1 ? 0.28f + 0.72f * static_cast<float>(h) / static_cast<float>(heads - 1) : 1.0f;
  return mix((*this)[Token::kSurface], (*this)[Token::kH], t);
}

const Palette& palette(bool want_dark) {
  static const Palette light_theme = light();
  static const Palette dark_theme = dark();
  return want_dark ? dark_theme : light_theme;
}

Pair cell_ink(Rgba cell) {
  return contrast(cell, rgb(0x000000)) >= contrast(cell, rgb(0xFFFFFF)) ? Pair::kCellBlack : Pair::kCellWhite;
}

}  // namespace bandscope::view
