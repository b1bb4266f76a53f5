// A line or paragraph whose words have their own faces and colours.
#pragma once

#include <span>
#include <string>

#include "view/painter.h"

namespace bandscope::view {

struct Run {
  std::string text;  // spaces belong to the runs
  Face face = Face::kRegular;
  Pair pair = Pair::kInk;
};
Run ink(std::string text, Pair pair = Pair::kInk);     // Inter 400
Run strong(std::string text, Pair pair = Pair::kInk);  // Inter 600
Run mono(std::string text, Pair pair = Pair::kInk);    // JetBrains Mono
Run muted(std::string text);

/// One line from a baseline point (its left, centre or right by align). Returns the width.
float draw_runs(Painter& painter, Point baseline, std::span<const Run> runs, Type size, Align align = Align::kLeft);
float runs_width(const Painter& painter, std::span<const Run> runs, Type size);
/// Wrapped at spaces to `width`; lines are `leading` apart. Returns the number of lines.
int draw_paragraph(Painter& painter, Point baseline, std::span<const Run> runs, Type size, float width,
                   float leading = 22);

}  // namespace bandscope::view
