// The needle: how much of one token is left, layer by layer, and where.
#include <algorithm>
#include <cmath>
#include <string>

#include "panels/depth/depth_panels.h"
#include "panels/depth/depth_parts.h"
#include "panels/depth/needle_map.h"
#include "panels/heat_sheet.h"
#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::NeedleModel;
using view::Pair;
using view::Point;
using view::TextStyle;
using view::Token;
using view::Type;

constexpr float kLabelPitch = 16;  // lines of layers stand no closer
constexpr float kChipHigh = 16;
constexpr std::int64_t kBigStep = 8;

void want_needle(Wishes& wishes, const NeedleModel& m, std::int64_t token) {
  wishes.config.needle = static_cast<int>(std::clamp<std::int64_t>(token, 0, m.last));
}

/// Pointing at a token, by pointer or keys, picks it.
void point_at_strip(const PanelInput& in, const NeedleModel& m, Wishes& wishes) {
  const Box& strip = m.strip.box;
  const Box target{strip.x, strip.y, strip.width, m.boxes.axis.bottom() - strip.y};
  const Area area = in.ui.area("needle", target, {.cursor = Cursor::kDragX});
  const bool by_mouse = area.held && !area.touch;
  if (by_mouse || (area.clicked && area.hovered)) {
    want_needle(wishes, m, m.strip.token_at(area.pointer.x));
  }
  if (area.released || area.clicked) wishes.settled = true;
  const auto step = [&](Key key, std::int64_t to) {
    if (!in.ui.key("needle", key)) return;
    want_needle(wishes, m, to);
    wishes.settled = true;
  };
  const std::int64_t by = in.ui.shift() ? kBigStep : 1;
  step(Key::kLeft, m.needle - by);
  step(Key::kRight, m.needle + by);
  step(Key::kPageUp, m.needle - kBigStep);
  step(Key::kPageDown, m.needle + kBigStep);
  step(Key::kHome, 0);
  step(Key::kEnd, m.last);
  if (in.ui.key("needle", Key::kEscape)) {
    wishes.config.needle.reset();
    wishes.settled = true;
  }
  if (area.focus_visible) focus_ring(in, strip);
}

Box cell_of(const NeedleModel& m, std::int64_t token, int layer) {
  const float width = std::max(m.strip.cell(), 3.0F);
  return {m.strip.x_of(token) - width / 2, m.strip.box.bottom() - static_cast<float>(layer + 1) * m.strip.row, width,
          m.strip.row};
}

void draw_strip(const PanelInput& in, const NeedleModel& m) {
  const view::NeedleStrip& s = m.strip;
  view::Painter& p = in.painter;
  p.rect(s.box, in.palette[Token::kSurface]);
  p.tile(s.box, s.dots.bitmap, s.dots.pitch);
  p.image(s.box, s.cells);
  if (s.row >= 12) {
    for (int i = 1; i <= in.config.layers; ++i) {
      p.rect({s.box.x, s.box.bottom() - static_cast<float>(i) * s.row, s.box.width, 1}, in.palette[Token::kHairline]);
    }
  }
  p.push_clip(s.box);
  for (const view::Polyline& line : s.edges) p.polyline(line, in.palette[Token::kW], 2);
  p.pop_clip();
  const Box last = cell_of(m, m.last, in.config.layers);
  p.rect({last.x - 1, s.box.y, 1, s.box.height}, view::with_alpha(in.palette[Token::kPick], 0.3F));
  draw_pick(p, in.palette, cell_of(m, m.needle, 0));
  p.frame(last.grown(1), in.palette[Token::kPick], 1);
  if (!s.has_shares) {
    const std::string& why = in.state.needle_real ? m.real_off : m.uniform_off;
    const float width = std::min(p.text_width(why, Face::kRegular, Type::k13), s.box.width - 32);
    const float y = s.box.y + 20;
    p.rect({s.box.x + 8, y - 12, width + 16, 24}, in.palette[Token::kSurface]);
    p.text_cut({s.box.x + 16, y + 5}, why, {Face::kRegular, Type::k13, Pair::kMutedSurface}, width + 1);
  }
}

