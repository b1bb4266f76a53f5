#include "panels/imgui_painter.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "imgui_internal.h"
#include "platform/null/headless.h"

using namespace bandscope;
using namespace bandscope::view;
using Catch::Matchers::WithinAbs;
using platform::Headless;

namespace {

Bitmap bitmap(int width, int height, std::uint64_t key = 7) {
  Bitmap b;
  b.key = key;
  b.revision = 1;
  b.width = width;
  b.height = height;
  b.texels.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), rgb(0x123456));
  return b;
}

const ImDrawList& drawn() { return *ImGui::GetDrawData()->CmdLists[0]; }

bool whole(float device) { return std::fabs(device - std::round(device)) < 1e-3f; }

int textures_with(ImTextureStatus status) {
  int count = 0;
  for (const ImTextureData* t : ImGui::GetPlatformIO().Textures)
    count += panels::Bitmaps::owns(*t) && t->Status == status;
  return count;
}

}  // namespace

TEST_CASE("texts are as wide as their faces say, at any device ratio") {
  float dpr = GENERATE(1.0f, 1.25f, 1.5f, 2.0f, 3.0f);
  Headless host({.dpr = dpr});
  host.frames();
  const Painter& p = host.painter();
  // 0.6 em a letter in JetBrains Mono.
  CHECK_THAT(p.text_width("0.707", Face::kMono, Type::k13), WithinAbs(39, 0.05));
  CHECK_THAT(p.text_width("0.707", Face::kMono, Type::k11), WithinAbs(33, 0.05));
  CHECK_THAT(p.text_width("−∞√", Face::kMono, Type::k16), WithinAbs(28.8, 0.05));
  // As browsers lay out these texts in the same faces without kerning.
  float regular = p.text_width("Query", Face::kRegular, Type::k13);
  float strong = p.text_width("Query", Face::kStrong, Type::k13);
  CHECK(regular > 34);
  CHECK(regular < strong);
  CHECK_THAT(p.text_width("Query", Face::kRegular, Type::k20), WithinAbs(regular * 20 / 13, 0.05));
}

TEST_CASE("every face has the signs that the page writes") {
  Headless host({});
  host.frames();
  for (Face face : {Face::kRegular, Face::kStrong, Face::kMono}) {
    for (char32_t c : U"Az09~ ·−×÷√∞≤≥→↓∂“”’…–—₀₁₉") {
      INFO(static_cast<unsigned>(c) << " in face " << static_cast<int>(face));
      if (c != 0) CHECK(host.fonts().has_glyph(c, face));
    }
    // Words are never mono.
    for (char32_t c : U"éßŁž") {
      if (c != 0 && face != Face::kMono) CHECK(host.fonts().has_glyph(c, face));
    }
    CHECK_FALSE(host.fonts().has_glyph(U'東', face));
    CHECK_FALSE(host.fonts().has_glyph(0x1F600, face));
    CHECK_FALSE(host.fonts().has_glyph(0x7, face));
  }
}

TEST_CASE("ink bounds are those of the letters, not of the line") {
  float dpr = GENERATE(1.0f, 1.5f, 2.0f);
  Headless host({.dpr = dpr});
  host.set_draw([&] {
    Painter& p = host.painter();
    p.text({100, 100}, "x", {});
    p.text({100, 100}, "H", {});
    p.text({100, 100}, "p", {});
    p.text({100, 100}, "H", {.align = Align::kRight});
    p.text({100, 100}, "HHH", {.turn = Turn::kUp});
    p.text({100, 100}, ".", {.size = Type::k11});
  });
  host.frames(2);
  const auto& r = host.painter().records();
  REQUIRE(r.size() == 6);
  float pixel = 1 / dpr;
  double slack = static_cast<double>(pixel) + 0.01;
  Box x = r[0].ink, capital = r[1].ink, p = r[2].ink, right = r[3].ink, up = r[4].ink, dot = r[5].ink;
  CHECK_THAT(x.bottom(), WithinAbs(100, slack));
  CHECK_THAT(x.height, WithinAbs(0.546 * 13, 2 * slack));
  CHECK_THAT(capital.bottom(), WithinAbs(100, slack));
  CHECK_THAT(capital.height, WithinAbs(0.727 * 13, 2 * slack));
  CHECK(p.bottom() > 102);
  CHECK(right.right() <= 100 + pixel);
  CHECK(right.x >= 88);
  // Upwards: it stands on x = 100 and begins at y = 100.
  CHECK_THAT(up.right(), WithinAbs(100, slack));
  CHECK_THAT(up.width, WithinAbs(capital.height, slack));
  CHECK(up.bottom() <= 100 + pixel);
  CHECK(up.height > 25);
  CHECK(dot.height <= 3);
  CHECK(dot.width <= 3);
}

