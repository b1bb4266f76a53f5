// Between ImGui::Render() and the GL backend's RenderDrawData(): makes new bitmaps' textures with nearest sampling and
// repeated coordinates. Include after the platform's GL header.
#pragma once

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "panels/bitmaps.h"

namespace bandscope::platform {

inline void make_bitmap_textures(ImDrawData* draw_data) {
  if (draw_data->Textures == nullptr) return;
  for (ImTextureData* texture : *draw_data->Textures) {
    if (!panels::Bitmaps::owns(*texture) || texture->Status != ImTextureStatus_WantCreate) continue;
    ImGui_ImplOpenGL3_UpdateTexture(texture);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture->GetTexID()));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
  }
}

}  // namespace bandscope::platform
