// What is said of a picture whose numbers are on their way.
#include "panels/heat_sheet.h"
#include "panels/panel.h"
#include "view/palette.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Token;

constexpr float kVeil = 0.55F;
constexpr float kLine = 2;  // of progress, high

/// A line along the top that grows to the right, and the word where the reader would wait for something to happen.
void draw_progress(const PanelInput& in, const Box& box) {
  const Lateness& late = in.lateness;
  in.painter.rect({box.x, box.y - kLine - 1, box.width * late.progress, kLine}, in.palette[Token::kAccent]);
  if (late.there && !late.say) return;
  constexpr std::string_view kWord = "computing";
  constexpr view::Type kSize = view::Type::k13;
  const float width = in.painter.text_width(kWord, view::Face::kRegular, kSize);
  const view::Point c = box.centre();
  in.painter.rect({c.x - width / 2 - 10, c.y - 14, width + 20, 26}, in.palette[Token::kSurface], 4);
  in.painter.text({c.x, c.y + 4}, kWord,
                  {.size = kSize, .pair = view::Pair::kMutedSurface, .align = view::Align::kCentre});
}

}  // namespace

void draw_panel(const PanelRow& row, const PanelInput& in, Wishes& wishes) {
  if (row.picture == nullptr || !in.lateness.late) return row.draw(in, wishes);
  const Picture picture = row.picture(in.layout);
  if (in.lateness.there) {
    row.draw(in, wishes);
    in.painter.rect(picture.box, view::with_alpha(in.palette[Token::kBackground], kVeil));
  } else if (picture.sheet != nullptr) {
    draw_title(in, *picture.sheet, picture.title, {});
    in.painter.rect(picture.box, in.palette[Token::kSurface]);
  }
  if (picture.sheet != nullptr) draw_progress(in, picture.box);
}

}  // namespace bandscope::panels
