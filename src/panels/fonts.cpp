#include "panels/fonts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "config/utf8.h"
#include "fonts_data.h"
#include "imgui.h"
#include "imgui_internal.h"

namespace bandscope::panels {
namespace {

// ImGui rounds a font's size to whole pixels, which is 4 % at this scale. So every glyph is baked at this whole size,
// and the rasterizer's density makes it as large as it shall be on the device.
constexpr float kBakedSize = 64;
// Glyphs stand at thirds of a device pixel. There, each pixel's centre is a texel's centre, so linear sampling adds no
// blur to the rasterizer's coverage.
constexpr int kOversample = 3;
constexpr float kInterHeight = 1.210f;  // ascent minus descent, in ems
constexpr float kMonoHeight = 1.320f;

ImFont* add_face(std::span<const std::byte> bytes) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = kOversample;
  config.OversampleV = 1;
  // ImGui takes the data as writable, but only reads it.
  void* data = const_cast<std::byte*>(bytes.data());
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), 0, &config);
}

/// A face at a size: the baked glyphs, and device pixels per baked pixel.
struct Sized {
  ImFontBaked* baked;
  float scale;
};

Sized sized(ImFont* font, view::Face face, view::Type size, float dpr) {
  float device = Fonts::imgui_size(face, static_cast<float>(size)) * dpr;
  float density = device / kBakedSize;
  return {font->GetFontBaked(kBakedSize, density), density};
}

}  // namespace

Fonts::Fonts()
    : fonts_{add_face(fonts::inter_regular), add_face(fonts::inter_semibold), add_face(fonts::mono_regular)} {}

float Fonts::imgui_size(view::Face face, float px) {
  return px * (face == view::Face::kMono ? kMonoHeight : kInterHeight);
}

bool Fonts::has_glyph(char32_t c, view::Face face) const {
  auto& known = known_[static_cast<std::size_t>(face)];
  auto found = known.find(c);
  if (found == known.end()) found = known.emplace(c, font(face)->IsGlyphInFont(static_cast<ImWchar>(c))).first;
  return found->second;
}

float Fonts::glyphs(std::string_view text, view::Face face, view::Type size, std::vector<Glyph>& out) const {
  out.clear();
  Sized at = sized(font(face), face, size, dpr_);
  // The loader moves an oversampled glyph by this much of a raster pixel, but gives it in baked pixels.
  constexpr float kShift = -(kOversample - 1) / (2.0f * kOversample);
  constexpr float kBorder = (kOversample - 1) / static_cast<float>(kOversample);
  float pen = 0;
  for (std::size_t i = 0; i < text.size();) {
    config::Character c = config::decode(text, i);
    i += c.bytes;
    const ImFontGlyph* g = at.baked->FindGlyph(static_cast<ImWchar>(c.code));
    Glyph glyph;
    glyph.visible = g->Visible != 0;
    if (glyph.visible) {
      float x = std::round(pen * kOversample) / kOversample;
      glyph.x0 = x + (g->X0 - kShift) * at.scale + kShift;
      glyph.x1 = x + (g->X1 - kShift) * at.scale + kShift;
      glyph.y0 = std::round((g->Y0 - at.baked->Ascent) * at.scale);
      glyph.y1 = std::round((g->Y1 - at.baked->Ascent) * at.scale);
      glyph.u0 = g->U0;
      glyph.v0 = g->V0;
      glyph.u1 = g->U1;
      glyph.v1 = g->V1;
      glyph.ink_x0 = glyph.x0 + kBorder / 2;
      glyph.ink_x1 = glyph.x1 - kBorder / 2;
    }
    out.push_back(glyph);
    pen += g->AdvanceX * at.scale;
  }
  return pen;
}

float Fonts::width(std::string_view text, view::Face face, view::Type size) const {
  Sized at = sized(font(face), face, size, dpr_);
  float pen = 0;
  for (std::size_t i = 0; i < text.size();) {
    config::Character c = config::decode(text, i);
    i += c.bytes;
    pen += at.baked->GetCharAdvance(static_cast<ImWchar>(c.code));
  }
  return pen * at.scale / dpr_;
}

view::Box Fonts::ink(std::string_view text, view::Face face, view::Type size) const {
  glyphs(text, face, size, room_);
  return ink_of(room_, 1 / dpr_);
}

view::Box ink_of(std::span<const Fonts::Glyph> glyphs, float scale) {
  bool any = false;
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  for (const Fonts::Glyph& g : glyphs) {
    if (!g.visible) continue;
    x0 = any ? std::min(x0, g.ink_x0) : g.ink_x0;
    y0 = any ? std::min(y0, g.y0) : g.y0;
    x1 = any ? std::max(x1, g.ink_x1) : g.ink_x1;
    y1 = any ? std::max(y1, g.y1) : g.y1;
    any = true;
  }
  return {x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale};
}

}  // namespace bandscope::panels
