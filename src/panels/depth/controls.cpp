// What the three views of depth have in common: tabs between them, and the settings of a stack.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "config/numbers.h"
#include "config/presets.h"
#include "panels/depth/depth_panels.h"
#include "panels/depth/depth_parts.h"
#include "panels/number_slider.h"
#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using config::View;
using view::Box;
using view::Face;
using view::Pair;
using view::Token;
using view::Type;

void draw_view_tabs(const PanelInput& in, Wishes& wishes) {
  struct Row {
    View view;
    std::string_view name;
  };
  constexpr Row kRows[] = {
      {View::kBench, "Bench"}, {View::kReach, "Reach"}, {View::kNeedle, "Needle"}, {View::kCost, "Cost"}};
  const Box& tabs = in.layout.depth.tabs;
  const float baseline = std::round(tabs.centre().y) + 6;
  float x = tabs.x;
  for (const Row& row : kRows) {
    bool picked = false;
    const std::string label = "view " + std::string(row.name);
    x += 24 + draw_depth_tab(in, {label, row.name, in.config.view == row.view}, {x, baseline}, tabs, picked);
    if (!picked) continue;
    wishes.config.view = row.view;
    wishes.settled = true;
  }
}

/// Two decimals where they say it, else all.
std::string shown_alpha(double alpha) {
  return std::abs(alpha * 100 - std::round(alpha * 100)) < 1e-9 ? view::fixed(alpha, 2) : config::write_decimal(alpha);
}

void draw_alpha(const PanelInput& in, Wishes& wishes) {
  if (in.layout.depth.alpha.empty()) return;
  const auto wanted = draw_number_slider(in, wishes,
                                         {.label = "alpha",
                                          .symbol = "α",
                                          .name = "residual",
                                          .value = in.config.alpha,
                                          .standard = in.opened.alpha,
                                          .shown = shown_alpha(in.config.alpha)},
                                         in.layout.depth.alpha);
  if (wanted) wishes.config.alpha = *wanted;
}

std::string upper(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ') out += c == 'l' ? 'L' : c == 'g' ? 'G' : c;
  }
  return out;
}

/// The pattern as a text to type, and the three that models use.
void draw_pattern(const PanelInput& in, Wishes& wishes) {
  const Box& slot = in.layout.depth.pattern;
  const float baseline = slot.y + 16;
  const float name = in.painter.text_width("pattern", Face::kRegular, Type::k13);
  in.painter.text({slot.x, baseline}, "pattern", {Face::kRegular, Type::k13, Pair::kMuted});
  const Box field{slot.x + name + 12, slot.y - 2, slot.width - name - 12, 24};
  const Entry entry = in.ui.entry("pattern value", field, in.config.pattern, EntryKind::kLine, false);
  if (!entry.editing) {
    in.painter.text_cut({field.x, baseline}, in.config.pattern, {Face::kMono, Type::k16, Pair::kInk}, field.width);
  }
  if (entry.editing) {
    in.painter.rect({field.x, field.bottom(), field.width, 1}, in.palette[Token::kAccent]);
    wishes.tip = Tip{"One letter a layer, repeated: L reads its window, G reads everything", slot, true};
  }
  if (entry.typed) {
    const std::string typed = upper(*entry.typed);
    if (config::is_pattern(typed)) {
      wishes.config.pattern = typed;
    } else if (!typed.empty() || entry.done) {
      wishes.say = "A pattern is 1 to 64 letters, each L or G: it stays " + in.config.pattern;
    }
  }
  if (entry.done) wishes.settled = true;
  float x = slot.x;
  const float second = slot.y + 40;
  for (const std::string_view pattern : {"L", "LG", "LLLLLG"}) {
    bool picked = false;
    // A finger needs 44 px, and a pattern of one letter is 24 wide.
    const bool finger = in.layout.form == view::Form::kDepthNarrow;
    const Box target{x, second - (finger ? 24.0F : 17.0F), 0, finger ? 44.0F : 26.0F};
    x +=
        20 + draw_depth_tab(in, {"pattern " + std::string(pattern), pattern, in.config.pattern == pattern, Face::kMono},
                            {x, second}, target, picked);
    if (!picked) continue;
    wishes.config.pattern = pattern;
    wishes.settled = true;
  }
}

void draw_norm(const PanelInput& in, Wishes& wishes) {
  const Box& box = in.layout.depth.norm;
  if (box.empty()) return;
  const Area area = in.ui.area("norm", box);
  const Box mark{box.x, std::round(box.centre().y) - 7, 14, 14};
  const bool on = in.config.norm == config::Norm::kRms;
  checkbox(in, mark, on, false);
  in.painter.text({box.x + 22, mark.y + 11.5F}, "RMS norm", {Face::kRegular, Type::k13, Pair::kInk});
  if (area.focus_visible) focus_ring(in, mark, 3);
  if (!chosen(in, area, "norm")) return;
  wishes.config.norm = on ? config::Norm::kNone : config::Norm::kRms;
  wishes.settled = true;
}

void draw_preset(const PanelInput& in, Wishes& wishes) {
  const Box& box = in.layout.depth.preset;
  const Area area = in.ui.area("presets", box);
  in.painter.rect(box, in.palette[Token::kSurface], 4);
  in.painter.frame(box, in.palette[Token::kHairline], 1, 4);
  const config::PresetRow* row = config::preset_row(in.config.preset);
  std::string text = row == nullptr ? "Presets" : std::string(row->name);
  const bool changed = row != nullptr && !config::preset_unchanged(in.config);
  if (changed && area.hovered && !area.touch) wishes.tip = Tip{"* its sizes have been changed", box};
  const float baseline = std::round(box.centre().y) + 5;
  in.painter.text_cut({box.x + 12, baseline}, text, {Face::kRegular, Type::k13, Pair::kInkSurface},
                      box.width - (changed ? 46.0F : 38.0F));
  if (changed) {
    in.painter.text({box.right() - 27, baseline}, "*",
                    {Face::kRegular, Type::k13, Pair::kInkSurface, view::Align::kRight});
  }
  chevron(in.painter, {box.right() - 18, box.centre().y}, in.palette[area.hovered ? Token::kInk : Token::kMuted], true);
  if (area.focus_visible) focus_ring(in, box);
  if (chosen(in, area, "presets")) wishes.ui.menu = view::Menu::kPresets;
}

}  // namespace

void draw_depth_controls(const PanelInput& in, Wishes& wishes) {
  draw_view_tabs(in, wishes);
  draw_alpha(in, wishes);
  draw_pattern(in, wishes);
  draw_norm(in, wishes);
  draw_preset(in, wishes);
}

}  // namespace bandscope::panels