/// "token", the tokens' names, and on chips the needle's and the last one's.
class AxisLabels {
 public:
  AxisLabels(const PanelInput& in, const NeedleModel& m)
      : in_(in), m_(m), turned_(m.strip.has_words && !m.strip.labels.empty()), axis_(m.boxes.axis) {}

  void draw() {
    const view::NeedleStrip& s = m_.strip;
    const std::int64_t step = s.label_step;
    if (s.labels.empty()) {
      if (far(0)) label(0, {});
    } else {
      for (std::int64_t i = 0; i < s.tokens; i += step) {
        if (far(i)) label(i, {});
      }
    }
    if (m_.last != m_.needle && apart(m_.last, m_.needle)) label(m_.last, {.strong = true});
    label(m_.needle, {.chip = true});
  }
  float chip_width() const { return std::max(16.0F, in_.painter.text_width(text(m_.needle), face(), Type::k11) + 8); }

 private:
  struct Look {
    bool strong = false, chip = false;
  };
  Face face() const { return m_.strip.has_words && !m_.strip.labels.empty() ? Face::kRegular : Face::kMono; }
  std::string text(std::int64_t token) const {
    const auto& labels = m_.strip.labels;
    return labels.empty() ? view::grouped(token) : labels[static_cast<std::size_t>(token)];
  }
  float width(std::int64_t token) const {
    return turned_ ? 12.0F : in_.painter.text_width(text(token), face(), Type::k11) + 6;
  }
  /// Where the label's middle stands: those at the ends stay on the strip.
  float middle(std::int64_t token) const {
    const float half = width(token) / 2, x = m_.strip.x_of(token);
    if (turned_) return x;
    const Box& box = m_.strip.box;
    return std::clamp(x, std::min(box.x + half - 8, x), std::max(x, box.x)) > box.right() - half + 8
               ? std::max(box.right() - half + 8, box.x + half)
               : std::max(x, box.x + half - 8);
  }
  bool apart(std::int64_t a, std::int64_t b) const {
    return std::abs(middle(a) - middle(b)) >= (width(a) + width(b)) / 2;
  }
  bool far(std::int64_t token) const {
    return token != m_.needle && token != m_.last && apart(token, m_.needle) && apart(token, m_.last);
  }
  void label(std::int64_t token, Look look) {
    const float x = middle(token);
    TextStyle style{face(), Type::k11, look.strong ? Pair::kInk : Pair::kMuted};
    if (look.chip) style.pair = Pair::kHaloPick;
    style.chip = look.chip;
    const std::string words = text(token);
    if (turned_) {
      style.turn = view::Turn::kUp;
      style.align = Align::kRight;
      const float most = axis_.height - 8;
      const float length = std::min(most, in_.painter.text_width(words, style.face, style.size));
      if (look.chip) in_.painter.rect({x - 8, axis_.y, 16, length + 8}, in_.palette[Token::kPick], 2);
      in_.painter.text_cut({x + 4, axis_.y + 4}, words, style, most);
      return;
    }
    style.align = Align::kCentre;
    if (look.chip) {
      const float wide = chip_width();
      in_.painter.rect({x - wide / 2, axis_.y + 1, wide, kChipHigh}, in_.palette[Token::kPick], 2);
    }
    in_.painter.text({x, axis_.y + 13}, words, style);
  }

  const PanelInput& in_;
  const NeedleModel& m_;
  bool turned_;
  Box axis_;
};

