#include "view/svg_painter.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>

#include "view/png.h"

namespace bandscope::view {
namespace {

/// At most two decimals, none that are zero.
std::string number(float v) {
  std::array<char, 64> buffer;
  int length = std::snprintf(buffer.data(), buffer.size(), "%.2f", static_cast<double>(v));
  std::string text(buffer.data(), static_cast<std::size_t>(length));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string attribute(std::string_view name, std::string_view value) {
  return std::string(" ").append(name).append("=\"").append(value).append("\"");
}
std::string attribute(std::string_view name, float value) { return attribute(name, number(value)); }

/// fill="#1D1F24" and, where it is needed, fill-opacity.
std::string paint(std::string_view what, Rgba c) {
  std::array<char, 8> hex;
  std::snprintf(hex.data(), hex.size(), "#%02X%02X%02X", static_cast<unsigned>(c.r), static_cast<unsigned>(c.g),
                static_cast<unsigned>(c.b));
  std::string out = attribute(what, hex.data());
  constexpr float kOpaque = 255;
  if (c.a != 255) out += attribute(std::string(what) + "-opacity", static_cast<float>(c.a) / kOpaque);
  return out;
}

std::string stroke(Rgba c, float width) {
  return " fill=\"none\"" + paint("stroke", c) + attribute("stroke-width", width);
}

std::string place(Box b) {
  return attribute("x", b.x) + attribute("y", b.y) + attribute("width", b.width) + attribute("height", b.height);
}

float snap(float v) { return std::floor(v + 0.5f); }

Box snapped(Box b) {
  float x = snap(b.x);
  float y = snap(b.y);
  return {x, y, snap(b.right()) - x, snap(b.bottom()) - y};
}

/// Where the middle of a line of this width stands so that its edges are whole.
float snapped_line(float v, float width) { return snap(v - width / 2) + width / 2; }

std::string points_of(std::span<const Point> points) {
  std::string out;
  for (Point p : points) out += (out.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
  return attribute("points", out);
}

/// What XML does not allow, and what it reads as markup.
std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

SvgPainter::SvgPainter(const TextMeasure& measure, const Palette& palette, float width, float height)
    : measure_(measure), palette_(palette), width_(width), height_(height) {}

std::string SvgPainter::svg() const {
  std::string size = number(width_) + " " + number(height_);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width_) +
                    attribute("height", height_) + attribute("viewBox", "0 0 " + size) + ">\n";
  // As on the canvas: glyph by glyph, texels as they are.
  out +=
      "<style>text{font-kerning:none;font-variant-ligatures:none;white-space:pre}"
      "image{image-rendering:pixelated}</style>\n";
  out += body_;
  for (int i = 0; i < clips_; ++i) out += "</g>\n";
  return out + "</svg>\n";
}

void SvgPainter::rect(Box box, Rgba fill, float radius) {
  std::string round = radius > 0 ? attribute("rx", radius) : "";
  body_ += "<rect" + place(snapped(box)) + round + paint("fill", fill) + "/>\n";
}

void SvgPainter::frame(Box box, Rgba colour, float width, float radius) {
  std::string round = radius > 0 ? attribute("rx", radius - width / 2) : "";
  body_ += "<rect" + place(snapped(box).grown(-width / 2)) + round + stroke(colour, width) + "/>\n";
}

void SvgPainter::line(Point a, Point b, Rgba colour, float width) {
  polyline(std::array<Point, 2>{a, b}, colour, width);
}

void SvgPainter::polyline(std::span<const Point> points, Rgba colour, float width) {
  if (points.size() < 2) return;
  std::vector<Point> at(points.begin(), points.end());
  // Both ends of a horizontal or vertical part move alike.
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].y == points[i - 1].y) at[i].y = at[i - 1].y = snapped_line(points[i].y, width);
    if (points[i].x == points[i - 1].x) at[i].x = at[i - 1].x = snapped_line(points[i].x, width);
  }
  body_ += "<polyline" + points_of(at) + stroke(colour, width) + "/>\n";
}

void SvgPainter::polygon(std::span<const Point> points, Rgba fill) {
  body_ += "<polygon" + points_of(points) + paint("fill", fill) + "/>\n";
}

void SvgPainter::disc(Point centre, float radius, Rgba fill) {
  body_ += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
           paint("fill", fill) + "/>\n";
}

void SvgPainter::ring(Point centre, float radius, Rgba colour, float width) {
  body_ += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
           stroke(colour, width) + "/>\n";
}

void SvgPainter::curve(Point a, Point b, Point c, Point d, Rgba colour, float width) {
  std::string path = "M" + number(a.x) + "," + number(a.y) + " C" + number(b.x) + "," + number(b.y) + " " +
                     number(c.x) + "," + number(c.y) + " " + number(d.x) + "," + number(d.y);
  body_ += "<path" + attribute("d", path) + stroke(colour, width) + "/>\n";
}

void SvgPainter::image(Box box, const Bitmap& bitmap) {
  body_ += "<image" + place(snapped(box)) + attribute("preserveAspectRatio", "none") +
           attribute("href", png_data_uri(bitmap)) + "/>\n";
}

void SvgPainter::tile(Box box, const Bitmap& bitmap, float pitch) {
  Box b = snapped(box);
  std::string name = "p" + std::to_string(++names_);
  body_ += "<pattern" + attribute("id", name) + attribute("patternUnits", "userSpaceOnUse") +
           place({b.x, b.y, pitch, pitch}) + ">";
  body_ += "<image" + attribute("width", pitch) + attribute("height", pitch) +
           attribute("preserveAspectRatio", "none") + attribute("href", png_data_uri(bitmap)) + "/></pattern>\n";
  body_ += "<rect" + place(b) + attribute("fill", "url(#" + name + ")") + "/>\n";
}

void SvgPainter::push_clip(Box box) {
  std::string name = "c" + std::to_string(++names_);
  body_ += "<clipPath" + attribute("id", name) + "><rect" + place(snapped(box)) + "/></clipPath>\n";
  body_ += "<g" + attribute("clip-path", "url(#" + name + ")") + ">\n";
  ++clips_;
}

void SvgPainter::pop_clip() {
  assert(clips_ > 0);
  body_ += "</g>\n";
  --clips_;
}

Box SvgPainter::draw_text(Point baseline, std::string_view text, const TextStyle& style) {
  Box ink = measure_.ink(text, style.face, style.size);
  if (ink.empty()) return {};
  float advance = measure_.width(text, style.face, style.size);
  bool up = style.turn == Turn::kUp;
  float shift = style.align == Align::kLeft ? 0 : style.align == Align::kCentre ? -advance / 2 : -advance;
  body_ += "<text" + attribute("x", baseline.x) + attribute("y", baseline.y);
  if (up) body_ += attribute("transform", "rotate(-90 " + number(baseline.x) + " " + number(baseline.y) + ")");
  body_ += attribute("font-family", style.face == Face::kMono ? "'JetBrains Mono',monospace" : "Inter,sans-serif");
  if (style.face == Face::kStrong) body_ += attribute("font-weight", "600");
  body_ += attribute("font-size", static_cast<float>(style.size));
  if (style.align != Align::kLeft) body_ += attribute("text-anchor", style.align == Align::kCentre ? "middle" : "end");
  body_ += paint("fill", palette_.text(style.pair)) + ">" + escaped(text) + "</text>\n";
  if (up) return {baseline.x + ink.y, baseline.y - shift - ink.right(), ink.height, ink.width};
  return ink.moved(baseline.x + shift, baseline.y);
}

}  // namespace bandscope::view
