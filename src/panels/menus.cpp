// The menus over the page: more, worked examples, source; and the tip.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/presets.h"
#include "config/query.h"
#include "panels/parts.h"
#include "view/numbers.h"

namespace bandscope::panels {
namespace {

using config::Source;
using view::Box;
using view::Face;
using view::Menu;
using view::Pair;
using view::Token;
using view::Type;

constexpr float kPad = 8;
constexpr float kHeadHeight = 26;

/// One row of a menu.
struct Item {
  enum class Kind { kHead, kRadio, kCheck, kPlain };
  Kind kind = Kind::kPlain;
  std::string label;  // of the area
  std::string text;
  std::string about;  // under it, 11
  bool on = false;
  bool warns = false;  // the wrong way: a warning chip beside it
  std::optional<std::string> off;
  void (*act)(const PanelInput&, Wishes&) = nullptr;
};

float item_height(const PanelInput& in, const Item& item) {
  if (item.kind == Item::Kind::kHead) return kHeadHeight;
  const bool finger = view::is_narrow(in.layout.form);
  const float base = finger ? 44.0F : 30.0F;
  return item.about.empty() && !item.off ? base : std::max(base, 44.0F);
}

void keep_text(const PanelInput& in, Wishes& wishes) {
  if (in.config.source() == Source::kText) wishes.ui.last_text = in.config.text;
  wishes.ui.card_first_term = 0;
  wishes.ui.card_first_key = -1;
  wishes.ui.merged_column.reset();
  wishes.ui.moves_scroll = 0;
}

template <Source kSource>
void to_source(const PanelInput& in, Wishes& wishes) {
  if (in.config.source() == kSource) return;
  keep_text(in, wishes);
  wishes.config = view::with_source(in.config, kSource, in.state.last_text);
}
template <config::Example kExample>
void to_example(const PanelInput& in, Wishes& wishes) {
  if (in.config.example == kExample) return;
  keep_text(in, wishes);
  wishes.config = view::with_example(in.config, kExample);
}
template <config::Strike kStrike>
void to_strike(const PanelInput&, Wishes& wishes) {
  wishes.config.strike = kStrike;
}
template <config::Weights kWeights>
void to_weights(const PanelInput&, Wishes& wishes) {
  wishes.config.weights = kWeights;
  // Built heads find places by their marks; both come and go together until the reader says otherwise.
  wishes.config.positions = kWeights == config::Weights::kBuilt;
}
template <config::View kView>
void to_view(const PanelInput&, Wishes& wishes) {
  wishes.config.view = kView;
}
template <config::Preset kPreset>
void to_preset(const PanelInput& in, Wishes& wishes) {
  keep_text(in, wishes);
  const auto key = config::kPresetKeys[static_cast<std::size_t>(kPreset)];
  wishes.config = config::change(in.config, "preset=" + std::string(key)).config;
}
template <config::Theme kTheme>
void to_theme(const PanelInput&, Wishes& wishes) {
  wishes.config.theme = kTheme;
}

void flip_positions(const PanelInput& in, Wishes& wishes) { wishes.config.positions = !in.config.positions; }
void flip_causal(const PanelInput& in, Wishes& wishes) { wishes.config.causal = !in.config.causal; }
void flip_shared(const PanelInput& in, Wishes& wishes) { wishes.config.shared = !in.config.shared; }
void reset(const PanelInput&, Wishes& wishes) { wishes.reset = true; }
void show_code(const PanelInput&, Wishes& wishes) { wishes.code = true; }
void leave_example(const PanelInput& in, Wishes& wishes) {
  keep_text(in, wishes);
  wishes.config = config::as_random(in.config);
}

Item head(std::string text) {
  Item item;
  item.kind = Item::Kind::kHead;
  item.text = std::move(text);
  return item;
}

std::vector<Item> more_items(const PanelInput& in) {
  using Kind = Item::Kind;
  const view::ControlsModel& c = in.models.controls;
  std::vector<Item> items = {head("Strike scores by")};
  items.push_back({Kind::kRadio, "strike infinity", "minus infinity", "",
                   !c.strike_zero.on || c.strike_zero.off.has_value(), false, std::nullopt,
                   &to_strike<config::Strike::kInfinity>});
  items.push_back({Kind::kRadio, "strike", "zero", "wrong on purpose: e^0 = 1, so struck keys keep a share",
                   c.strike_zero.on && !c.strike_zero.off, true, c.strike_zero.off, &to_strike<config::Strike::kZero>});
  items.push_back(head("Weights"));
  items.push_back({Kind::kRadio, "weights random", "random, from the seed", "", !c.built.on || c.built.off.has_value(),
                   false, std::nullopt, &to_weights<config::Weights::kRandom>});
  items.push_back({Kind::kRadio, "weights built", "built, so that each head has a task", "", c.built.on && !c.built.off,
                   false, c.built.off, &to_weights<config::Weights::kBuilt>});
  items.push_back(
      {Kind::kCheck, "positions", "position marks", "", c.positions.on, false, c.positions.off, &flip_positions});
  items.push_back(
      {Kind::kCheck, "shared", "of layer 1 in every layer", "", in.config.shared, false, std::nullopt, &flip_shared});
  if (config::is_depth(in.config.view) || config::is_lesson(in.config.view)) {
    items.push_back(head("Mask"));
    items.push_back(
        {Kind::kCheck, "causal", "causal: no key after its query", "", c.causal.on, false, c.causal.off, &flip_causal});
  }
  if (in.config.view == config::View::kBench) {
    items.push_back(head("Stacked layers"));
    const std::optional<std::string> off = config::off_reason(config::Control::kL, in.config);
    items.push_back(
        {Kind::kPlain, "view Reach", "Reach: how far they see", "", false, false, off, &to_view<config::View::kReach>});
    items.push_back({Kind::kPlain, "view Needle", "Needle: what is left of one token", "", false, false, off,
                     &to_view<config::View::kNeedle>});
    items.push_back(
        {Kind::kPlain, "view Cost", "Cost and cache", "", false, false, off, &to_view<config::View::kCost>});
  }
  if (in.config.view == config::View::kBench) {
    items.push_back(head("Lessons"));
    items.push_back({Kind::kPlain, "view Stage", "Every move by hand", "", false, false, std::nullopt,
                     &to_view<config::View::kStage>});
    items.push_back({Kind::kPlain, "view Strides", "Where the numbers sit", "", false, false, std::nullopt,
                     &to_view<config::View::kStrides>});
  }
  items.push_back(head("Theme"));
  items.push_back({Kind::kRadio, "theme auto", "as the system", "", in.config.theme == config::Theme::kAuto, false,
                   std::nullopt, &to_theme<config::Theme::kAuto>});
  items.push_back({Kind::kRadio, "theme light", "light", "", in.config.theme == config::Theme::kLight, false,
                   std::nullopt, &to_theme<config::Theme::kLight>});
  items.push_back({Kind::kRadio, "theme dark", "dark", "", in.config.theme == config::Theme::kDark, false, std::nullopt,
                   &to_theme<config::Theme::kDark>});
  items.push_back(head("State"));
  if (in.config.source() == Source::kExample) {
    items.push_back({Kind::kPlain, "random of this size", "Random numbers of this size", "", false, false, std::nullopt,
                     &leave_example});
  }
  items.push_back({Kind::kPlain, "code", "Show as a program", "", false, false, std::nullopt, &show_code});
  items.push_back({Kind::kPlain, "reset", "Reset to the state at opening", "", false, false, std::nullopt, &reset});
  return items;
}

template <config::Example kExample>
Item example_item(const PanelInput& in) {
  for (const view::ExampleRow& row : view::example_rows()) {
    if (row.example != kExample) continue;
    return {Item::Kind::kRadio,     std::string(row.label),        std::string(row.name),
            std::string(row.about), in.config.example == kExample, false,
            std::nullopt,           &to_example<kExample>};
  }
  return {};
}
void add_examples(const PanelInput& in, std::vector<Item>& items) {
  items.push_back(example_item<config::Example::kShapes>(in));
  items.push_back(example_item<config::Example::kSlidingWindow>(in));
  items.push_back(example_item<config::Example::kNolan>(in));
}

std::vector<Item> example_items(const PanelInput& in) {
  std::vector<Item> items;
  add_examples(in, items);
  items.push_back({Item::Kind::kPlain, "random of this size", "Random numbers of this size", "", false, false,
                   std::nullopt, &leave_example});
  return items;
}

std::vector<Item> source_items(const PanelInput& in) {
  using Kind = Item::Kind;
  std::vector<Item> items = {head("Numbers from")};
  const Source source = in.config.source();
  items.push_back({Kind::kRadio, "source text", "Text", "a sentence of your own", source == Source::kText, false,
                   std::nullopt, &to_source<Source::kText>});
  items.push_back({Kind::kRadio, "source random", "Random", "seeded numbers of any size", source == Source::kRandom,
                   false, std::nullopt, &to_source<Source::kRandom>});
  items.push_back(head("Worked examples"));
  add_examples(in, items);
  return items;
}

/// "W 4,096, 32 layers" with the pattern where it has global layers.
std::string sizes_of(const config::PresetRow& row) {
  std::string text = "W " + view::grouped(row.window) + (row.causal ? ", " : " both ways, ") +
                     (row.layers == 1 ? "one layer" : view::grouped(row.layers) + " layers");
  if (row.pattern != "L") text += " of " + std::string(row.pattern);
  return text + ", T " + view::grouped(row.tokens);
}

template <std::size_t... kIndex>
std::vector<Item> preset_items(const PanelInput& in, std::index_sequence<kIndex...>) {
  std::vector<Item> items;
  const auto add = [&](const config::PresetRow& row, std::string_view key, auto act) {
    items.push_back({Item::Kind::kRadio, "preset " + std::string(key), std::string(row.name), sizes_of(row),
                     in.config.preset == row.preset, false, std::nullopt, act});
  };
  (add(config::kPresets[kIndex], config::kPresetKeys[kIndex + 1], &to_preset<config::kPresets[kIndex].preset>), ...);
  return items;
}

void draw_item(const PanelInput& in, Wishes& wishes, const Item& item, const Box& box) {
  view::Painter& p = in.painter;
  const float x = box.x + 12;
  if (item.kind == Item::Kind::kHead) {
    p.text({x, box.y + 18}, item.text, {Face::kStrong, Type::k11, Pair::kMutedSurface});
    return;
  }
  const bool off = item.off.has_value();
  const Area area = in.ui.area(item.label, box, {.off = off});
  const std::string_view second = off ? std::string_view(*item.off) : std::string_view(item.about);
  const float baseline = std::round(second.empty() ? box.centre().y + 5 : box.centre().y - 3);
  const bool plain = item.kind == Item::Kind::kPlain;
  if (area.hovered && !off) p.rect(box, in.palette[Token::kBackground], 4);
  if (!plain) {
    const Box mark{x, baseline - 11.5F, 14, 14};
    if (item.kind == Item::Kind::kRadio) {
      radio(in, mark, item.on, off);
    } else {
      checkbox(in, mark, item.on, off);
    }
  }
  const float tx = plain ? x : x + 24;
  p.text({tx, baseline}, item.text, {Face::kRegular, Type::k13, off ? Pair::kMutedSurface : Pair::kInkSurface});
  if (item.warns && !off) {
    const float after = tx + p.text_width(item.text, Face::kRegular, Type::k13) + 8;
    warning_chip(in, {after, baseline - 12}, "wrong", 80);
  }
  if (!second.empty())
    p.text_cut({tx, baseline + 16}, second, {Face::kRegular, Type::k11, Pair::kMutedSurface}, box.right() - 8 - tx);
  if (area.focus_visible) p.frame(box.grown(-1), in.palette[Token::kAccent], 2, 4);
  if (off || item.act == nullptr) return;
  if (chosen(in, area, item.label)) {
    item.act(in, wishes);
    wishes.settled = true;
    if (item.kind != Item::Kind::kCheck) wishes.ui.menu = Menu::kNone;
  }
}

void draw_menu(const PanelInput& in, Wishes& wishes, const std::string& label, const std::vector<Item>& items,
               float right, float top, float width) {
  float height = 2 * kPad;
  for (const Item& item : items) height += item_height(in, item);
  const Box box{std::max(in.layout.block.x + 8, right - width), top, width, height};
  if (in.ui.begin_menu(label, box)) wishes.ui.menu = Menu::kNone;
  in.painter.rect(box, in.palette[Token::kSurface], 4);
  in.painter.frame(box, in.palette[Token::kRule], 1, 4);
  float y = box.y + kPad;
  for (const Item& item : items) {
    const float h = item_height(in, item);
    draw_item(in, wishes, item, {box.x + 4, y, box.width - 8, h});
    y += h;
  }
  in.ui.end_menu();
}

}  // namespace

void draw_menus(const PanelInput& in, Wishes& wishes) {
  if (in.state.menu == Menu::kNone) return;
  in.painter.begin_panel("menus", 1);
  const view::Layout& l = in.layout;
  const float width = std::min(352.0F, l.width - 32);
  switch (in.state.menu) {
    case Menu::kMore:
      draw_menu(in, wishes, "more menu", more_items(in), std::min(l.more_button.right(), l.width - 16),
                l.header.bottom() + 4, width);
      break;
    case Menu::kExamples:
      draw_menu(in, wishes, "examples menu", example_items(in), l.source_field.x + width, l.source_field.bottom() + 4,
                width);
      break;
    case Menu::kSource:
      draw_menu(in, wishes, "source menu", source_items(in), l.source_field.right(), l.source_field.bottom() + 4,
                width);
      break;
    case Menu::kPresets:
      draw_menu(in, wishes, "presets menu", preset_items(in, std::make_index_sequence<config::kPresetCount>()),
                l.depth.preset.right(), l.depth.preset.bottom() + 4, width);
      break;
    case Menu::kNone:
      break;
  }
}

void draw_tip(const PanelInput& in, Wishes& wishes) {
  if (!wishes.tip) return;
  const Tip& tip = *wishes.tip;
  if (tip.text.empty()) return;
  in.painter.begin_panel("tip", 1);
  constexpr float kMost = 340, kLeading = 16, kSide = 8;
  const Pair pair = tip.quiet ? Pair::kMutedSurface : Pair::kHaloPick;
  const view::TextStyle style{Face::kRegular, Type::k11, pair, view::Align::kLeft, view::Turn::kNone, true};
  const float most = std::min(tip.quiet ? std::max(kMost, tip.anchor.width) : kMost, in.layout.width - 32) - 2 * kSide;
  // Words into lines.
  std::vector<std::string> lines(1);
  std::size_t at = 0;
  while (at < tip.text.size()) {
    const std::size_t end = std::min(tip.text.find(' ', at), tip.text.size());
    const std::string word = tip.text.substr(at, end - at);
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (!lines.back().empty() && in.painter.text_width(longer, style.face, style.size) > most) {
      lines.push_back(word);
    } else {
      lines.back() = longer;
    }
    at = end + 1;
  }
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, in.painter.text_width(line, style.face, style.size));
  width = std::min(std::ceil(width), most) + 2 * kSide;
  const float height = static_cast<float>(lines.size()) * kLeading + 6;
  float y = tip.anchor.bottom() + 4;
  if (y + height > in.layout.height) y = tip.anchor.y - 4 - height;
  const float x = std::clamp(tip.anchor.x, 8.0F, std::max(8.0F, in.layout.width - 8 - width));
  const Box box{std::round(x), std::round(y), width, height};
  in.painter.rect(box, in.palette[tip.quiet ? Token::kSurface : Token::kPick], tip.quiet ? 4.0F : 2.0F);
  if (tip.quiet) in.painter.frame(box, in.palette[Token::kRule], 1, 4);
  float baseline = box.y + 15;
  for (const std::string& line : lines) {
    in.painter.text_cut({box.x + kSide, baseline}, line, style, most);
    baseline += kLeading;
  }
}

}  // namespace bandscope::panels
