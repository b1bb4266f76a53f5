#include "view/models.h"

namespace bandscope::view {

void update_models(Models& models, const ModelInput& input) {
  update_controls(models.controls, input);
  if (is_depth(input.layout.form)) {
    // There may be no tensors to show.
    switch (input.config.view) {
      case config::View::kNeedle:
        update_needle(models.needle, input);
        break;
      case config::View::kCost:
        update_cost(models.cost, input);
        break;
      default:
        update_reach(models.reach, input);
    }
    return;
  }
  update_band(models.band, input);
  update_scores(models.scores, input);
  update_shares(models.shares, input);
  update_merge(models.merge, input);
  update_moves(models.moves, input);
  update_card(models.card, input);
  if (!input.layout.reach_card.empty()) update_reach(models.reach, input);
}

}  // namespace bandscope::view
