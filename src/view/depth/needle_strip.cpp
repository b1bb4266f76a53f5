// The strip of layers and tokens.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/stack/reach.h"
#include "view/depth/needle.h"
#include "view/depth/needle_strip.h"
#include "view/models.h"

namespace bandscope::view {
namespace {

/// The rows of h[layer] that the needle can matter to: those that can reach it.
engine::Span readers(const engine::StackRule& rule, std::int64_t needle, int layer) {
  const std::int64_t side = engine::reach_side(rule, layer);
  return {rule.causal ? needle : std::max<std::int64_t>(0, needle - side), std::min(rule.tokens - 1, needle + side)};
}

/// What a column of texels stands for: the largest share of its tokens.
double largest(const engine::Flow& flow, std::int64_t first, std::int64_t last) {
  double most = 0;
  const std::int64_t from = std::max(first, flow.first), to = std::min(last, flow.last());
  for (std::int64_t i = from; i <= to; ++i) {
    const double share = flow.at(i);
    if (!(share <= most)) most = share;  // takes what is not a number too
  }
  return most;
}

void draw_edges(NeedleStrip& strip, const StripSpec& spec) {
  strip.edges.clear();
  const auto x = [&](std::int64_t border) {
    return strip.box.x + strip.box.width * static_cast<float>(border) / static_cast<float>(strip.tokens);
  };
  Polyline after, before;
  // The input's own row holds nothing but the needle, which has its mark.
  for (int layer = 1; layer <= spec.rule.layers; ++layer) {
    const engine::Span span = readers(spec.rule, spec.needle, layer);
    const float bottom = strip.box.bottom() - static_cast<float>(layer) * strip.row;
    const auto step = [&](Polyline& line, float at, bool open) {
      if (!open) return;
      line.push_back({at, bottom});
      line.push_back({at, bottom - strip.row});
    };
    step(after, x(span.last + 1), span.last + 1 < spec.rule.tokens);
    step(before, x(span.first), !spec.rule.causal && span.first > 0);
  }
  if (!after.empty()) strip.edges.push_back(std::move(after));
  if (!before.empty()) strip.edges.push_back(std::move(before));
}

}  // namespace

float NeedleStrip::x_of(std::int64_t token) const {
  return box.x + box.width * (static_cast<float>(token) + 0.5F) / static_cast<float>(tokens);
}

std::int64_t NeedleStrip::token_at(float x) const {
  const double part = static_cast<double>(x - box.x) / static_cast<double>(box.width);
  return std::clamp(static_cast<std::int64_t>(std::floor(part * static_cast<double>(tokens))), std::int64_t{0},
                    tokens - 1);
}

void update_strip(NeedleStrip& strip, const StripSpec& spec, const ModelInput& input) {
  const float dpr = input.dpr;
  strip.tokens = spec.rule.tokens;
  const float cell = std::floor(spec.room.width * dpr / static_cast<float>(spec.rule.tokens)) / dpr;
  // More tokens than device pixels: each column is several of them.
  const bool each = cell * dpr >= 1;
  const float width = each ? cell * static_cast<float>(spec.rule.tokens) : std::floor(spec.room.width * dpr) / dpr;
  strip.row = spec.row;
  strip.box = {spec.room.x, spec.room.y, width, spec.row * static_cast<float>(spec.rule.layers + 1)};

  Bitmap& b = strip.cells;
  b.key = bitmap_key("needle strip");
  ++b.revision;
  b.texels.clear();
  draw_edges(strip, spec);
  strip.dots.bitmap.key = bitmap_key("needle strip dots");
  make_dots(strip.dots, std::min(5.0F, spec.row), dpr, input.palette[Token::kStruckDot]);
  strip.labels.clear();
  strip.has_words = !input.words.empty();
  strip.label_step = label_step(strip.has_words ? cell : cell * 0.6F);
  if (each && cell >= 2) {
    for (std::int64_t i = 0; i < strip.tokens; ++i) {
      strip.labels.push_back(token_label(input.words, static_cast<int>(i)));
    }
  }
  const std::vector<engine::Flow> none;
  const std::vector<engine::Flow>& flows = spec.flows != nullptr ? *spec.flows : none;
  double most = 0;
  for (std::size_t layer = 1; layer < flows.size(); ++layer) {
    for (const double share : flows[layer].values) {
      if (std::isfinite(share)) most = std::max(most, share);
    }
  }
  strip.most = most > 0 ? most : 1;
  strip.has_shares = !flows.empty();
  b.width = each ? static_cast<int>(strip.tokens) : static_cast<int>(std::lround(width * dpr));
  b.height = spec.rule.layers + 1;
  Rgba clear = input.palette[Token::kSurface];
  clear.a = 0;
  b.texels.reserve(static_cast<std::size_t>(b.width) * static_cast<std::size_t>(b.height));
  for (int layer = spec.rule.layers; layer >= 0; --layer) {
    const engine::Span span = readers(spec.rule, spec.needle, layer);
    for (std::int64_t column = 0; column < b.width; ++column) {
      const std::int64_t first = column * strip.tokens / b.width;
      const std::int64_t last = std::max(first, (column + 1) * strip.tokens / b.width - 1);
      if (last < span.first || first > span.last) {
        b.texels.push_back(clear);
      } else if (!strip.has_shares) {
        b.texels.push_back(input.palette[Token::kChip]);
      } else {
        const double share = largest(flows[static_cast<std::size_t>(layer)], first, last);
        const double ink = std::sqrt(std::min(1.0, share / strip.most));
        b.texels.push_back(input.palette.map(Map::kShares, static_cast<float>(ink), 1));
      }
    }
  }
}

}  // namespace bandscope::view
