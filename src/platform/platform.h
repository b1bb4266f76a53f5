// Where the page runs. CMake links one of glfw (a desktop window), web (a canvas in a document) and null (tests).
#pragma once

#include <string_view>

namespace bandscope::platform {

/// Opens the page with this query (on the web with that of its address). The desktop returns when its window is closed,
/// the web at once. Returns the program's exit code.
int run(std::string_view query);

}  // namespace bandscope::platform
