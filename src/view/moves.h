// The strip of moves with the shape at each seam.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "engine/trace.h"
#include "view/geometry.h"
#include "view/painter.h"
#include "view/rich_text.h"

namespace bandscope::view {

struct ModelInput;

enum class Move { kTokens, kProject, kCut, kSplit, kScore, kScale, kStrike, kSoftmax, kBlend, kMerge, kOutput, kGiven };
inline constexpr int kMoveCount = 12;

/// A stop is so wide at least; a thumbnail is at most kThumbWidth x kThumbHeight.
inline constexpr float kMovePitch = 112;
inline constexpr float kThumbWidth = kMovePitch - 7;
inline constexpr float kThumbHeight = 28;

/// The real numbers of a stage, a device-independent pixel each or a whole number of them.
struct Thumbnail {
  struct Block {
    Box box;  // from the thumbnail's top left corner, in CSS pixels
    Bitmap bitmap;
  };
  std::vector<Block> blocks;
  float width = 0, height = 0;
  bool cut = false;  // more heads than fit: the last one fades out
};

struct MoveStop {
  Move move = Move::kTokens;
  std::string label;               // of its area: "move project"
  std::vector<Run> name;           // "scale ÷ √D"
  std::vector<Run> symbolic;       // "(T, 3C)"
  std::vector<Run> numeric;        // "(24, 96)"
  std::vector<Run> short_numeric;  // "(16,10000,10000)", where the other is too wide
  std::string tip;                 // what it does, in one sentence
  bool active = false;             // the card's number is made here
  const Thumbnail* thumbnail = nullptr;
};

struct MovesModel {
  std::vector<MoveStop> stops;

  /// One a move; made again only when its stage has run (or the theme or the heads that fit have changed).
  struct Cached {
    Thumbnail thumbnail;
    std::uint32_t run = 0;
    engine::LayerShape shape;
    int first_head = 0;
    bool dark = false;
    bool made = false;
    std::uint64_t revision = 0;
  };
  std::array<Cached, kMoveCount> cache;
};
void update_moves(MovesModel& model, const ModelInput& input);

/// How far a strip of `stops` can scroll in a box of this width.
float moves_scroll_end(int stops, float width);
/// From stop to stop: kMovePitch, or more where fewer stops leave room.
float moves_pitch(int stops, float width);

}  // namespace bandscope::view
