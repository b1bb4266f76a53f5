#include "view/models.h"

namespace bandscope::view {

void update_models(Models& models, const ModelInput& input) {
  update_controls(models.controls, input);
  update_moves(models.moves, input);
  update_card(models.card, input);
}

}  // namespace bandscope::view