/// Every n-th layer from the last one down, with its row of the table, and the input.
void draw_table(const PanelInput& in, const NeedleModel& m) {
  view::Painter& p = in.painter;
  const view::NeedleBoxes& b = m.boxes;
  const float x = in.layout.depth.picture.x;
  const TextStyle head{Face::kRegular, Type::k11, Pair::kMuted, Align::kRight};
  p.text({b.uniform_right, b.heads_y}, b.narrow ? "uniform" : "uniform relay", head);
  p.text({b.real_right, b.heads_y}, b.narrow ? "real" : "real shares", head);
  int step = 1;
  while (static_cast<float>(step) * m.strip.row < kLabelPitch) step *= 2;
  const float half = 4.5F;
  const auto value = [&](float right, float y, const std::string& text, bool arrives) {
    TextStyle style{Face::kMono, Type::k13, arrives ? Pair::kInk : Pair::kMuted, Align::kRight};
    if (text.empty()) style.pair = Pair::kFaint;
    p.text({right, y}, text.empty() ? "–" : text, style);
  };
  const int layers = in.config.layers;
  for (int layer = layers; layer >= 1; layer -= step) {
    if (static_cast<float>(layer) * m.strip.row < kLabelPitch - 1 && layer != layers) break;
    const float y = std::round(cell_of(m, 0, layer).centre().y + half);
    const std::string number = view::grouped(layer);
    float at = x;
    if (!b.narrow) {
      p.text({at, y}, "layer ", {Face::kRegular, Type::k13, Pair::kMuted});
      at += p.text_width("layer ", Face::kRegular, Type::k13);
    }
    p.text({at, y}, number, {Face::kMono, Type::k13, Pair::kL});
    const view::NeedleRow& row = m.rows[static_cast<std::size_t>(layer) - 1];
    value(b.uniform_right, y, row.uniform, row.uniform_arrives);
    value(b.real_right, y, row.real, row.real_arrives);
  }
  p.text({x, std::round(cell_of(m, 0, 0).centre().y + half)}, "input",
         {Face::kRegular, b.narrow ? Type::k11 : Type::k13, Pair::kMuted});
  p.text({x, b.axis.y + 13}, "token", {Face::kRegular, b.narrow ? Type::k11 : Type::k13, Pair::kT});
}

/// The strip's ink has its own scale, which is the largest of its own shares.
void draw_scale(const PanelInput& in, const NeedleModel& m) {
  if (!m.strip.has_shares) return;
  view::Painter& p = in.painter;
  const Box& room = m.boxes.scale;
  const TextStyle number{Face::kMono, Type::k11, Pair::kMuted};
  constexpr int kSteps = 100;
  const float y = room.y + 12;
  p.text({room.x, y}, "0", number);
  const Box bar{room.x + p.text_width("0", number.face, number.size) + 6, y - 8, kSteps, 8};
  for (int i = 0; i < kSteps; ++i) {
    const float part = (static_cast<float>(i) + 0.5F) / kSteps;
    p.rect({bar.x + static_cast<float>(i), bar.y, 1, bar.height}, in.palette.map(view::Map::kShares, part, 1));
  }
  p.frame(bar, in.palette[Token::kHairline], 1);
  p.text({bar.right() + 6, y}, m.most, number);
  const float after = bar.right() + 18 + p.text_width(m.most, number.face, number.size);
  p.text({after, y}, "square-root scale", {Face::kRegular, Type::k11, Pair::kMuted});
}

void draw_tabs(const PanelInput& in, const NeedleModel& m, Wishes& wishes) {
  const bool real = in.state.needle_real;
  Point right{m.boxes.tabs_right, m.boxes.strip_title.y};
  bool pick_real = false, pick_uniform = false;
  right.x = draw_depth_tab(in, {"needle real", "real shares", real}, right, pick_real) - 20;
  draw_depth_tab(in, {"needle uniform", "uniform", !real}, right, pick_uniform);
  if (pick_real) wishes.ui.needle_real = true;
  if (pick_uniform) wishes.ui.needle_real = false;
}

}  // namespace

void draw_needle(const PanelInput& in, Wishes& wishes) {
  const NeedleModel& m = in.models.needle;
  if (m.rows.empty()) return;
  draw_depth_title(in, m.title, m.subtitle);
  in.painter.text(m.boxes.strip_title, "Layer by layer", {Face::kStrong, Type::k16});
  draw_tabs(in, m, wishes);
  point_at_strip(in, m, wishes);
  draw_strip(in, m);
  AxisLabels(in, m).draw();
  draw_scale(in, m);
  draw_table(in, m);
  draw_needle_map(in, wishes);
}

}  // namespace bandscope::panels
