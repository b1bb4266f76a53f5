// The rolling cache of one windowed layer: token i goes to slot i mod W.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/stack/rule.h"
#include "view/geometry.h"
#include "view/rich_text.h"

namespace bandscope::view {

struct ModelInput;

struct CacheSlot {
  std::int64_t slot = 0;
  std::int64_t token = -1;  // -1: empty
  bool lit = false;         // just written
  Box box;
};

struct CachePicture {
  std::int64_t tokens = 0, window = 1;
  std::int64_t token = 0;         // just taken
  std::int64_t slot = 0;          // where it went
  std::int64_t overwritten = -1;  // what stood there; -1: nothing
  std::vector<CacheSlot> slots;   // those that have room
  bool whole = true;              // all have
  bool cut_left = false, cut_right = false;
  Box row;           // of the slots drawn
  Box strip;         // all slots, where not all have room
  float filled = 1;  // part of the strip that holds tokens
  std::vector<Run> words;
  std::string part;  // "slots 4,081 to 4,095 of 4,096"
};
void update_cache_picture(CachePicture& picture, const engine::StackRule& rule, const ModelInput& input,
                          const Box& room);

/// The token that slot `slot` of W holds when `token` has just been written; -1: none yet.
std::int64_t cached_token(std::int64_t slot, std::int64_t token, std::int64_t window);

}  // namespace bandscope::view
