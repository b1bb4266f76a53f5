#include "view/lesson/stride_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "view/cells.h"
#include "view/lesson/runs.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kCell = kStrideCell;

std::string numbers_in(const std::vector<std::int64_t>& values, std::int64_t times = 1) {
  std::string out = "(";
  for (std::size_t i = 0; i < values.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(values[i] * times);
  return out + ")";
}

/// Neighbouring heads differ, and values do not matter here.
Rgba tint(const ModelInput& in, int head) {
  return mix(in.palette[Token::kSurface], in.palette[Token::kH], head % 2 == 0 ? 0.08F : 0.24F);
}

/// Shape, strides and flag under a grid.
void facts(Scene& scene, Point at, const std::string& letters, const engine::Strided& view) {
  scene.say(at, shape_runs(letters, view.shape));
  scene.say({at.x, at.y + 20}, {muted("strides "), mono(numbers_in(view.strides)), muted(" numbers")}, Type::k11);
  scene.say({at.x, at.y + 36}, {muted("or "), mono(numbers_in(view.strides, 4)), muted(" bytes")}, Type::k11);
  scene.say({at.x, at.y + 52}, {muted(engine::contiguous(view) ? "contiguous" : "not contiguous")}, Type::k11);
}

}  // namespace

void StrideDrawing::cell(Box box, const Strip& strip, std::int64_t address, std::int64_t at_home,
                         const std::string& owner) {
  scene_.fill({box.x, box.y, box.width - 1, box.height - 1}, tint(in_, strip.element(address)[1]));
  // The strip has the address whole.
  std::string label = std::to_string(address);
  if (label.size() > 4) label = "…" + label.substr(label.size() - 3);
  scene_.say({box.x + 4, box.y + 11}, std::move(label), Type::k11, Pair::kMuted);
  const float value = strip.value(address);
  const bool whole = value == std::round(value) && std::fabs(value) < 100;
  const std::string text = whole ? fixed(value, 0) : fixed(value, std::fabs(value) < 9.95F ? 1 : 0);
  scene_.say({box.right() - 5, box.y + 28}, text, Type::k11, Pair::kInk, Face::kMono, Align::kRight);
  if (at_home == lit_) lit_boxes_.push_back(box);
  scene_.number(owner + " " + std::to_string(address), box, at_home);
}

void StrideDrawing::grid(Laid form, const Strip& strip, Point at, const std::string& owner, std::pair<Laid, Point> from,
                         const Strip& home) {
  const int labels = form == Laid::kWide ? 3 : 1;
  for (int label = 0; label < labels; ++label) {
    for (int t = 0; t < part_.tokens; ++t) {
      for (int h = 0; h < part_.heads; ++h) {
        for (int d = 0; d < part_.width; ++d) {
          Point to = place(form, part_, t, h, d, label);
          to = {at.x + to.x, at.y + to.y};
          if (glide_ < 1) {
            const Point start = place(from.first, part_, t, h, d, 0);
            to = {from.second.x + start.x + (to.x - from.second.x - start.x) * glide_,
                  from.second.y + start.y + (to.y - from.second.y - start.y) * glide_};
          }
          const int token = part_.t0 + t, head = part_.h0 + h, number = part_.d0 + d;
          const std::int64_t more = form == Laid::kWide ? label * strip.row / 3 : 0;
          cell({to.x, to.y, kCell, kCell}, strip, strip.address(token, head, number) + more,
               home.address(token, head, number) + more, owner);
        }
      }
    }
  }
  frames(form, at);
  labels_of(form, at);
}

void StrideDrawing::pick() {
  for (const Box& box : lit_boxes_) scene_.frame(box.grown(1), in_.palette[Token::kPick], 2);
  lit_boxes_.clear();
}

void StrideDrawing::frames(Laid form, Point at) {
  const Rgba rule = in_.palette[Token::kRule];
  const auto around = [&](Point first, Point last) {
    scene_.frame({at.x + first.x - 2, at.y + first.y - 2, last.x - first.x + kCell + 3, last.y - first.y + kCell + 3},
                 rule, 1, 3);
  };
  const int t = part_.tokens - 1, h = part_.heads - 1, d = part_.width - 1;
  switch (form) {
    case Laid::kRows:
      around(place(form, part_, 0, 0, 0), place(form, part_, t, h, d));
      break;
    case Laid::kWide:
      for (int label = 0; label < 3; ++label) {
        around(place(form, part_, 0, 0, 0, label), place(form, part_, t, h, d, label));
      }
      break;
    case Laid::kTokenFirst:
      for (int i = 0; i <= t; ++i) around(place(form, part_, i, 0, 0), place(form, part_, i, h, d));
      break;
    case Laid::kHeadFirst:
      for (int i = 0; i <= h; ++i) around(place(form, part_, 0, i, 0), place(form, part_, t, i, d));
      break;
    case Laid::kTurned:
      for (int i = 0; i <= h; ++i) {
        const Point first = place(form, part_, 0, i, 0);
        around(first, place(form, part_, t, i, d));
      }
      break;
  }
}

