// Where the numbers sit: one strip of memory, and the grids that a move makes of it without or with copying.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "config/field_table.h"
#include "config/limits.h"
#include "view/lesson/lesson.h"
#include "view/lesson/stride_picture.h"
#include "view/lesson/table.h"
#include "view/models.h"

namespace bandscope::view {
namespace {

using config::StrideMove;

constexpr double kGlide = 0.48;  // seconds

std::string counted(int count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

void fill_strides(Scene& scene, Point at, float width, const ModelInput& in, LessonModel& model) {
  const config::Config& c = in.config;
  const bool both = c.move == StrideMove::kFlips, narrow = width < kNarrowLesson;
  // By StrideMove.
  constexpr std::array<std::string_view, 7> kNames = {"cut",        "split",      "reshelve", "inside flip",
                                                      "both flips", "contiguous", "merge"};
  float x = at.x, y = at.y;
  const float step = narrow ? 44.0F : 32.0F;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (x + 88 > at.x + width) {
      x = at.x;
      y += step;
    }
    const std::string key(config::find_field("move")->choices[i]);
    x += scene.tab("move " + key, {x, y}, step, "move=" + key, static_cast<StrideMove>(i) == c.move,
                   std::string(kNames[i]));
  }
  y += step + 14;

  if (model.move != c.move) {
    model.moved_at = model.move && !in.reduced_motion ? in.seconds : -1;
    model.move = c.move;
  }
  const double past = model.moved_at < 0 ? 1 : std::clamp((in.seconds - model.moved_at) / kGlide, 0.0, 1.0);
  scene.moving = past < 1;
  const double eased = past < 0.5 ? 4 * past * past * past : 1 - std::pow(-2 * past + 2, 3) / 2;

  const Shift move = shift_of(c.move, in);
  const engine::LayerShape& shape = in.trace.shape;
  const int head = std::clamp(c.head, 0, shape.heads - 1);
  const config::Pick pick = config::effective_pick(c);
  const bool keys = c.move == StrideMove::kFlip || both;
  Part part;
  part.tokens = std::min(move.before.tokens, 4);
  const bool wide_row = move.from == Laid::kWide;
  part.heads = std::min(shape.heads, wide_row && narrow ? 1 : 2);
  part.width = std::min(shape.head_width, both || narrow || wide_row ? 2 : 4);
  const int token = std::min(keys ? pick.key : pick.query, move.before.tokens - 1);
  part.t0 = first_shown(move.before.tokens, part.tokens, token);
  part.h0 = first_shown(shape.heads, part.heads, head);
  const std::int64_t picked = move.before.address(token, head, 0);
  const std::int64_t lit =
      in.state.lesson_cell && *in.state.lesson_cell < move.before.size ? *in.state.lesson_cell : picked;

  y = draw_strip(scene, move.before, move.before, {at.x, y}, width, lit, in, "address");
  const bool shown_all =
      part.tokens == move.before.tokens && part.heads == shape.heads && part.width == shape.head_width;
  if (!shown_all) {
    scene.say({at.x + (narrow ? 0 : width), y - (narrow ? -8.0F : 14.0F)},
              {muted("below: " + counted(part.tokens, "token") + ", " + counted(part.heads, "head") + ", " +
                     counted(part.width, "number") + " of each")},
              Type::k11, narrow ? Align::kLeft : Align::kRight);
    if (narrow) y += 16;
  }
  scene.line({at.x, y + 8}, {at.x + width, y + 8}, in.palette[Token::kHairline]);
  y += 24;
  StrideDrawing drawing(scene, in, part, lit, static_cast<float>(eased));
  if (both) {
    const float column = narrow ? width : (width - 32) / 2;
    const float end = draw_shift(scene, drawing, move, part, {at.x, y}, column, in, "reshelve");
    const Shift inside = shift_of(StrideMove::kFlip, in);
    const Point second = narrow ? Point{at.x, end + 28} : Point{at.x + column + 32, y};
    y = std::max(end, draw_shift(scene, drawing, inside, part, second, column, in, "flip"));
  } else {
    y = draw_shift(scene, drawing, move, part, {at.x, y}, width, in, "move");
  }
  drawing.pick();
  if (move.copied > 0) {
    y = draw_strip(scene, move.after, move.before, {at.x, y + 28}, width, lit, in, "new address");
  }
  scene.bottom = y + 12;
}

}  // namespace bandscope::view
