// A lesson as a list of what is drawn and what can be pressed: a view places it, one panel draws any of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "view/geometry.h"
#include "view/painter.h"
#include "view/palette.h"
#include "view/rich_text.h"

namespace bandscope::view {

/// A lesson below this width is one column.
inline constexpr float kNarrowLesson = 560;

struct Scene {
  struct Fill {
    Box box;
    Rgba colour;
    float radius = 0;
    float frame = 0;  // the width of an outline; 0: filled
  };
  struct Stroke {
    std::vector<Point> points;
    Rgba colour;
    float width = 1;
    bool curve = false;  // four points of a cubic
  };
  struct Words {
    Point at;  // a baseline point
    std::vector<Run> runs;
    Type size = Type::k13;
    Align align = Align::kLeft;
    float width = 0;     // wrapped to it; 0: one line
    float leading = 20;  // of wrapped lines
    bool chip = false;   // covers on purpose
  };
  using Item = std::variant<Fill, Stroke, Words>;

  /// Something to press, or to point at.
  struct Act {
    std::string label;
    Box box;
    std::string query = {};  // the changes that a press asks for, as an address writes them
    int cell = -1;           // the number that is lit while it is pointed at, by its address
    bool button = false;     // drawn as one, with `text`
    bool tab = false;        // a word of a row of choices, underlined where it is `on`
    bool on = false;
    bool code = false;  // a press shows the state as a program
    std::string text = {};
  };

  std::vector<Item> items;
  std::vector<Act> acts;
  bool moving = false;  // another frame is wanted
  float bottom = 0;     // page pixels: what is drawn ends here

  void fill(Box box, Rgba colour, float radius = 0);
  void frame(Box box, Rgba colour, float width = 1, float radius = 0);
  void line(Point a, Point b, Rgba colour, float width = 1);
  void say(Point at, std::string text, Type size = Type::k13, Pair pair = Pair::kInk, Face face = Face::kRegular,
           Align align = Align::kLeft);
  void say(Point at, std::vector<Run> runs, Type size = Type::k13, Align align = Align::kLeft);
  /// Wrapped to a width.
  void tell(Point at, std::vector<Run> runs, float width, Type size = Type::k13, float leading = 20);
  /// A word of a row of choices; returns its width with what parts it from the next.
  float tab(std::string label, Point at, float height, std::string query, bool on, std::string text);
  /// With its right end at `right`, or where that is 0 its left one at `at`.
  void button(std::string label, Point at, float right, std::string text, std::string query, bool code = false);
  /// A number that is lit while it is pointed at.
  void number(std::string label, Box box, std::int64_t address);
  /// An arrow to the right, from x to x + length.
  void arrow(Point from, float length, Rgba colour);
};

}  // namespace bandscope::view
