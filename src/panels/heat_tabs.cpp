#include "panels/heat_tabs.h"

#include <algorithm>
#include <array>

#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Face;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

constexpr int kMostHeadTabs = 6;  // more heads than these get a stepper
constexpr float kUnderline = 5;   // below the baseline
constexpr float kChevron = 5;     // half the height of ‹ and ›

/// Lays tabs from right to left.
class TabLine {
 public:
  TabLine(const PanelInput& input, const view::PanelBoxes& boxes)
      : input_(input),
        right_(boxes.tabs_right),
        y_(boxes.title.y),
        tall_(input.layout.form != view::Form::kWide),
        gap_(tall_ ? 16.0F : 14.0F) {}

  struct Look {
    bool active = false;
    bool off = false;
    Token underline = Token::kAccent;
    Face face = Face::kRegular;
  };

  Area tab(std::string_view label, std::string_view text, Look look) {
    const float width = input_.painter.text_width(text, look.face, Type::k13);
    const Area area = take(label, width, look.off);
    const Pair pair = look.active || (area.hovered && !look.off) ? Pair::kInk : look.off ? Pair::kFaint : Pair::kMuted;
    input_.painter.text({at_.x, y_}, text, {.face = look.face, .pair = pair});
    if (look.active) input_.painter.rect({at_.x, y_ + kUnderline, width, 2}, input_.palette[look.underline]);
    return area;
  }

  /// direction -1: ‹, 1: ›
  Area chevron(std::string_view label, int direction, bool off) {
    const Area area = take(label, kChevron + 4, off);
    const float x = at_.x + 2 + (direction > 0 ? 0 : kChevron);
    const float point = at_.x + 2 + (direction > 0 ? kChevron : 0);
    const float y = y_ - 5;
    const std::array<Point, 3> line = {Point{x, y - kChevron}, Point{point, y}, Point{x, y + kChevron}};
    input_.painter.polyline(line,
                            input_.palette[off            ? Token::kRule
                                           : area.hovered ? Token::kInk
                                                          : Token::kMuted],
                            1.5F);
    return area;
  }

  void text(std::string_view words, Face face, Pair pair) {
    right_ -= input_.painter.text_width(words, face, Type::k13);
    input_.painter.text({right_, y_}, words, {.face = face, .pair = pair});
    right_ -= gap_;
  }

 private:
  Area take(std::string_view label, float width, bool off) {
    at_ = {right_ - width, y_};
    right_ = at_.x - gap_;
    const float above = tall_ ? 24.0F : 20.0F;
    const Box box{at_.x - gap_ / 2, y_ - above, width + gap_, above + (tall_ ? 16.0F : 10.0F)};
    const Area area = input_.ui.area(label, box, {.off = off});
    if (area.focus_visible) focus_ring(input_, {at_.x - 3, y_ - 13, width + 6, 21}, 3);
    return area;
  }

  const PanelInput& input_;
  float right_;
  float y_;
  bool tall_;  // more room for fingers
  float gap_;  // from tab to tab
  Point at_;
};

void wish_head(Wishes& wishes, int head) {
  wishes.config.head = head;
  wishes.settled = true;
}

}  // namespace

void draw_show_tabs(const PanelInput& input, const view::PanelBoxes& boxes, Wishes& wishes) {
  struct Row {
    config::Show show;
    std::string_view label;
    std::string_view text;
  };
  constexpr std::array<Row, 3> kRows = {Row{config::Show::kMasked, "show masked", "masked"},
                                        Row{config::Show::kScaled, "show scaled", "scaled"},
                                        Row{config::Show::kRaw, "show raw", "raw"}};
  TabLine line(input, boxes);
  for (const Row& row : kRows) {
    if (line.tab(row.label, row.text, {.active = input.config.show == row.show}).clicked) {
      wishes.config.show = row.show;
      wishes.settled = true;
    }
  }
}

void draw_head_tabs(const PanelInput& input, const view::PanelBoxes& boxes, std::string_view all_off, Wishes& wishes) {
  const int heads = input.config.heads;
  const int head = std::min(input.config.head, heads - 1);
  TabLine line(input, boxes);
  if (heads > 1) {
    const Area all = line.tab("head all", "all", {.active = head < 0, .off = !all_off.empty(), .underline = Token::kH});
    if (all.clicked) wish_head(wishes, config::kAllHeads);
    if (all.hovered && !all_off.empty()) {
      wishes.tip = Tip{std::string(all_off) + ".", {boxes.tabs_right - 20, boxes.title.y - 14, 20, 20}};
    }
  }
  if (heads <= kMostHeadTabs) {
    for (int h = heads - 1; h >= 0; --h) {
      const std::string text = std::to_string(h);
      if (line.tab("head " + text, text, {.active = h == head, .underline = Token::kH}).clicked) wish_head(wishes, h);
    }
  } else {
    if (line.chevron("head on", 1, head == heads - 1).clicked) wish_head(wishes, head < 0 ? 0 : head + 1);
    line.text((head < 0 ? std::string("–") : std::to_string(head)) + " of " + std::to_string(heads), Face::kRegular,
              Pair::kInk);
    if (line.chevron("head back", -1, head == 0).clicked) wish_head(wishes, head < 0 ? heads - 1 : head - 1);
  }
  line.text("head", Face::kStrong, Pair::kH);
}

}  // namespace bandscope::panels