TEST_CASE("text stands on whole device pixels across its line, turned or not, scrolled or not") {
  float dpr = GENERATE(1.0f, 1.5f, 2.0f);
  float scroll = GENERATE(0.0f, 13.37f);
  Headless host({.dpr = dpr});
  host.scroll() = {0, scroll};
  bool up = GENERATE(false, true);
  host.set_draw([&] {
    host.painter().text({100.3f, 100.4f}, "Query", {.align = Align::kCentre, .turn = up ? Turn::kUp : Turn::kNone});
  });
  host.frames(2);
  REQUIRE(drawn().VtxBuffer.Size == 5 * 4);
  for (const ImDrawVert& v : drawn().VtxBuffer) CHECK(whole((up ? v.pos.x : v.pos.y) * dpr));
  // The record is in page pixels: scrolling does not move it by more than a rounding.
  CHECK_THAT(host.painter().records()[0].ink.centre().y, WithinAbs(up ? 100.4 : 95.9, 1.5));
}

TEST_CASE("edges lie on whole device pixels") {
  float dpr = GENERATE(1.0f, 1.25f, 1.5f, 2.0f);
  Headless host({.dpr = dpr});
  Bitmap map = bitmap(3, 3);
  std::vector<Point> stair = {{10.2f, 10}, {10.2f, 30.7f}, {50, 30.7f}, {50, 60}};
  host.set_draw([&] {
    Painter& p = host.painter();
    p.rect({10.3f, 10.6f, 33.3f, 7.7f}, rgb(0));
    p.frame({10.3f, 10.6f, 33.3f, 7.7f}, rgb(0), 1);
    p.line({3, 20.3f}, {90, 20.3f}, rgb(0));
    p.line({20.3f, 3}, {20.3f, 90}, rgb(0), 2);
    p.polyline(stair, rgb(0), 2);
    p.image({10.3f, 70.1f, 36, 36}, map);
    p.tile({10.3f, 170.1f, 36, 36}, map, 12);
  });
  host.frames(2);
  REQUIRE(drawn().VtxBuffer.Size > 0);
  for (const ImDrawVert& v : drawn().VtxBuffer) {
    CHECK(whole(v.pos.x * dpr));
    CHECK(whole(v.pos.y * dpr));
  }
}

TEST_CASE("a line is never thinner than a device pixel, and two pixels wide stays two") {
  Headless host({});
  host.set_draw([&] { host.painter().line({10, 20}, {50, 20}, rgb(0), 2); });
  host.frames(2);
  REQUIRE(drawn().VtxBuffer.Size == 4);
  CHECK(drawn().VtxBuffer[0].pos.y == 19);  // centred on the coordinate
  CHECK(drawn().VtxBuffer[2].pos.y == 21);
  host.set_draw([&] { host.painter().line({10, 20}, {50, 20}, rgb(0), 0.2f); });
  host.frames();
  CHECK(drawn().VtxBuffer[2].pos.y - drawn().VtxBuffer[0].pos.y == 1);
}

