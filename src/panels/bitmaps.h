// Bitmaps as textures, by ImGui's texture protocol: the renderer's backend uploads and frees them, so no call of a
// graphics library is made here.
#pragma once

#include <unordered_map>

#include "view/painter.h"

struct ImTextureData;
struct ImTextureRef;

namespace bandscope::panels {

class Bitmaps {
 public:
  Bitmaps() = default;
  ~Bitmaps();
  Bitmaps(const Bitmaps&) = delete;
  Bitmaps& operator=(const Bitmaps&) = delete;

  /// Once a frame, before any texture(): frees what has not been drawn for a while.
  void begin_frame();
  /// The texture of the bitmap: made for its key once, and written again when its revision or size is another.
  ImTextureRef texture(const view::Bitmap& bitmap);
  std::size_t count() const { return textures_.size(); }

  /// Whether a texture of ImGui's list is one of these. When the backend has made it, it wants nearest sampling and
  /// repeated coordinates, which ImGui's backends do not set: see platform/gl_bitmaps.h.
  static bool owns(const ImTextureData& texture);

 private:
  struct Entry {
    ImTextureData* data = nullptr;
    std::uint64_t revision = 0;
    int last_frame = 0;
  };
  static void release(ImTextureData* data);

  std::unordered_map<std::uint64_t, Entry> textures_;
  std::vector<ImTextureData*> leaving_;  // until the backend has freed them
  int frame_ = 0;
};

}  // namespace bandscope::panels
