#include "view/layout.h"

#include <cmath>

#include "view/depth/depth_layout.h"
#include "view/lesson/lesson_layout.h"

namespace bandscope::view {
namespace {

using config::Letter;
using config::View;

constexpr float kSheet = 288;        // room of a heatmap
constexpr float kFigureSheet = 256;  // of a figure's
constexpr float kSlot = 48;          // a slider
constexpr float kGutter = 60;        // row labels beside a sheet in one or two columns

Box& slot(Layout& l, Letter letter) { return l.sliders[static_cast<std::size_t>(letter)]; }

/// One panel in a column of its own: title line, labels above, gutter at the left, bar below. The sheet begins `drop`
/// below the column's top.
PanelBoxes column_panel(Box column, float gutter, float room, bool is_band, float drop = 96) {
  PanelBoxes p;
  const float top = column.y;
  p.title = {column.x, top + 16};
  p.subtitle = {column.x, top + 36};
  p.tabs_right = column.x + gutter + room;
  p.sheet = {column.x + gutter, top + drop, room, room};
  p.left_labels = {column.x, p.sheet.y, gutter - 8, room};
  p.top_labels = {p.sheet.x, p.sheet.y - 52, room, 50};
  if (is_band) p.kept = {p.sheet.right() + 1, p.sheet.y, 22, room};
  p.bar = {p.sheet.x, p.sheet.bottom() + 16, room, 8};
  p.area = {column.x, top, column.width, p.bar.bottom() + 20 - top};
  return p;
}

void wide_panels(Layout& l, float x0) {
  const float top = 304;
  const auto sheet_panel = [&](float x, float gutter) {
    PanelBoxes p;
    p.title = {x, 228};
    p.subtitle = {x, 248};
    p.tabs_right = x + kSheet;
    p.sheet = {x, top, kSheet, kSheet};
    p.top_labels = {x, 252, kSheet, 50};
    p.bar = {x, 608, kSheet, 8};
    p.area = {x - gutter, 210, kSheet + gutter + 24, 430};
    return p;
  };
  l.band = sheet_panel(x0 + 96, 72);
  l.band.left_labels = {x0 + 24, top, 64, kSheet};
  l.band.kept = {x0 + 385, top, 30, kSheet};
  l.band.area = {x0 + 24, 210, 392, 388};
  // Labels of narrow cells reach over the first column's left side.
  l.scores = sheet_panel(x0 + 416, 8);
  l.shares = sheet_panel(x0 + 736, 8);
  const float merge_right = std::min(x0 + 1256, l.block.right() - 24);
  l.merge.title = {x0 + 1056, 228};
  l.merge.subtitle = {x0 + 1056, 248};
  l.merge.tabs_right = merge_right;
  l.merge.sheet = {x0 + 1056, top, merge_right - x0 - 1056, kSheet};
  l.merge.top_labels = {x0 + 1056, 276, l.merge.sheet.width, 26};
  l.merge_tray = {x0 + 1056, 606, l.merge.sheet.width, 16};
  l.merge.bar = {x0 + 1056, 628, l.merge.sheet.width, 8};
  l.merge.area = {x0 + 1052, 210, l.merge.sheet.width + 8, 440};
  l.sentence = {x0 + 24, 604, 376, 44};
}

void lay_wide(Layout& l, const LayoutInput& in) {
  const float x0 = std::max(0.0F, std::floor((in.width - 1280) / 2));
  const float block = std::min(in.width, 1280.0F);
  l.block = {x0, 0, block, 800};
  l.header = {x0, 0, block, 48};
  l.logo = {x0 + 24, 8, 118, 32};
  l.source_tabs = {x0 + 162, 8, 240, 32};
  const float buttons = x0 + block - 24;
  l.more_button = {buttons - 44, 2, 44, 44};
  l.theme_button = {buttons - 92, 2, 44, 44};
  l.source_field = {x0 + 416, 8, std::min(x0 + 1120.0F, l.theme_button.x - 24) - x0 - 416, 32};
  slot(l, Letter::kT) = {x0 + 24, 58, 168, kSlot};
  slot(l, Letter::kW) = {x0 + 216, 58, 168, kSlot};
  slot(l, Letter::kH) = {x0 + 416, 58, 132, kSlot};
  slot(l, Letter::kD) = {x0 + 572, 58, 132, kSlot};
  slot(l, Letter::kL) = {x0 + 736, 58, 132, kSlot};
  l.width_note = {x0 + 892, 58, 132, kSlot};
  const float right = l.block.right() - 24;
  const float left = std::min(x0 + 1056.0F, right - 200);
  l.toggles = {Box{left, 58, 104, 24}, Box{left, 82, 104, 24}, Box{left + 112, 58, 88, 24},
               Box{left + 112, 82, 88, 24}};
  l.moves = {x0 + 24, 118, block - 48, 80};
  l.notice = {x0 + 24, 198, block - 48, 18};
  wide_panels(l, x0);
  l.rule_y = 654;
  l.card = {x0 + 24, 654, 680, 146};
  l.drawer = {x0 + 24, 654, block - 48, 146};
  l.reach_card = {x0 + 736, 654, l.block.right() - 24 - x0 - 736, 146};
  l.height = 800;
}

void lay_medium(Layout& l, const LayoutInput& in) {
  const float x0 = std::floor((in.width - 720) / 2);
  const float right = x0 + 720;
  l.block = {x0, 0, 720, 0};
  l.header = {x0, 0, 720, 48};
  l.logo = {x0, 8, 118, 32};
  l.source_tabs = {x0 + 138, 8, 240, 32};
  l.more_button = {right - 44, 2, 44, 44};
  l.theme_button = {right - 92, 2, 44, 44};
  l.source_field = {x0, 60, 720, 36};
  float x = x0;
  for (auto& s : l.sliders) {
    s = {x, 108, 124, kSlot};
    x += 149;
  }
  for (std::size_t i = 0; i < l.toggles.size(); ++i) {
    l.toggles[i] = {x0 + static_cast<float>(i) * 149, 162, 124, 32};
  }
  l.width_note = {x0 + 596, 154, 124, kSlot};
  l.moves = {x0, 210, 720, 80};
  l.notice = {x0, 294, 720, 18};
  const float top = 320;
  l.band = column_panel({x0, top, 372, 0}, kGutter, kSheet, true);
  l.band.area.height = l.band.sheet.bottom() + 4 - top;
  l.sentence = {x0, l.band.sheet.bottom() + 12, 348, 44};
  l.scores = column_panel({x0 + 372, top, 348, 0}, kGutter, kSheet, false);
  const float second = l.sentence.bottom() + 20;
  l.shares = column_panel({x0, second, 348, 0}, kGutter, kSheet, false);
  l.merge = column_panel({x0 + 372, second, 348, 0}, kGutter, kSheet, false);
  l.merge.top_labels = {l.merge.sheet.x, l.merge.sheet.y - 28, kSheet, 26};
  l.merge_tray = {l.merge.sheet.x, l.merge.sheet.bottom() + 14, kSheet, 16};
  l.merge.bar.y = l.merge_tray.bottom() + 8;
  l.merge.area.height = l.merge.bar.bottom() + 20 - second;
  l.rule_y = l.merge.area.bottom() + 12;
  l.card = l.drawer = {x0, l.rule_y, 720, 190};
  l.reach_card = {x0, l.card.bottom() + 8, 720, 146};
  l.height = l.reach_card.bottom() + 16;
  l.block.height = l.height;
}

void lay_narrow(Layout& l, const LayoutInput& in) {
  constexpr float kMargin = 16;
  constexpr float kDock = 60;
  const float inner = in.width - 2 * kMargin;
  const float right = in.width - kMargin;
  const float room = std::max(1.0F, std::min(kSheet, in.width - 102));
  l.block = {0, 0, in.width, 0};
  l.header = {0, 0, in.width, 48};
  l.logo = {kMargin, 8, 118, 32};
  l.more_button = {right - 34, 2, 44, 44};
  l.theme_button = {right - 82, 2, 44, 44};
  l.source_field = {kMargin, 58, inner, 44};
  // The letters and their slider stay in sight while the panels scroll under them.
  constexpr float kStuck = 8;  // of air over the letters at the top of the viewport
  const float letters = std::max(110.0F, in.scroll + kStuck);
  l.letter_bar = {0, letters - kStuck, in.width, 128 + kStuck - 2};
  l.letter_tabs = {kMargin, letters, inner, 48};
  l.letter_slider = {kMargin, letters + 72, inner, kSlot};
  constexpr std::array<float, 4> kShare = {66, 58, 88, 70};
  float x = kMargin;
  for (std::size_t i = 0; i < l.toggles.size(); ++i) {
    const float w = inner * kShare[i] / 282;
    l.toggles[i] = {x, 240, w, 44};
    x += w;
  }
  l.moves = {kMargin, 292, inner, 80};
  l.notice = {kMargin, 376, inner, 18};
  float y = 404;
  const auto next = [&](bool is_band) {
    // Gutter 54 from the margin: the sheet stands at x 70.
    PanelBoxes p = column_panel({kMargin, y, inner, 0}, 54, room, is_band, is_band ? 87.0F : 96.0F);
    p.tabs_right = right;
    y = p.area.bottom() + 24;
    return p;
  };
  l.band = next(true);
  // No tabs: the rule takes the end of the title's line.
  l.band.subtitle.y = l.band.title.y;
  l.band.area.width += 8;
  l.band.kept.width = right - l.band.kept.x;
  l.band.area.height = l.band.sheet.bottom() + 4 - l.band.area.y;
  l.sentence = {kMargin, l.band.sheet.bottom() + 10, inner, 44};
  y = l.sentence.bottom() + 20;
  l.scores = next(false);
  l.shares = next(false);
  l.merge = next(false);
  l.merge.top_labels = {l.merge.sheet.x, l.merge.sheet.y - 28, room, 26};
  l.merge_tray = {l.merge.sheet.x, l.merge.sheet.bottom() + 14, room, 16};
  l.merge.bar.y = l.merge_tray.bottom() + 8;
  l.merge.area.height = l.merge.bar.bottom() + 20 - l.merge.area.y;
  l.reach_card = {kMargin, l.merge.area.bottom() + 8, inner, 158};
  l.width_note = {kMargin, l.reach_card.bottom() + 12, inner, kSlot};
  l.height = std::max(l.width_note.bottom() + 24 + kDock, in.viewport_height);
  l.block.height = l.height;
  l.card = {0, std::min(in.scroll + in.viewport_height, l.height) - kDock, in.width, kDock};
}

void lay_figure(Layout& l, const LayoutInput& in) {
  const bool stacked = in.width < 560;
  l.form = stacked ? Form::kFigureStacked : Form::kFigure;
  const bool is_band = in.view == View::kBand;
  const bool is_merge = in.view == View::kMerge;
  const float margin = in.width >= 768 ? 24.0F : stacked ? 16.0F : 0.0F;
  const float block = std::min(in.width - 2 * margin, 720.0F);
  const float x0 = std::floor((in.width - block) / 2);
  const float gutter = stacked ? 54.0F : 72.0F;
  const float room = stacked ? std::max(1.0F, std::min(kSheet, in.width - 102)) : kFigureSheet;
  // Beside the sheet stand the kept counts, then the controls from x 368.
  const float column = stacked ? block : 352.0F;
  PanelBoxes p = column_panel({x0, is_band ? -28.0F : 8.0F, column, 0}, gutter, room, is_band);
  if (is_band) {
    // The article says what it is, and the rule stands under the sentence.
    p.title = p.subtitle = {};
    p.area.y = 2;
  }
  if (stacked) {
    p.tabs_right = x0 + block;
    p.area.width += 8;  // the kept counts reach into the margin
  }
  if (is_band) p.area.height = p.sheet.bottom() + 4 - p.area.y;
  if (is_merge) {
    p.top_labels = {p.sheet.x, p.sheet.y - 28, room, 26};
    l.merge_tray = {p.sheet.x, p.sheet.bottom() + 14, room, 16};
    p.bar.y = l.merge_tray.bottom() + 8;
    p.area.height = p.bar.bottom() + 20 - p.area.y;
  }
  const float cx = stacked ? x0 : x0 + 368;
  const float cw = stacked ? block : block - 368;
  float y = stacked ? p.area.bottom() + 16 : is_band ? 46.0F : 56.0F;
  for (const Letter letter : figure_letters(in.view)) {
    slot(l, letter) = {cx, y, cw, kSlot};
    y += 60;
  }
  if (is_band) {
    l.words = {cx, y + 4, cw, 84};
    y = l.words.bottom() + 4;
  }
  l.sentence = {cx, y + 8, cw, 76};
  y = l.sentence.bottom() + 4;
  l.card = {cx, y, cw, 60};
  y = std::max(l.card.bottom(), p.area.bottom()) + 8;
  l.notice = {x0, y, block, 18};
  l.height = l.notice.bottom() + 8;
  l.block = {x0, 0, block, l.height};
  switch (in.view) {
    case View::kScores:
      l.scores = p;
      break;
    case View::kShares:
      l.shares = p;
      break;
    case View::kMerge:
      l.merge = p;
      break;
    case View::kBand:
    default:
      l.band = p;
      break;
  }
}

}  // namespace

Layout layout(const LayoutInput& input) {
  Layout l;
  l.width = input.width;
  l.view = input.view;
  if (config::is_depth(input.view)) {
    const bool narrow = input.width < 768;
    l.form = narrow ? Form::kDepthNarrow : Form::kDepth;
    narrow ? lay_depth_narrow(l, input) : lay_depth(l, input);
  } else if (config::is_lesson(input.view)) {
    lay_lesson(l, input);
  } else if (input.view != View::kBench) {
    lay_figure(l, input);
  } else if (input.width >= 1200) {
    l.form = Form::kWide;
    lay_wide(l, input);
  } else if (input.width >= 768) {
    l.form = Form::kMedium;
    lay_medium(l, input);
  } else {
    l.form = Form::kNarrow;
    lay_narrow(l, input);
  }
  return l;
}

std::array<Letter, 2> figure_letters(View view) {
  switch (view) {
    case View::kScores:
    case View::kShares:
      return {Letter::kW, Letter::kD};
    case View::kMerge:
      return {Letter::kH, Letter::kD};
    default:
      break;
  }
  return {Letter::kW, Letter::kT};
}

std::array<int, 2> Grid::cell_at(Point p) const {
  if (!box.contains(p)) return {-1, -1};
  const int row = first_row + std::min(rows - 1, static_cast<int>((p.y - box.y) / cell));
  const int column = first_column + std::min(columns - 1, static_cast<int>((p.x - box.x) / cell));
  return {row, column};
}

Grid grid_of(Box sheet, int queries, int keys, config::Pick pick, float dpr) {
  Grid g;
  const int most = std::max({queries, keys, 1});
  const float room = std::min(sheet.width, sheet.height) * dpr;
  const float device_cell = std::max(1.0F, std::floor(room / static_cast<float>(most)));
  g.cell = device_cell / dpr;
  const int fits = std::max(1, static_cast<int>(std::floor(room / device_cell)));
  const auto part = [fits](int count, int about) { return std::clamp(about - fits / 2, 0, std::max(0, count - fits)); };
  g.rows = std::min(queries, fits);
  g.columns = std::min(keys, fits);
  // Where both fit, rows and columns are the same tokens, so that the band runs through the corners.
  const bool near = queries == keys && std::abs(pick.query - pick.key) < fits - 2;
  const int middle = (pick.query + pick.key) / 2;
  g.first_row = part(queries, near ? middle : pick.query);
  g.first_column = part(keys, near ? middle : pick.key);
  g.whole = g.rows == queries && g.columns == keys;
  g.box = {sheet.x, sheet.y, static_cast<float>(g.columns) * g.cell, static_cast<float>(g.rows) * g.cell};
  return g;
}

int label_step(float cell) {
  int step = 1;
  while (static_cast<float>(step) * cell < 12 && step < (1 << 20)) step *= 2;
  return step;
}

}  // namespace bandscope::view
