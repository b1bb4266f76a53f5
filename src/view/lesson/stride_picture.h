// The strip and the grids of a move, as a scene.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "view/lesson/scene.h"
#include "view/lesson/stride_shift.h"
#include "view/models.h"

namespace bandscope::view {

/// Draws grids of cells that say their address and their number.
class StrideDrawing {
 public:
  /// `lit`: the framed address; `glide`: 0..1 of the way from the first grid to the second.
  StrideDrawing(Scene& scene, const ModelInput& in, const Part& part, std::int64_t lit, float glide)
      : scene_(scene), in_(in), part_(part), lit_(lit), glide_(glide) {}

  /// The grid of a view; `from`: where each number comes from, if it glides; `home`: the strip whose addresses are lit.
  void grid(Laid laid, const Strip& strip, Point at, const std::string& owner, std::pair<Laid, Point> from,
            const Strip& home);
  /// Frames round the lit number, over all that was drawn.
  void pick();

 private:
  void cell(Box box, const Strip& strip, std::int64_t address, std::int64_t at_home, const std::string& owner);
  void frames(Laid laid, Point at);
  void labels_of(Laid laid, Point at);

  Scene& scene_;
  const ModelInput& in_;
  const Part& part_;
  std::int64_t lit_;
  float glide_;
  std::vector<Box> lit_boxes_;
};

/// One move: before, after, and what was copied. Returns the y below it.
float draw_shift(Scene& scene, StrideDrawing& drawing, const Shift& shift, const Part& part, Point at, float width,
                 const ModelInput& in, const std::string& owner);
/// The strip of memory about the lit address, and the arithmetic of that address. Returns the y below it.
float draw_strip(Scene& scene, const Strip& strip, const Strip& home, Point at, float width, std::int64_t lit,
                 const ModelInput& in, const std::string& owner);

}  // namespace bandscope::view
