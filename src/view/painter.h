// What everything is drawn with: the canvas and the SVG export implement this one interface.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "view/geometry.h"
#include "view/palette.h"

namespace bandscope::view {

enum class Face { kRegular, kStrong, kMono };  // Inter 400, Inter 600, JetBrains Mono 400
enum class Align { kLeft, kCentre, kRight };
enum class Turn { kNone, kUp };  // kUp: reads upwards, rotated by 90 degrees about the point
enum class Type { k11 = 11, k13 = 13, k16 = 16, k20 = 20 };

struct TextStyle {
  Face face = Face::kRegular;
  Type size = Type::k13;
  Pair pair = Pair::kInk;
  Align align = Align::kLeft;
  Turn turn = Turn::kNone;
  bool chip = false;  // exempt from the overlap test: it covers on purpose
};

/// A picture of a texel a number. `key` names it for ever (one texture per key); `revision` rises when texels change.
struct Bitmap {
  std::uint64_t key = 0;
  std::uint64_t revision = 0;
  int width = 0;
  int height = 0;
  std::vector<Rgba> texels;  // row-major
};

/// What text() drew, for the layout test and `boxes()`.
struct TextRecord {
  std::string text;  // as it was drawn: cut, and with names for missing glyphs
  Box ink;           // ink bounds in page pixels
  TextStyle style;
  std::string panel;  // the panel that drew it
  int layer = 0;      // 0 page, 1 menus and drawers over it
};

class Painter {
 public:
  virtual ~Painter() = default;
  /// Device pixels per CSS pixel.
  virtual float dpr() const = 0;

  /// Fills; edges are snapped to device pixels.
  virtual void rect(Box box, Rgba fill, float radius = 0) = 0;
  /// An outline of `width` inside the box.
  virtual void frame(Box box, Rgba colour, float width = 1, float radius = 0) = 0;
  /// Horizontal and vertical lines are snapped to device pixels.
  virtual void line(Point a, Point b, Rgba colour, float width = 1) = 0;
  /// Mitred joints; horizontal and vertical parts are snapped.
  virtual void polyline(std::span<const Point> points, Rgba colour, float width) = 0;
  virtual void polygon(std::span<const Point> points, Rgba fill) = 0;  // convex
  virtual void disc(Point centre, float radius, Rgba fill) = 0;
  virtual void ring(Point centre, float radius, Rgba colour, float width) = 0;
  virtual void curve(Point a, Point b, Point c, Point d, Rgba colour, float width) = 0;  // cubic
  /// Nearest sampling, stretched over the box.
  virtual void image(Box box, const Bitmap& bitmap) = 0;
  /// The bitmap repeated: one copy is `pitch` CSS pixels wide and high, the first at the box's corner.
  virtual void tile(Box box, const Bitmap& bitmap, float pitch) = 0;
  virtual void push_clip(Box box) = 0;
  virtual void pop_clip() = 0;
  /// Whether the face can write it. Where it cannot, the code point's name is written: "U+6771".
  virtual bool has_glyph(char32_t c, Face face) const = 0;

  /// Advance width in CSS pixels.
  float text_width(std::string_view text, Face face, Type size) const;

  /// The one function through which every text goes: draws at a baseline point (left, centre or right of it by align)
  /// and records the ink box.
  void text(Point baseline, std::string_view text, const TextStyle& style);
  /// As text(), with a right to shorten: cut with "…" to `max_width`. True where it was cut.
  bool text_cut(Point baseline, std::string_view text, const TextStyle& style, float max_width);

  /// The panel whose texts follow, and the layer they lie on.
  void begin_panel(std::string_view name, int layer = 0);
  const std::vector<TextRecord>& records() const { return records_; }
  void clear_records() { records_.clear(); }

 protected:
  /// Draws and returns the ink bounds. Every code point has a glyph.
  virtual Box draw_text(Point baseline, std::string_view text, const TextStyle& style) = 0;
  /// Advance width of a text whose code points all have glyphs.
  virtual float measure(std::string_view text, Face face, Type size) const = 0;

 private:
  /// The text with names in place of missing glyphs; `room` holds it where it differs.
  std::string_view shown(std::string_view text, Face face, std::string& room) const;
  void draw_and_record(Point baseline, std::string_view text, const TextStyle& style);

  std::vector<TextRecord> records_;
  std::string panel_;
  int layer_ = 0;
};

}  // namespace bandscope::view
