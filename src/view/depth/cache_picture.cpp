#include "view/depth/cache_picture.h"

#include <algorithm>
#include <cmath>

#include "engine/stack/cost.h"
#include "view/cells.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kGap = 4;
constexpr float kLeastSlot = 28;
constexpr float kMostSlot = 44;

Run muted(std::string text) { return {std::move(text), Face::kRegular, Pair::kMuted}; }
Run token_run(std::int64_t token) { return {grouped(token), Face::kMono, Pair::kT}; }
Run slot_run(std::int64_t slot) { return {grouped(slot), Face::kMono, Pair::kW}; }

std::vector<Run> words_of(const CachePicture& p) {
  std::vector<Run> runs = {muted("Token "),    token_run(p.token), muted(" goes to slot "),
                           token_run(p.token), muted(" mod "),     slot_run(p.window),
                           muted(" = "),       slot_run(p.slot)};
  if (p.overwritten < 0) {
    runs.push_back(muted(", which was empty."));
    return runs;
  }
  runs.push_back(muted(", over token "));
  runs.push_back(token_run(p.overwritten));
  runs.push_back(muted(", which no later token reads."));
  return runs;
}

}  // namespace

std::int64_t cached_token(std::int64_t slot, std::int64_t token, std::int64_t window) {
  const std::int64_t back = (engine::cache_slot(token, window) - slot + window) % window;
  return token - back < 0 ? -1 : token - back;
}

void update_cache_picture(CachePicture& p, const engine::StackRule& rule, const ModelInput& input, const Box& room) {
  p.tokens = rule.tokens;
  p.window = rule.window;
  p.token = std::clamp<std::int64_t>(input.state.cache_token.value_or(static_cast<int>(p.tokens - 1)), 0, p.tokens - 1);
  p.slot = engine::cache_slot(p.token, p.window);
  p.overwritten = p.token - p.window;
  if (p.overwritten < 0) p.overwritten = -1;
  p.words = words_of(p);

  // As wide as the longest number in a slot or under one.
  const auto letters = static_cast<int>(grouped(p.tokens - 1).size());
  const float least = std::max(kLeastSlot, std::ceil(mono_width(letters, Type::k11)) + 10);
  const auto fits = std::max<std::int64_t>(1, static_cast<std::int64_t>((room.width + kGap) / (least + kGap)));
  p.whole = p.window <= fits;
  const std::int64_t count = std::min(p.window, fits);
  const float width =
      p.whole ? std::min(std::max(kMostSlot, least), std::floor((room.width + kGap) / static_cast<float>(count)) - kGap)
              : std::floor((room.width + kGap) / static_cast<float>(count)) - kGap;
  const std::int64_t first = std::clamp<std::int64_t>(p.slot - count / 2, 0, p.window - count);
  p.cut_left = first > 0;
  p.cut_right = first + count < p.window;
  p.slots.clear();
  float x = room.x;
  for (std::int64_t slot = first; slot < first + count; ++slot) {
    p.slots.push_back({slot, cached_token(slot, p.token, p.window), slot == p.slot, {x, room.y, width, room.height}});
    x += width + kGap;
  }
  p.row = {room.x, room.y, x - kGap - room.x, room.height};
  p.part.clear();
  p.strip = {};
  if (p.whole) return;
  p.part = "slots " + grouped(first) + " to " + grouped(first + count - 1) + " of " + grouped(p.window);
  p.strip = {room.x, room.bottom() + 26, p.row.width, 8};
  p.filled = static_cast<float>(std::min<double>(1, static_cast<double>(p.token + 1) / static_cast<double>(p.window)));
}

}  // namespace bandscope::view
