// What to show: every view model, built from the Config and the Trace. No ImGui, no colours of the theme in the
// numbers.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "engine/trace.h"
#include "view/card.h"
#include "view/controls.h"
#include "view/depth/cost.h"
#include "view/depth/depth_input.h"
#include "view/depth/needle.h"
#include "view/depth/reach.h"
#include "view/heatmaps.h"
#include "view/layout.h"
#include "view/lesson/lesson.h"
#include "view/merge.h"
#include "view/moves.h"
#include "view/palette.h"
#include "view/ui_state.h"

namespace bandscope::view {

/// What the app hands over each frame.
struct ModelInput {
  const config::Config& config;  // legal
  const config::Config& opened;  // what reset returns to
  const engine::Trace<float>& trace;
  const std::vector<std::string>& words;    // labels of the tokens; empty: numbers
  const std::vector<std::string>& notices;  // what the page has to say; empty: nothing
  const Layout& layout;
  const UiState& state;
  const Palette& palette;
  const DepthInput& depth;
  float dpr = 1;
  bool reduced_motion = false;
  double seconds = 0;  // a clock that never goes back
};

/// All models of a frame. Each remembers the inputs it was built from and is built again only if they changed.
struct Models {
  BandModel band;
  ScoresModel scores;
  SharesModel shares;
  MergeModel merge;
  ControlsModel controls;
  MovesModel moves;
  CardModel card;
  ReachModel reach;
  NeedleModel needle;
  CostModel cost;
  LessonModel lesson;
};
/// What is drawn without the Trace: controls, and in a view of depth its picture.
void update_surroundings(Models& models, const ModelInput& input);
/// What is drawn of the Trace, which must be whole and of this config.
void update_panels(Models& models, const ModelInput& input);

}  // namespace bandscope::view
