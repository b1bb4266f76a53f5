// The mask band: which keys each query keeps, in the sheet, in counts and in words.
#include <algorithm>
#include <string>

#include "panels/heat_labels.h"
#include "panels/heat_panels.h"
#include "panels/heat_pointing.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::Face;
using view::Pair;
using view::Point;
using view::Token;
using view::Type;

void draw_corner(const PanelInput& input, const std::optional<view::CornerWord>& word) {
  if (!word) return;
  const Point c = word->patch.centre();
  input.painter.text({c.x, c.y + 4}, word->text, {.size = Type::k11, .pair = word->pair, .align = Align::kCentre});
}

/// Patches lie under every line; the words come last.
void draw_patches(const PanelInput& input, const view::BandModel& band) {
  for (const std::optional<view::CornerWord>* word : {&band.before, &band.after}) {
    if (*word) input.painter.rect((*word)->patch, input.palette[Token::kSurface]);
  }
  if (band.bracket && !band.bracket->label.empty())
    input.painter.rect(band.bracket->patch, input.palette[Token::kSurface]);
}

void draw_bracket(const PanelInput& input, const view::BandModel& band) {
  if (!band.bracket) return;
  const view::Bracket& b = *band.bracket;
  const view::Rgba colour = input.palette[Token::kW];
  input.painter.rect({b.left, b.y - 0.5F, b.right - b.left, 1}, colour);
  input.painter.rect({b.left, b.y - 4, 1, 8}, colour);
  input.painter.rect({b.right - 1, b.y - 4, 1, 8}, colour);
  if (b.label.empty()) return;
  const bool before = b.patch.right() <= b.left;
  view::draw_runs(input.painter, {b.text_x, b.y + 4}, b.label, Type::k11, before ? Align::kRight : Align::kLeft);
}

/// The text with the kept words lit. Shows the lines round the picked word where there are too many.
void draw_words(const PanelInput& input, const view::BandModel& band) {
  const Box& box = input.layout.words;
  if (box.empty() || band.words.empty()) return;
  constexpr float kLeading = 28;
  constexpr float kSpace = 9;
  constexpr float kPad = 3.5F;
  struct Place {
    float x;
    int line;
  };
  std::vector<Place> places;
  float x = 0;
  int line = 0;
  int picked_line = 0;
  int kept_line = -1;
  for (const view::FigureWord& word : band.words) {
    const float width = std::min(input.painter.text_width(word.text, Face::kRegular, Type::k16), box.width - kPad);
    if (x > 0 && x + width + kPad > box.width) {
      x = 0;
      ++line;
    }
    places.push_back({x, line});
    if (word.is_picked) picked_line = line;
    if (word.is_kept && kept_line < 0) kept_line = line;
    x += width + kSpace;
  }
  const int room = std::max(1, static_cast<int>((box.height + 4) / kLeading));
  // The first kept word opens the view, unless that would hide the picked one.
  const int first =
      std::clamp(std::max(std::min(kept_line < 0 ? picked_line : kept_line, picked_line), picked_line - room + 1), 0,
                 std::max(0, line + 1 - room));
  for (std::size_t i = 0; i < band.words.size(); ++i) {
    const int shown = places[i].line - first;
    if (shown < 0 || shown >= room) continue;
    const view::FigureWord& word = band.words[i];
    const float y = box.y + 18 + static_cast<float>(shown) * kLeading;
    const float left = box.x + places[i].x;
    const float width = std::min(input.painter.text_width(word.text, Face::kRegular, Type::k16), box.width - kPad);
    if (word.is_kept) {
      input.painter.rect({left - kPad, y - 16, width + 2 * kPad, 22}, input.palette[Token::kWTint], 3);
    }
    if (word.is_picked) input.painter.rect({left, y + 8, width, 2}, input.palette[Token::kInk]);
    input.painter.text_cut({left, y}, word.text,
                           {.size = Type::k16, .pair = word.is_kept ? Pair::kInkWTint : Pair::kMuted}, width + 0.5F);
  }
}

}  // namespace

void draw_hover_reset(const PanelInput& /*input*/, Wishes& wishes) { wishes.ui.hover.reset(); }

void draw_mask_band(const PanelInput& input, Wishes& wishes) {
  const view::BandModel& band = input.models.band;
  const view::PanelBoxes& boxes = input.layout.band;
  HeatLook look{band.sheet, boxes, true, {}};
  if (input.layout.form == view::Form::kWide) {
    look.reach.left = boxes.left_labels.right() + 5;
    // With small maps beside it the row ends at its own count.
    look.reach.right = input.models.scores.all.on ? boxes.kept.right() : input.layout.scores.sheet.x;
  }
  const Pointing at = pointing_of(input, "hover band");
  std::vector<view::Run> room;
  draw_title(input, boxes, "Mask band", subtitle_with_part(input, look, band.rule, room));
  draw_axis_words(input, boxes);
  draw_cells(input, look);
  draw_patches(input, band);
  draw_lines(input, look, at);
  draw_bracket(input, band);
  draw_numbers(input, look);
  draw_corner(input, band.before);
  draw_corner(input, band.after);
  draw_labels(input, look, at);
  draw_kept(input, look, band, at);
  draw_words(input, band);
  draw_sentence(input);
  point_at_sheet(input, "sheet band", band.sheet, wishes);
}

}  // namespace bandscope::panels
