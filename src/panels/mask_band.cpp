// The mask band: which keys each query keeps, in the sheet, in counts and in words.
#include "panels/heat_labels.h"
#include "panels/heat_panels.h"
#include "panels/heat_pointing.h"

namespace bandscope::panels {
namespace {

using view::Align;
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

}  // namespace

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
  draw_title(input, boxes, kBandTitle, subtitle_with_part(input, look, band.rule));
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
  point_at_sheet(input, "sheet band", band.sheet, boxes, wishes);
}

}  // namespace bandscope::panels
