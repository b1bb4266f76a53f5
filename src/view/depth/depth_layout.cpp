#include "view/depth/depth_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "view/depth/cost_layout.h"
#include "view/depth/needle_layout.h"
#include "view/depth/reach_layout.h"

namespace bandscope::view {
namespace {

using config::Letter;
using config::View;

constexpr float kSlot = 48;  // a slider

Box& slot(Layout& l, Letter letter) { return l.sliders[static_cast<std::size_t>(letter)]; }

float picture_height(const LayoutInput& in, float width) {
  switch (in.view) {
    case View::kNeedle:
      return needle_height(width, in.layers, in.source == config::Source::kText);
    case View::kCost:
      return cost_height(width);
    default:
      return reach_height(width, {in.layers, in.source == config::Source::kText, false});
  }
}

}  // namespace

void lay_depth(Layout& l, const LayoutInput& in) {
  const float block = std::min(in.width - 48, 896.0F);
  const float x0 = std::floor((in.width - block) / 2), right = x0 + block;
  const bool is_cost = in.view == View::kCost;
  l.header = {0, 0, in.width, 48};
  l.logo = {x0, 8, 118, 32};
  l.depth.tabs = {x0 + 162, 8, 300, 32};
  l.more_button = {right - 44, 2, 44, 44};
  l.theme_button = {right - 92, 2, 44, 44};
  constexpr float kColumn = 150, kStep = 174;
  float y = 0;
  if (block >= 896) {
    l.depth.title = {x0, 66, block - 2 * kStep, 30};
    l.depth.subtitle = {x0, 98, block - 2 * kStep, 22};
    slot(l, Letter::kW) = {right - kColumn - kStep, 74, kColumn, kSlot};
    slot(l, Letter::kL) = {right - kColumn, 74, kColumn, kSlot};
    y = 138;
    slot(l, Letter::kT) = {x0, y, kColumn, kSlot};
    if (is_cost) {
      slot(l, Letter::kH) = {x0 + kStep, y, kColumn, kSlot};
      slot(l, Letter::kD) = {x0 + 2 * kStep, y, kColumn, kSlot};
      l.depth.pattern = {x0 + 3 * kStep, y, 200, kSlot};
    } else {
      l.depth.alpha = {x0 + kStep, y, kColumn, kSlot};
      l.depth.pattern = {x0 + 2 * kStep, y, 232, kSlot};
      l.depth.norm = {x0 + 2 * kStep + 256, y + 8, 110, 32};
    }
    l.depth.preset = {right - kColumn, y + 8, kColumn, 32};
    y += 60;
  } else {
    l.depth.title = {x0, 66, block, 30};
    l.depth.subtitle = {x0, 98, block, 22};
    y = 134;
    const float column = (block - 4 * 25) / 5;
    const std::array<Box*, 5> row = {&slot(l, Letter::kW), &slot(l, Letter::kL), &slot(l, Letter::kT),
                                     is_cost ? &slot(l, Letter::kH) : &l.depth.alpha,
                                     is_cost ? &slot(l, Letter::kD) : nullptr};
    float x = x0;
    for (Box* box : row) {
      if (box != nullptr) *box = {x, y, column, kSlot};
      x += column + 25;
    }
    y += 60;
    l.depth.pattern = {x0, y, 250, kSlot};
    if (!is_cost) l.depth.norm = {x0 + 274, y + 8, 110, 32};
    l.depth.preset = {right - kColumn, y + 8, kColumn, 32};
    y += 60;
  }
  l.depth.picture = {x0, y, block, picture_height(in, block)};
  l.notice = {x0, l.depth.picture.bottom() + 8, block, 18};
  l.height = std::max(l.notice.bottom() + 16, in.viewport_height);
  l.block = {x0, 0, block, l.height};
}

void lay_depth_narrow(Layout& l, const LayoutInput& in) {
  constexpr float kMargin = 16, kGap = 24;
  const float inner = in.width - 2 * kMargin, right = in.width - kMargin;
  const bool is_cost = in.view == View::kCost;
  l.header = {0, 0, in.width, 48};
  l.logo = {kMargin, 8, 118, 32};
  l.more_button = {right - 34, 2, 44, 44};
  l.theme_button = {right - 82, 2, 44, 44};
  l.depth.tabs = {kMargin, 52, inner, 44};
  l.depth.title = {kMargin, 104, inner, 56};
  l.depth.subtitle = {kMargin, 162, inner, 40};
  const float column = (inner - kGap) / 2;
  float y = 214;
  const auto pair = [&](Box* a, Box* b) {
    *a = {kMargin, y, column, kSlot};
    if (b != nullptr) *b = {kMargin + column + kGap, y, column, kSlot};
    y += 60;
  };
  pair(&slot(l, Letter::kW), &slot(l, Letter::kL));
  if (is_cost) {
    pair(&slot(l, Letter::kT), &slot(l, Letter::kH));
    pair(&slot(l, Letter::kD), nullptr);
    l.depth.preset = {kMargin + column + kGap, y - 60 + 2, column, 44};
  } else {
    pair(&slot(l, Letter::kT), &l.depth.alpha);
  }
  l.depth.pattern = {kMargin, y, inner, kSlot};
  y += 60;
  if (!is_cost) {
    l.depth.norm = {kMargin, y, column, 44};
    l.depth.preset = {kMargin + column + kGap, y, column, 44};
    y += 56;
  }
  l.notice = {kMargin, y, inner, 18};
  l.depth.picture = {kMargin, y + 26, inner, picture_height(in, inner)};
  l.height = std::max(l.depth.picture.bottom() + 24, in.viewport_height);
  l.block = {0, 0, in.width, l.height};
}

}  // namespace bandscope::view
