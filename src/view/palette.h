// Every colour: the tokens of both themes, the text pairs, and the maps from numbers to ink.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace bandscope::view {

struct Rgba {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Rgba&) const = default;
};
constexpr Rgba rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8), static_cast<std::uint8_t>(hex),
          255};
}
/// Linear in sRGB: t = 0 gives a, t = 1 gives b.
Rgba mix(Rgba a, Rgba b, float t);
Rgba with_alpha(Rgba c, float alpha);
/// WCAG contrast ratio, 1..21.
float contrast(Rgba a, Rgba b);

enum class Token {
  kBackground,
  kSurface,
  kHairline,
  kRule,
  kEdge,
  kInk,
  kMuted,
  kFaint,
  kChip,
  kAccent,
  kT,
  kH,
  kD,
  kW,
  kL,
  kWTint,
  kStruckDot,
  kPick,
  kHalo,
  kWarning,
  kWarningText,
};
inline constexpr int kTokenCount = 21;

/// Which text colour stands on which ground: the only way to colour a text. The whole table is tested for contrast
/// >= 4.5 in both themes. kCellBlack and kCellWhite are for numbers on map colours (see cell_ink).
enum class Pair {
  kInk,
  kMuted,
  kFaint,
  kAccent,
  kT,
  kH,
  kD,
  kW,
  kL,  // on the background
  kInkSurface,
  kMutedSurface,
  kFaintSurface,
  kAccentSurface,
  kTSurface,
  kHSurface,
  kDSurface,
  kWSurface,
  kLSurface,
  kHaloPick,  // a label chip
  kHaloW,     // a number on the W colour itself
  kInkWTint,  // words and numbers on kept cells
  kWarning,   // warning text on warning fill
  kCellBlack,
  kCellWhite,
};
inline constexpr int kPairCount = 24;
struct PairTokens {
  Token text;
  Token ground;
};
/// Tokens of a pair; for the two cell inks the ground is the cell's own colour and this gives (kInk, kSurface).
PairTokens tokens_of(Pair pair);

/// The maps: shares 0..1; signed -1..1 (0 is surface).
enum class Map { kShares, kSigned };

/// The colours of one theme.
struct Palette {
  bool dark = false;
  std::array<Rgba, kTokenCount> tokens;
  std::array<Rgba, 256> shares;    // 0..1
  std::array<Rgba, 256> positive;  // 0..1 of max |v|
  std::array<Rgba, 256> negative;
  Rgba operator[](Token t) const { return tokens[static_cast<int>(t)]; }
  Rgba text(Pair pair) const;
  /// v / m clamped to the map; a value that is not finite is the warning fill.
  Rgba map(Map map, float v, float m) const;
  /// The tint of head h of H: mix(surface, H, 0.28 + 0.72 h / (H - 1)); full H at H = 1.
  Rgba head_tint(int h, int heads) const;
};
const Palette& palette(bool dark);
/// kCellBlack or kCellWhite, whichever contrasts more with the cell.
Pair cell_ink(Rgba cell);

}  // namespace bandscope::view