TEST_CASE("the pieces of a stair do not overlap") {
  Headless host({});
  // Down, right, down, and back left: every turn that a stair can take.
  std::vector<Point> stair = {{10, 10}, {10, 30}, {50, 30}, {50, 60}, {20, 60}, {20, 45}};
  host.set_draw([&] { host.painter().polyline(stair, with_alpha(rgb(0), 0.5f), 2); });
  host.frames(2);
  const auto& v = drawn().VtxBuffer;
  std::vector<Box> pieces;
  for (int i = 0; i + 3 < v.Size; i += 4) {
    pieces.push_back({v[i].pos.x, v[i].pos.y, v[i + 2].pos.x - v[i].pos.x, v[i + 2].pos.y - v[i].pos.y});
  }
  REQUIRE(pieces.size() == 5);
  float area = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    area += pieces[i].width * pieces[i].height;
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(pieces[i].meets(pieces[j]));
  }
  CHECK(area == 2 * (20 + 40 + 30 + 30 + 15));
}

TEST_CASE("a bitmap is one texture, written again when its revision rises, and freed when it is out of use") {
  Headless host({});
  Bitmap map = bitmap(4, 4);
  bool shown = true;
  host.set_draw([&] {
    if (shown) host.painter().image({10, 10, 40, 40}, map);
  });
  host.frames();
  CHECK(textures_with(ImTextureStatus_OK) == 1);
  ImTextureID id = ImGui::GetPlatformIO().Textures.back()->TexID;
  map.texels[0] = rgb(0xFFFFFF);
  host.frames();
  const ImTextureData* texture = ImGui::GetPlatformIO().Textures.back();
  CHECK(texture->Pixels[0] == 0x12);  // same revision: nobody looked
  ++map.revision;
  host.frames();
  CHECK(texture->Pixels[0] == 0xFF);
  CHECK(texture->TexID == id);
  CHECK(texture->Updates.Size == 1);

  map = bitmap(8, 2);  // another size under the same key
  map.revision = 9;
  host.frames(3);
  CHECK(host.painter().bitmaps().count() == 1);
  CHECK(textures_with(ImTextureStatus_OK) == 1);
  CHECK(ImGui::GetPlatformIO().Textures.back()->Width == 8);

  shown = false;
  host.frames(200);
  CHECK(host.painter().bitmaps().count() == 0);
  CHECK(textures_with(ImTextureStatus_OK) == 0);
}

TEST_CASE("a tile repeats from its corner") {
  Headless host({.dpr = 2});
  Bitmap map = bitmap(24, 24);
  host.set_draw([&] { host.painter().tile({10, 10, 36, 30}, map, 12); });
  host.frames(2);
  REQUIRE(drawn().VtxBuffer.Size == 4);
  CHECK_THAT(drawn().VtxBuffer[2].uv.x, WithinAbs(3, 1e-5));
  CHECK_THAT(drawn().VtxBuffer[2].uv.y, WithinAbs(2.5, 1e-5));
}

TEST_CASE("what lies outside of the view costs no vertices; it is recorded where it can be scrolled to") {
  Headless host({});
  host.set_draw([&] {
    Painter& p = host.painter();
    p.text({50, 5000}, "far below", {});
    p.push_clip({0, 0, 100, 100});
    p.text({200, 50}, "cut away", {});
    p.pop_clip();
  });
  host.frames(2);
  CHECK(host.vertices() == 0);
  REQUIRE(host.painter().records().size() == 1);
  CHECK(host.painter().records()[0].text == "far below");
}

TEST_CASE("of a text that a clip cuts, the record is what is left of it") {
  Headless host({});
  host.set_draw([&] {
    Painter& p = host.painter();
    p.push_clip({0, 0, 100, 100});
    p.push_clip({0, 0, 60, 200});
    p.text({50, 50}, "half of this", {});
    p.pop_clip();
    p.text({50, 80}, "more of this one", {});
    p.pop_clip();
  });
  host.frames(2);
  REQUIRE(host.painter().records().size() == 2);
  CHECK(host.painter().records()[0].ink.right() == 60);
  CHECK(host.painter().records()[1].ink.right() == 100);
}

TEST_CASE("a canvas without a size draws nothing and does not fail") {
  Headless host({.width = 0, .height = 0});
  host.set_draw([&] { host.painter().text({10, 10}, "x", {}); });
  host.frames(3);
  host.options().width = 300;
  host.options().height = 300;
  host.frames(2);
  CHECK(host.vertices() > 0);
}
