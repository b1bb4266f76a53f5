// How Dear ImGui is compiled (IMGUI_USER_CONFIG): without what the page does not use, so that it
// downloads faster.
#pragma once

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_FONT         // ours are embedded
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define IMGUI_DISABLE_FILE_FUNCTIONS       // no imgui.ini, no log file
#define IMGUI_DISABLE_SSE                  // the same arithmetic everywhere
#define IMGUI_USE_WCHAR32                  // text is any Unicode

#define ImDrawIdx unsigned int             // heatmaps with many numbers pass 65,536 vertices
