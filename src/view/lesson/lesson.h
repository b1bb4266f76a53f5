// The lessons: what each move does, where the numbers sit, and why each step is forced.
#pragma once

#include <optional>
#include <string_view>

#include "config/config.h"
#include "view/lesson/scene.h"

namespace bandscope::view {

struct ModelInput;

struct LessonModel {
  Scene scene;
  float height = 0;

  /// When the shown move changed, and from what: its numbers glide for a moment.
  std::optional<config::StrideMove> move;
  double moved_at = -1;
};
void update_lesson(LessonModel& model, const ModelInput& input);

/// One lesson: how it is called in the row of lessons, its title, and what fills its scene.
struct LessonRow {
  config::View view;
  std::string_view name;  // in the row of lessons
  std::string_view title;
  void (*fill)(Scene& scene, Point at, float width, const ModelInput& input, LessonModel& model);
};

void fill_stage(Scene& scene, Point at, float width, const ModelInput& input, LessonModel& model);
void fill_strides(Scene& scene, Point at, float width, const ModelInput& input, LessonModel& model);

}  // namespace bandscope::view
