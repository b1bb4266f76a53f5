#include "view/lesson/lesson_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bandscope::view {
namespace {

constexpr float kSlot = 48;
constexpr std::array<config::Letter, 4> kLetters = {config::Letter::kT, config::Letter::kW, config::Letter::kH,
                                                    config::Letter::kD};

}  // namespace

void lay_lesson(Layout& l, const LayoutInput& in) {
  const bool narrow = in.width < 768;
  l.form = narrow ? Form::kLessonNarrow : Form::kLesson;
  const float margin = narrow ? 16.0F : 24.0F;
  const float block = std::min(in.width - 2 * margin, 896.0F);
  const float x0 = std::floor((in.width - block) / 2), right = x0 + block;
  l.header = {0, 0, in.width, 48};
  l.logo = {x0, 8, 118, 32};
  l.more_button = {right - (narrow ? 34.0F : 44.0F), 2, 44, 44};
  l.theme_button = {l.more_button.x - 48, 2, 44, 44};
  float y = 58;
  if (narrow) {
    l.source_field = {x0, y, block, 44};
    y += 56;
  } else {
    l.source_tabs = {x0 + 138, 8, 240, 32};
    l.source_field = {x0 + 392, 8, l.theme_button.x - 16 - x0 - 392, 32};
  }
  const int columns = narrow ? 2 : 4;
  constexpr float kGap = 24;
  const float width = (block - kGap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    const int place = static_cast<int>(i), below = place / columns;
    const auto column = static_cast<float>(place % columns), row = static_cast<float>(below);
    l.sliders[static_cast<std::size_t>(kLetters[i])] = {x0 + column * (width + kGap), y + row * 60, width, kSlot};
  }
  y += narrow ? 120.0F : 60.0F;
  l.notice = {x0, y, block, 18};
  l.lesson = {x0, y + 26, block, in.lesson_height};
  l.height = std::max(l.lesson.bottom() + 24, in.viewport_height);
  l.block = {x0, 0, block, l.height};
}

}  // namespace bandscope::view
