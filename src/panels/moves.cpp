// The strip of moves: what happens to the numbers, one stop a move, with the shape at each seam.
#include <algorithm>
#include <cmath>

#include "panels/parts.h"

namespace bandscope::panels {
namespace {

using view::Box;
using view::Move;
using view::MoveStop;
using view::Rgba;
using view::Token;
using view::Type;

void draw_thumbnail(const PanelInput& in, const view::Thumbnail& t, float x, float y) {
  const Box room{x, y, view::kThumbWidth, view::kThumbHeight};
  if (t.cut) in.painter.push_clip(room);
  for (const view::Thumbnail::Block& block : t.blocks) in.painter.image(block.box.moved(x, y), block.bitmap);
  if (t.cut) {
    fade_right(in.painter, {x, y, t.width, t.height}, in.palette[Token::kBackground]);
    in.painter.pop_clip();
  }
}

/// A stop says which scores are shown, or whose numbers the card explains.
void go_to(const PanelInput& in, Wishes& wishes, Move move) {
  const auto show = [&](config::Show which) {
    wishes.config.show = which;
    wishes.settled = true;
  };
  switch (move) {
    case Move::kScore:
      show(config::Show::kRaw);
      break;
    case Move::kScale:
      show(config::Show::kScaled);
      break;
    case Move::kStrike:
      show(config::Show::kMasked);
      break;
    case Move::kSoftmax:
      wishes.ui.merged_column.reset();
      break;
    case Move::kBlend:
    case Move::kMerge:
      if (!in.state.merged_column) wishes.ui.merged_column = std::max(0, in.config.head) * in.config.head_width;
      break;
    default:
      break;
  }
}

bool leads_somewhere(Move move) {
  switch (move) {
    case Move::kScore:
    case Move::kScale:
    case Move::kStrike:
    case Move::kSoftmax:
    case Move::kBlend:
    case Move::kMerge:
      return true;
    default:
      return false;
  }
}

/// A press anywhere on a strip that scrolls takes hold of it.
void drag(const PanelInput& in, Wishes& wishes, const Area& area) {
  if (area.pressed) {
    wishes.ui.moves_grab = area.pointer.x + in.state.moves_scroll;
    wishes.ui.moves_pressed = area.pointer.x;
  } else if (area.held) {
    wishes.ui.moves_scroll = in.state.moves_grab - area.pointer.x;
  }
  wishes.ui.moves_scroll += in.ui.wheel_x(area);
}

void draw_stop(const PanelInput& in, Wishes& wishes, const MoveStop& stop, float x, float pitch, bool last,
               const Area* scrolling) {
  const Box& strip = in.layout.moves;
  const float y = strip.y;
  const float width = view::runs_width(in.painter, stop.name, Type::k13);
  view::draw_runs(in.painter, {x, y + 13}, stop.name, Type::k13);
  if (stop.active) in.painter.rect({x, y + 18, std::round(width), 2}, in.palette[Token::kAccent]);
  if (!last) arrow_right(in.painter, {x + pitch - 14, y + 8}, in.palette[Token::kRule]);
  if (stop.thumbnail != nullptr) draw_thumbnail(in, *stop.thumbnail, x, y + 22);
  view::draw_runs(in.painter, {x, y + 62}, stop.symbolic, Type::k11);
  // Large shapes are written closer, and cut where even that is too wide.
  const float room = pitch - 6;
  const bool wide = view::runs_width(in.painter, stop.numeric, Type::k11) > room;
  draw_runs_cut(in.painter, {x, y + 77}, wide ? stop.short_numeric : stop.numeric, Type::k11, room);

  // Only what lies in the strip can be pointed at.
  const float left = std::max(x, strip.x), right = std::min(x + pitch - 8, strip.right());
  if (right - left < 16) return;
  const Box box{left, y, right - left, strip.height};
  const bool leads = leads_somewhere(stop.move);
  bool hovered = false, clicked = false;
  if (scrolling != nullptr) {
    // The strip has the pointer: a stop that is dragged out of sight must not let go of it.
    in.ui.mark(stop.label, box);
    constexpr float kClick = 4;  // pixels that a click may move
    const bool here = box.contains(scrolling->pointer);
    hovered = here && scrolling->hovered && !scrolling->held && !scrolling->touch;
    clicked = here && scrolling->clicked && std::abs(scrolling->pointer.x - in.state.moves_pressed) < kClick;
  } else {
    const Area area = in.ui.area(stop.label, box, {.cursor = leads ? Cursor::kHand : Cursor::kArrow});
    if (area.focus_visible) focus_ring(in, {x, y, width, 17});
    hovered = (area.hovered && !area.touch) || area.focus_visible;
    clicked = chosen(in, area, stop.label);
  }
  if (hovered) wishes.tip = Tip{stop.tip, {x, y, width, strip.height}};
  if (leads && clicked) go_to(in, wishes, stop.move);
}

/// Drag and arrow keys. The strip scrolls where it is wider than its room.
Area scroll(const PanelInput& in, Wishes& wishes, float end, float pitch) {
  const Box& strip = in.layout.moves;
  const Area area = in.ui.area("moves", strip, {.cursor = Cursor::kDragX, .drags = true});
  float& at = wishes.ui.moves_scroll;
  drag(in, wishes, area);
  const auto jump = [&](Key key, float by) {
    if (in.ui.key("moves", key)) at = in.state.moves_scroll + by;
  };
  jump(Key::kRight, pitch);
  jump(Key::kLeft, -pitch);
  jump(Key::kHome, -end);
  if (area.focus_visible) focus_ring(in, strip.grown(-4));
  at = std::clamp(at, 0.0F, end);
  return area;
}

}  // namespace

void draw_moves(const PanelInput& in, Wishes& wishes) {
  const Box& strip = in.layout.moves;
  const auto& stops = in.models.moves.stops;
  const auto count = static_cast<int>(stops.size());
  if (count == 0) return;
  const float pitch = view::moves_pitch(count, strip.width);
  const float end = view::moves_scroll_end(count, strip.width);
  const bool scrolls = end > 1;
  Area strip_area;
  if (scrolls) {
    strip_area = scroll(in, wishes, end, pitch);
  } else {
    wishes.ui.moves_scroll = 0;
  }
  // This frame already follows the finger. Narrow strips run to the edge of the page.
  const float at = std::round(wishes.ui.moves_scroll);
  const float margin = in.layout.form == view::Form::kNarrow ? strip.x : 0;
  const Box room{strip.x - margin, strip.y, strip.width + 2 * margin, strip.height};
  if (scrolls) in.painter.push_clip(room);
  for (int i = 0; i < count; ++i) {
    const float x = strip.x + pitch * static_cast<float>(i) - at;
    if (x > room.right() || x + pitch < room.x) continue;
    draw_stop(in, wishes, stops[static_cast<std::size_t>(i)], scrolls ? x : std::round(x), pitch, i + 1 == count,
              scrolls ? &strip_area : nullptr);
  }
  if (!scrolls) return;
  const Rgba ground = in.palette[Token::kBackground];
  if (at < end - 0.5F) fade_right(in.painter, room, ground, 24);
  if (at > 0.5F) fade_left(in.painter, room, ground, 24);
  in.painter.pop_clip();
}

}  // namespace bandscope::panels
