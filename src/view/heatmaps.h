// The mask band, the scores and the shares as drawable data.
#pragma once

#include "view/geometry.h"

namespace bandscope::view {

struct BandModel {};
struct ScoresModel {};
struct SharesModel {};

}  // namespace bandscope::view
