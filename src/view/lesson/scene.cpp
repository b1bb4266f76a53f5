#include "view/lesson/scene.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "view/lesson/runs.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

Pair pair_of(char letter) {
  switch (letter) {
    case 'T':
    case 't':
      return Pair::kT;
    case 'H':
    case 'h':
      return Pair::kH;
    case 'D':
    case 'd':
      return Pair::kD;
    case 'W':
      return Pair::kW;
    default:
      return Pair::kInk;
  }
}

/// Of Inter 13, to a pixel or two: a scene is laid out before there is a painter.
float word_width(std::string_view text) {
  float width = 0;
  for (const char c : text) {
    const bool thin = std::string_view("ijl").find(c) != std::string_view::npos;
    const bool slim = std::string_view("frt ").find(c) != std::string_view::npos;
    const bool broad = std::string_view("mwMW").find(c) != std::string_view::npos;
    width += thin ? 3.3F : slim ? 4.6F : broad ? 11 : 7.6F;
  }
  return width;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'' ||
         static_cast<unsigned char>(c) >= 0xE2;
}

}  // namespace

void Scene::fill(Box box, Rgba colour, float radius) { items.emplace_back(Fill{box, colour, radius}); }
void Scene::frame(Box box, Rgba colour, float width, float radius) {
  items.emplace_back(Fill{box, colour, radius, width});
}
void Scene::line(Point a, Point b, Rgba colour, float width) { items.emplace_back(Stroke{{a, b}, colour, width}); }

void Scene::say(Point at, std::string text, Type size, Pair pair, Face face, Align align) {
  items.emplace_back(Words{at, {{std::move(text), face, pair}}, size, align});
}
void Scene::say(Point at, std::vector<Run> runs, Type size, Align align) {
  items.emplace_back(Words{at, std::move(runs), size, align});
}
void Scene::tell(Point at, std::vector<Run> runs, float width, Type size, float leading) {
  items.emplace_back(Words{at, std::move(runs), size, Align::kLeft, width, leading});
}

float Scene::tab(std::string label, Point at, float height, std::string query, bool on, std::string text) {
  const float width = word_width(text) + 20;
  acts.push_back({.label = std::move(label),
                  .box = {at.x, at.y, width - 6, height},
                  .query = std::move(query),
                  .tab = true,
                  .on = on,
                  .text = std::move(text)});
  return width;
}

void Scene::button(std::string label, Point at, float right, std::string text, std::string query, bool code) {
  acts.push_back({.label = std::move(label),
                  .box = {at.x, at.y, std::max(0.0F, right - at.x), 32},
                  .query = std::move(query),
                  .button = true,
                  .code = code,
                  .text = std::move(text)});
}

void Scene::number(std::string label, Box box, std::int64_t address) {
  acts.push_back({.label = std::move(label), .box = box, .cell = static_cast<int>(address)});
}

void Scene::arrow(Point from, float length, Rgba colour) {
  const Point end{from.x + length, from.y};
  line(from, end, colour);
  items.emplace_back(Stroke{{{end.x - 5, end.y - 5}, end, {end.x - 5, end.y + 5}}, colour, 1});
}

std::vector<Run> shape_runs(std::string_view letters, const std::vector<std::int64_t>& sizes) {
  std::vector<Run> names = {muted("(")}, values = {{"(", Face::kMono, Pair::kMuted}};
  std::size_t at = 0;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    const std::size_t comma = letters.find(',', at);
    const std::string_view name = letters.substr(at, comma == std::string_view::npos ? comma : comma - at);
    at = comma == std::string_view::npos ? letters.size() : comma + 1;
    const Pair pair = name.size() == 1 ? pair_of(name.front()) : Pair::kInk;
    const bool last = axis + 1 == sizes.size();
    names.push_back(strong(std::string(name), pair));
    names.push_back(muted(last ? ")" : ", "));
    values.push_back(mono(grouped(sizes[axis]), pair));
    values.push_back({last ? ")" : ", ", Face::kMono, Pair::kMuted});
  }
  names.push_back(muted(" = "));
  names.insert(names.end(), values.begin(), values.end());
  return names;
}

std::vector<Run> sentence(std::string_view text) {
  std::vector<Run> runs;
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool letter = c == 'T' || c == 'H' || c == 'D' || c == 'W';
    if (!letter || (i > 0 && is_word(text[i - 1])) || (i + 1 < text.size() && is_word(text[i + 1]))) continue;
    if (i > from) runs.push_back(ink(std::string(text.substr(from, i - from))));
    runs.push_back(strong(std::string(1, c), pair_of(c)));
    from = i + 1;
  }
  if (from < text.size()) runs.push_back(ink(std::string(text.substr(from))));
  return runs;
}

}  // namespace bandscope::view
