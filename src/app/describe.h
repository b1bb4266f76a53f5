// What the page tells programs and tests about itself, as JSON.
#pragma once

#include <string>

#include "app/canvas.h"
#include "view/code/program.h"

namespace bandscope::app {

/// {"project": 1, ...}
std::string describe_stage_runs(const engine::StageRuns& runs);
/// {"frames", "drawCalls", "vertices", "engineMs", "workMs", "cellsScored", "pending"}
std::string describe_stats(const Canvas& canvas);
/// {"layers", "done", "current", "why", "influence": {...}}: what there is of the stack, as depth() of the page.
std::string describe_depth(const view::DepthInput& depth);
/// {label: [x, y, width, height]} in canvas pixels, of every area and mark of the last frame.
std::string describe_boxes(const Canvas& canvas);
/// [{"text", "box", "size", "panel", "layer", "chip"}]: every text of the last frame, in page pixels.
std::string describe_texts(const Canvas& canvas);
/// {"text", "off"}: the state as a program, or why there is none.
std::string describe_program(view::Language language, const config::Config& config);
/// ["...", ...]: what the page has to say.
std::string describe_notices(const State& state);
/// {"page": box, "band": box, ...}: where the panels stand, in page pixels; those that are not shown are left out.
std::string describe_areas(const Canvas& canvas);

}  // namespace bandscope::app
