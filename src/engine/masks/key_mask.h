// The key mask: keys that no query reads, such as padding.
#pragma once

#include "engine/masks/masks.h"

namespace bandscope::engine {

KeyRange key_mask_hull(const MaskRule& rule, int query);
Struck key_mask_strikes(const MaskRule& rule, int sequence, int query, int key);

}  // namespace bandscope::engine