void StrideDrawing::labels_of(Laid form, Point at) {
  const auto left = [&](float y, std::string text, Pair pair) {
    scene_.say({at.x - 9, at.y + y + kCell / 2 + 4}, std::move(text), Type::k11, pair, Face::kRegular, Align::kRight);
  };
  const auto above = [&](float x, std::string text, Pair pair) {
    scene_.say({at.x + x, at.y - 9}, std::move(text), Type::k11, pair, Face::kRegular, Align::kCentre);
  };
  const float head = kCell * static_cast<float>(part_.width);
  if (form == Laid::kTurned) {
    for (int t = 0; t < part_.tokens; ++t)
      above(place(form, part_, t, 0, 0).x + kCell / 2, "t" + std::to_string(part_.t0 + t), Pair::kT);
    for (int h = 0; h < part_.heads; ++h) {
      for (int d = 0; d < part_.width; ++d)
        left(place(form, part_, 0, h, d).y, "d" + std::to_string(part_.d0 + d), Pair::kD);
      const Point first = place(form, part_, part_.tokens - 1, h, 0);
      scene_.say({at.x + first.x + kCell + 10, at.y + first.y + head / 2 + 4}, "h" + std::to_string(part_.h0 + h),
                 Type::k11, Pair::kH);
    }
    return;
  }
  for (int t = 0; t < part_.tokens; ++t)
    left(place(form, part_, t, 0, 0).y, "t" + std::to_string(part_.t0 + t), Pair::kT);
  if (form == Laid::kWide) {
    constexpr std::array<const char*, 3> kNames = {"Q", "K", "V"};
    for (int label = 0; label < 3; ++label) {
      above(place(form, part_, 0, 0, 0, label).x + head * static_cast<float>(part_.heads) / 2,
            kNames[static_cast<std::size_t>(label)], Pair::kInk);
    }
    return;
  }
  if (form == Laid::kRows) return;
  for (int h = 0; h < part_.heads; ++h)
    above(place(form, part_, 0, h, 0).x + head / 2, "h" + std::to_string(part_.h0 + h), Pair::kH);
}

float draw_shift(Scene& scene, StrideDrawing& drawing, const Shift& m, const Part& part, Point at, float width,
                 const ModelInput& in, const std::string& owner) {
  scene.say({at.x, at.y + 16}, m.title, Type::k16, Pair::kInk, Face::kStrong);
  const bool narrow = width < 400;
  // Where title and code have no room side by side, the code has a line of its own.
  const bool tight = width < 340;
  scene.say({tight ? at.x : at.x + width, at.y + (tight ? 34.0F : 16.0F)}, m.code, Type::k11, Pair::kMuted, Face::kMono,
            tight ? Align::kLeft : Align::kRight);
  if (tight) at.y += 18;
  scene.tell({at.x, at.y + 38}, {muted(m.text)}, width);
  const Point from = extent(m.from, part), to = extent(m.to, part);
  constexpr float kGutter = 30;
  // Room for the count over the arrow and the labels beside the second grid.
  const float between = m.copied >= 1000 || part.t0 >= 96 ? 136 : 80;
  const float top = at.y + 38 + (tight ? 72.0F : width < 460 ? 52.0F : 36.0F);
  const Point first{at.x + kGutter, top};
  const bool side_by_side =
      !narrow && kGutter + from.x + between + to.x + (m.to == Laid::kTurned ? 26.0F : 2.0F) <= width;
  Point second{std::min(at.x + width / 2 + kGutter + 10, first.x + from.x + 160), top};
  second.x = std::max(second.x, first.x + from.x + between);
  float y = top + std::max(from.y, to.y);
  if (!side_by_side) {
    second = {first.x, top + from.y + 152};
    y = second.y + to.y;
  }
  drawing.grid(m.from, m.before, first, owner + " before", {m.from, first}, m.before);
  drawing.grid(m.to, m.after, second, owner + " after", {m.from, first}, m.before);
  const std::string moved = grouped(m.copied) + (side_by_side ? " copied" : " numbers copied");
  if (side_by_side) {
    const float left = first.x + from.x + 12, right = second.x - (part.t0 >= 96 ? 44.0F : 34.0F);
    const float middle = top + std::min(from.y, to.y) / 2;
    scene.say({(left + right) / 2, middle - 9}, moved, Type::k11, m.copied > 0 ? Pair::kInk : Pair::kMuted,
              m.copied > 0 ? Face::kStrong : Face::kRegular, Align::kCentre);
    scene.arrow({left, middle}, right - left, in.palette[Token::kRule]);
    facts(scene, {first.x, y + 26}, m.from_letters, m.from_view);
    facts(scene, {second.x, y + 26}, m.to_letters, m.to_view);
    return y + 82;
  }
  facts(scene, {first.x, top + from.y + 24}, m.from_letters, m.from_view);
  scene.say({first.x + 2, top + from.y + 94}, moved, Type::k11, Pair::kInk, Face::kStrong);
  facts(scene, {second.x, y + 26}, m.to_letters, m.to_view);
  return y + 82;
}

