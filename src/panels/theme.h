// ImGui's own looks, for the few things that it draws itself.
#pragma once

#include "view/palette.h"

namespace bandscope::panels {

/// Settings of a new ImGui context: what it may do by itself, which is little.
void set_up_imgui();
/// Colours of the caret and the selection in a desktop text entry; all else of ImGui is invisible.
void apply_theme(const view::Palette& palette, float scale);

}  // namespace bandscope::panels
