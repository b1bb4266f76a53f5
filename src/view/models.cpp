#include "view/models.h"

namespace bandscope::view {

void update_surroundings(Models& models, const ModelInput& input) {
  update_controls(models.controls, input);
  switch (input.layout.view) {
    case config::View::kNeedle:
      update_needle(models.needle, input);
      break;
    case config::View::kCost:
      update_cost(models.cost, input);
      break;
    default:
      if (is_depth(input.layout.form) || !input.layout.reach_card.empty()) update_reach(models.reach, input);
  }
}

void update_panels(Models& models, const ModelInput& input) {
  if (is_lesson(input.layout.form)) {
    update_lesson(models.lesson, input);
    return;
  }
  update_band(models.band, input);
  update_scores(models.scores, input);
  update_shares(models.shares, input);
  update_merge(models.merge, input);
  update_moves(models.moves, input);
  update_card(models.card, input);
}

}  // namespace bandscope::view
