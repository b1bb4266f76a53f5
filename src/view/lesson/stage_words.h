// What is said of each move, and what there is to try.
#pragma once

#include <string>
#include <string_view>

#include "config/config.h"

namespace bandscope::view {

struct StageWords {
  std::string_view name;  // of the field `stage`, and on screen
  std::string_view text;  // at most 80 words
};
StageWords stage_words(config::Stage stage);

/// One thing to try, and the changes that do it.
struct Try {
  std::string text;
  std::string query;
};
Try stage_try(config::Stage stage, const config::Config& config);

}  // namespace bandscope::view
