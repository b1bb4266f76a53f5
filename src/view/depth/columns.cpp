#include "view/depth/columns.h"

#include <algorithm>
#include <cmath>

#include "engine/stack/reach.h"

namespace bandscope::view {
namespace {

constexpr std::int64_t kMostNodeTokens = 48;  // with edges
constexpr float kStripRim = 6;                // a strip begins before its first token's middle

}  // namespace

int Columns::column_of(std::int64_t token) const {
  if (count <= 0) return 0;
  const std::int64_t at = std::clamp<std::int64_t>(token - first, 0, tokens - 1);
  // The column whose tokens hold it: first_of() rounds down.
  return static_cast<int>(((at + 1) * count - 1) / tokens);
}

float Columns::x(std::int64_t token) const {
  if (tokens <= 0) return left;
  const double each = static_cast<double>(cell) * count / static_cast<double>(tokens);
  return left + static_cast<float>((static_cast<double>(token - first) + 0.5) * each);
}

std::int64_t Columns::token_at(float x) const {
  const double each = static_cast<double>(cell) * count / static_cast<double>(std::max<std::int64_t>(tokens, 1));
  const double at = each > 0 ? std::floor(static_cast<double>(x - left) / each) : 0;
  return first +
         static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(std::max<std::int64_t>(tokens - 1, 0))));
}

Columns columns_of(const engine::StackRule& rule, Node held, const ColumnRoom& room) {
  Columns c;
  c.all = rule.tokens;
  const float width = std::max(1.0F, room.right - room.left);
  const auto pixels = static_cast<std::int64_t>(std::max(1.0F, std::floor((width + 2 * kStripRim) * room.dpr)));
  c.tokens = rule.tokens;
  if (c.tokens > std::max(pixels, kMostNodeTokens)) {
    const engine::Span cone = engine::reach(rule, held.token, rule.layers);
    const std::int64_t pad = std::max<std::int64_t>(cone.size() / 8, 12);
    c.tokens = std::clamp(cone.size() + 2 * pad, std::min(kMostNodeTokens, rule.tokens), rule.tokens);
    // A part that is nearly all is shown as all.
    if (c.tokens > rule.tokens * 3 / 5) c.tokens = rule.tokens;
    c.first = std::clamp<std::int64_t>(cone.first - (c.tokens - cone.size()) / 2, 0, rule.tokens - c.tokens);
  }
  c.nodes = c.tokens <= kMostNodeTokens && c.tokens * (rule.layers + 1) <= room.most_nodes;
  if (c.nodes) {
    const float pitch = c.tokens > 1 ? width / static_cast<float>(c.tokens - 1) : room.widest;
    c.count = static_cast<int>(c.tokens);
    c.cell = std::max(1.0F, std::floor(std::min(room.widest, pitch) * room.dpr)) / room.dpr;
    c.left = room.left - c.cell / 2;
    return c;
  }
  c.count = static_cast<int>(std::min(c.tokens, pixels));
  c.cell =
      std::max(1.0F,
               std::floor(std::min(room.widest, static_cast<float>(pixels) / room.dpr / static_cast<float>(c.count)) *
                          room.dpr)) /
      room.dpr;
  c.left = room.left - kStripRim;
  return c;
}

}  // namespace bandscope::view
