#include "view/models.h"

namespace bandscope::view {

void update_models(Models& models, const ModelInput& input) {
  update_band(models.band, input);
  update_scores(models.scores, input);
  update_shares(models.shares, input);
  update_merge(models.merge, input);
  update_controls(models.controls, input);
  update_moves(models.moves, input);
  update_card(models.card, input);
}

}  // namespace bandscope::view