float draw_strip(Scene& scene, const Strip& s, const Strip& home, Point at, float width, std::int64_t lit,
                 const ModelInput& in, const std::string& owner) {
  const int most = std::max(6, static_cast<int>(width / 56));
  // In another strip the same number has another address.
  const auto moved = [](const Strip& from, const Strip& to, std::int64_t address) {
    const std::array<int, 3> at_element = from.element(address);
    return &from == &to ? address : to.address(at_element[0], at_element[1], at_element[2]);
  };
  lit = moved(home, s, lit);
  const auto count = static_cast<int>(std::min<std::int64_t>(s.size, most));
  const std::int64_t first = std::clamp<std::int64_t>(lit - count / 2, 0, s.size - count);
  const float cell = std::min(112.0F, std::floor(width / static_cast<float>(count)));
  float labelled = at.x - 1000;  // where the last label began
  const std::int64_t merged = std::int64_t{s.heads} * s.width;
  std::optional<Box> pick;
  for (int n = 0; n < count; ++n) {
    const std::int64_t address = first + n;
    const Box box{at.x + static_cast<float>(n) * cell, at.y + 18, cell - 1, 36};
    const auto [token, head, number] = s.element(address);
    scene.fill(box, tint(in, head));
    scene.say({box.centre().x, box.y + 23}, plain(s.value(address), 2), Type::k13, Pair::kInk, Face::kMono,
              Align::kCentre);
    if ((n == 0 || number == 0) && box.x >= labelled + 62) {
      labelled = box.x;
      std::vector<Run> label = {{"t" + std::to_string(token), Face::kRegular, Pair::kT},
                                {" h" + std::to_string(head), Face::kRegular, Pair::kH}};
      if (!s.made && s.row > merged) label.push_back(muted(std::string(" ") + "QKV"[address % s.row / merged]));
      scene.say({box.x, box.y - 6}, std::move(label), Type::k11);
    }
    const bool on = address == lit;
    if (on) {
      pick = box;
      const float chip = 7.0F * static_cast<float>(std::to_string(address).size()) + 10;
      scene.fill({box.centre().x - chip / 2, box.bottom() + 4, chip, 15}, in.palette[Token::kPick], 2);
    }
    scene.items.emplace_back(Scene::Words{{box.centre().x, box.bottom() + 16},
                                          {mono(std::to_string(address), on ? Pair::kHaloPick : Pair::kMuted)},
                                          Type::k11,
                                          Align::kCentre,
                                          0,
                                          0,
                                          on});
    scene.number(owner + " " + std::to_string(address), box, moved(s, home, address));
  }
  if (pick) scene.frame(pick->grown(1), in.palette[Token::kPick], 2);
  const std::int64_t row = s.made ? s.width : s.row;
  std::vector<Run> words = {strong("Memory"), muted("  offset = ")};
  if (s.made) {
    const std::int64_t h = lit / s.width / s.tokens, t = lit / s.width % s.tokens, d = lit % s.width;
    words.insert(words.end(),
                 {mono("h", Pair::kH), mono(" · " + std::to_string(s.tokens * row) + " + "), mono("t", Pair::kT),
                  mono(" · " + std::to_string(row) + " + "), mono("d", Pair::kD), mono(" = "),
                  mono(std::to_string(h), Pair::kH), mono(" · " + std::to_string(s.tokens * row) + " + "),
                  mono(std::to_string(t), Pair::kT), mono(" · " + std::to_string(row) + " + "),
                  mono(std::to_string(d), Pair::kD), mono(" = " + std::to_string(lit))});
  } else {
    const std::int64_t base = lit % s.row / merged * merged, t = lit / s.row, h = lit % merged / s.width,
                       d = lit % s.width;
    const std::string times_row = " · " + std::to_string(row) + " + ",
                      times_width = " · " + std::to_string(s.width) + " + ";
    words.insert(words.end(),
                 {mono("base + "), mono("t", Pair::kT), mono(times_row), mono("h", Pair::kH), mono(times_width),
                  mono("d", Pair::kD), mono(" = " + std::to_string(base) + " + "), mono(std::to_string(t), Pair::kT),
                  mono(times_row), mono(std::to_string(h), Pair::kH), mono(times_width),
                  mono(std::to_string(d), Pair::kD), mono(" = " + std::to_string(lit))});
  }
  int letters = 0;
  for (const Run& run : words) letters += count_letters(run.text);
  // Lines break at words, so that each is a few letters shorter than its room.
  const float lines = std::ceil(static_cast<float>(letters) * 7.8F / (width - (width < kNarrowLesson ? 30.0F : 0.0F)));
  scene.tell({at.x, at.y + 98}, std::move(words), width);
  const float below = at.y + 98 + 20 * lines;
  const std::string addresses = "addresses " + std::to_string(first) + " to " + std::to_string(first + count - 1);
  const std::string of = " of " + grouped(s.size) + (width < kNarrowLesson ? "" : " numbers, 4 bytes each");
  scene.say({at.x, below}, {muted(addresses + of)}, Type::k11);
  return below + 14;
}

}  // namespace bandscope::view
