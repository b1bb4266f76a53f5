#include "view/lesson/lesson.h"

#include <array>
#include <string>

#include "config/field_table.h"
#include "view/models.h"

namespace bandscope::view {
namespace {

using config::View;

constexpr std::array kRows = {
    LessonRow{View::kStage, "Moves", "Every move by hand", fill_stage},
    LessonRow{View::kStrides, "Places", "Where the numbers sit", fill_strides},
};

/// A row of choices: bench and lessons at the left, the program at the right.
float fill_tabs(Scene& scene, Point at, float width, View shown) {
  float x = at.x + scene.tab("lesson bench", at, 44, "view=bench", false, "Bench");
  for (const LessonRow& row : kRows) {
    const std::string key(config::find_field("view")->choices[static_cast<std::size_t>(row.view)]);
    x += scene.tab("lesson " + key, {x, at.y}, 44, "view=" + key, row.view == shown, std::string(row.name));
  }
  scene.button("code", {at.x, at.y + 6}, at.x + width, "As a program", "", true);
  return at.y + 44;
}

}  // namespace

void update_lesson(LessonModel& model, const ModelInput& input) {
  model.scene = {};
  const Box& box = input.layout.lesson;
  for (const LessonRow& row : kRows) {
    if (row.view != input.layout.view) continue;
    const float y = fill_tabs(model.scene, {box.x, box.y}, box.width, row.view);
    model.scene.say({box.x, y + 34}, std::string(row.title), Type::k20, Pair::kInk, Face::kStrong);
    row.fill(model.scene, {box.x, y + 50}, box.width, input, model);
  }
  model.height = model.scene.bottom - box.y;
}

}  // namespace bandscope::view
