#include "view/svg_painter.h"

#include <catch2/catch_test_macros.hpp>

#include "config/utf8.h"
#include "view/png.h"

using namespace bandscope::view;

namespace {

/// Eight pixels a letter.
class Letters final : public TextMeasure {
 public:
  bool has_glyph(char32_t c, Face) const override { return c >= ' ' && c < 0x3000; }
  float width(std::string_view text, Face, Type) const override {
    float width = 0;
    for (std::size_t at = 0; at < text.size(); at += bandscope::config::decode(text, at).bytes) width += 8;
    return width;
  }
  Box ink(std::string_view text, Face face, Type size) const override { return {0, -10, width(text, face, size), 10}; }
};

/// Every tag closed in its order, every attribute quoted, nothing outside of the root: what a reader of XML needs.
bool well_formed(const std::string& xml) {
  std::vector<std::string> open;
  bool had_root = false;
  for (std::size_t at = 0; at < xml.size();) {
    if (xml[at] != '<') {
      bool blank = xml[at] == '\n' || xml[at] == ' ';
      if (xml[at] == '>' || (open.empty() && !blank)) return false;
      if (xml[at] == '&' && xml.find(';', at) > at + 5) return false;
      ++at;
      continue;
    }
    std::size_t end = at;
    bool quoted = false;
    for (++end; end < xml.size() && (quoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') quoted = !quoted;
      if (xml[end] == '<') return false;
    }
    if (end >= xml.size()) return false;
    std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else {
      if (open.empty() && had_root) return false;
      had_root = true;
      if (tag.back() != '/') open.push_back(tag.substr(0, tag.find(' ')));
    }
    at = end + 1;
  }
  return open.empty() && had_root;
}

Bitmap bitmap() {
  Bitmap b;
  b.width = 2;
  b.height = 1;
  b.texels = {rgb(0xFF0000), {0, 0, 255, 128}};
  return b;
}

std::string everything() {
  Letters letters;
  SvgPainter p(letters, palette(false), 320, 200);
  p.rect({10.4f, 10, 20, 20}, rgb(0x1D1F24), 2);
  p.frame({10, 10, 20, 20}, with_alpha(rgb(0xFF), 0.5f), 1, 0);
  p.line({0, 10}, {50, 10}, rgb(0), 1);
  p.polyline(std::vector<Point>{{0, 0}, {0, 10}, {10, 10}, {30, 30}}, rgb(0), 2);
  p.polygon(std::vector<Point>{{0, 0}, {5, 0}, {5, 5}}, rgb(0));
  p.disc({5, 5}, 2.5f, rgb(0));
  p.ring({5, 5}, 2.5f, rgb(0), 1);
  p.curve({0, 0}, {1, 1}, {2, 2}, {3, 3}, rgb(0), 1);
  p.push_clip({0, 0, 100, 100});
  p.image({0, 0, 20, 10}, bitmap());
  p.push_clip({0, 0, 50, 50});
  p.tile({0, 0, 20, 10}, bitmap(), 4);
  p.pop_clip();
  p.text({10, 50}, "“if” a < b && c > \"d\" 東", {.face = Face::kMono});
  p.pop_clip();
  p.text({10, 60}, "up",
         {.face = Face::kStrong, .size = Type::k11, .pair = Pair::kT, .align = Align::kRight, .turn = Turn::kUp});
  return p.svg();
}

}  // namespace

TEST_CASE("an SVG picture is well-formed and the same each time") {
  std::string svg = everything();
  CHECK(well_formed(svg));
  CHECK(svg == everything());
  CHECK_FALSE(well_formed("<svg><g></svg>"));
  CHECK_FALSE(well_formed("<svg>a < b</svg>"));
}

TEST_CASE("an SVG picture that ends inside of a clip is closed") {
  Letters letters;
  SvgPainter p(letters, palette(true), 10, 10);
  p.push_clip({0, 0, 5, 5});
  CHECK(well_formed(p.svg()));
}

TEST_CASE("texts are escaped, in their faces, at exact sizes, and recorded") {
  std::string svg = everything();
  auto has = [&](std::string_view part) { return svg.find(part) != std::string::npos; };
  CHECK(has(">“if” a &lt; b &amp;&amp; c &gt; &quot;d&quot; U+6771</text>"));
  CHECK(has("font-family=\"'JetBrains Mono',monospace\" font-size=\"13\" fill=\"#1D1F24\""));
  CHECK(
      has("transform=\"rotate(-90 10 60)\" font-family=\"Inter,sans-serif\" font-weight=\"600\" font-size=\"11\" "
          "text-anchor=\"end\" "
          "fill=\"#1F66C9\""));
  Letters letters;
  SvgPainter p(letters, palette(false), 10, 10);
  p.text({100, 50}, "ab", {.align = Align::kRight});
  p.text({100, 50}, "ab", {.align = Align::kRight, .turn = Turn::kUp});
  REQUIRE(p.records().size() == 2);
  CHECK(p.records()[0].ink == Box{84, 40, 16, 10});
  CHECK(p.records()[1].ink == Box{90, 50, 10, 16});
}

TEST_CASE("edges in an SVG picture are whole pixels") {
  std::string svg = everything();
  auto has = [&](std::string_view part) { return svg.find(part) != std::string::npos; };
  CHECK(has("<rect x=\"10\" y=\"10\" width=\"20\" height=\"20\" rx=\"2\" fill=\"#1D1F24\"/>"));
  CHECK(
      has("<rect x=\"10.5\" y=\"10.5\" width=\"19\" height=\"19\" fill=\"none\" stroke=\"#0000FF\" "
          "stroke-opacity=\"0.5\""));
  CHECK(has("<polyline points=\"0,10.5 50,10.5\""));
}

TEST_CASE("a bitmap is a PNG file") {
  std::string file = png(bitmap());
  CHECK(file.substr(1, 3) == "PNG");
  CHECK(file.size() == 8 + 25 + (12 + 2 + 5 + 9 + 4) + 12);
  // Checked once with a reader of PNG files: two texels, red and half blue.
  CHECK(png_data_uri(bitmap()) ==
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+"
        "KAAAAFElEQVR4AQEJAPb/AP8AAP8AAP+AD3oDfkpucAwAAAAASUVORK5CYII=");
}
