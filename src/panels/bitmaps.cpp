#include "panels/bitmaps.h"

#include <cassert>
#include <cstring>

#include "imgui.h"
#include "imgui_internal.h"

namespace bandscope::panels {
namespace {

// Frames are only drawn when something changes, so this is not a time.
constexpr int kFramesKept = 120;
// ImGui counts the textures of its atlas up from 1.
constexpr int kOurId = -1;

ImTextureData* make(const view::Bitmap& bitmap) {
  ImTextureData* data = IM_NEW(ImTextureData)();
  data->Create(ImTextureFormat_RGBA32, bitmap.width, bitmap.height);
  data->UniqueID = kOurId;
  data->UseColors = true;
  ImGui::RegisterUserTexture(data);
  return data;
}

void write(ImTextureData& data, const view::Bitmap& bitmap) {
  std::memcpy(data.GetPixels(), bitmap.texels.data(), static_cast<std::size_t>(data.GetSizeInBytes()));
  if (data.Status == ImTextureStatus_WantCreate) return;  // goes up whole
  ImTextureRect whole = {0, 0, static_cast<unsigned short>(data.Width), static_cast<unsigned short>(data.Height)};
  data.Updates.resize(0);
  data.Updates.push_back(whole);
  data.UpdateRect = data.UsedRect = whole;
  data.SetStatus(ImTextureStatus_WantUpdates);
}

}  // namespace

bool Bitmaps::owns(const ImTextureData& texture) { return texture.UniqueID == kOurId; }

void Bitmaps::release(ImTextureData* data) {
  ImGui::UnregisterUserTexture(data);
  ImGui::GetPlatformIO().Textures.find_erase(data);
  IM_DELETE(data);
}

Bitmaps::~Bitmaps() {
  // The renderer frees what is left together with its context.
  for (auto& [key, entry] : textures_) release(entry.data);
  for (ImTextureData* data : leaving_) release(data);
}

void Bitmaps::begin_frame() {
  ++frame_;
  for (auto at = textures_.begin(); at != textures_.end();) {
    ImTextureData* data = at->second.data;
    // A backend that lost its device has freed the texture and makes it again when asked.
    if (data->Status == ImTextureStatus_Destroyed) data->Status = ImTextureStatus_WantCreate;
    if (frame_ - at->second.last_frame > kFramesKept) {
      leaving_.push_back(data);
      at = textures_.erase(at);
    } else {
      ++at;
    }
  }
  std::erase_if(leaving_, [](ImTextureData* data) {
    if (data->TexID != ImTextureID_Invalid && data->Status != ImTextureStatus_Destroyed) {
      data->SetStatus(ImTextureStatus_WantDestroy);
      ++data->UnusedFrames;
      return false;
    }
    release(data);
    return true;
  });
}

ImTextureRef Bitmaps::texture(const view::Bitmap& bitmap) {
  assert(bitmap.width > 0 && bitmap.height > 0);
  assert(bitmap.texels.size() == static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height));
  Entry& entry = textures_[bitmap.key];
  bool fits = entry.data != nullptr && entry.data->Width == bitmap.width && entry.data->Height == bitmap.height;
  if (!fits) {
    if (entry.data != nullptr) leaving_.push_back(entry.data);
    entry.data = make(bitmap);
  }
  if (!fits || entry.revision != bitmap.revision) {
    write(*entry.data, bitmap);
    entry.revision = bitmap.revision;
  }
  entry.last_frame = frame_;
  return entry.data->GetTexRef();
}

}  // namespace bandscope::panels
