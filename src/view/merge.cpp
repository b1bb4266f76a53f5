#include "view/merge.h"

#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kBarHeight = 4;
constexpr float kBarAbove = 8;  // top of the tint bar above the sheet
constexpr float kFanBelow = 4;  // top of the fans below the sheet

float value_of(const engine::Trace<float>& trace, int row, int column) {
  const int width = trace.shape.merged_width();
  return trace
      .merged[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
}

/// How the heads share the width: all of them with the largest gap of 12, 4 and 1 that leaves a number one device
/// pixel, else as many as fit round the one that is looked at.
struct Share {
  int heads = 1;
  float gap = 0;
  float cell = 0;
};
std::optional<Share> share_of(float room, int heads, int head_width, float dpr) {
  for (const float gap : {12.0F, 4.0F, 1.0F}) {
    const float left = room - gap * static_cast<float>(heads - 1);
    const float device = std::floor(left * dpr / static_cast<float>(heads * head_width) + 1e-4F);
    if (device >= 1) return Share{heads, heads > 1 ? std::round(gap * dpr) / dpr : 0, device / dpr};
  }
  return std::nullopt;
}
Share share_width(float room, int heads, int head_width, float dpr) {
  for (int shown = heads; shown > 0; --shown) {
    if (const std::optional<Share> share = share_of(room, shown, head_width, dpr)) return *share;
  }
  return {1, 0, 1 / dpr};
}

void place_blocks(MergeModel& m, const ModelInput& input) {
  const PanelBoxes& boxes = input.layout.merge;
  const Share share = share_width(boxes.sheet.width, m.heads, m.head_width, input.dpr);
  m.cell_width = share.cell;
  m.first_head = std::clamp(m.key.about - share.heads / 2, 0, m.heads - share.heads);
  const float block = share.cell * static_cast<float>(m.head_width);
  const float wide = block * static_cast<float>(share.heads) + share.gap * static_cast<float>(share.heads - 1);
  const float left = boxes.sheet.x + std::floor((boxes.sheet.width - wide) / 2 * input.dpr) / input.dpr;
  m.sheet = {left, boxes.sheet.y, wide, m.rows.box.height};
  // The merged row is contiguous: it gets the same numbers without the gaps, as wide as they fit.
  const int shown = share.heads * m.head_width;
  const Box& tray = input.layout.merge_tray;
  m.tray_cell = std::max(1.0F, std::floor((tray.width) * input.dpr / static_cast<float>(shown) + 1e-4F)) / input.dpr;
  const float tray_wide = m.tray_cell * static_cast<float>(shown);
  // It hangs under the blocks, also where these do not fill their room.
  m.tray = {tray.x + std::floor((tray.width - tray_wide) / 2 * input.dpr) / input.dpr,
            m.sheet.bottom() + tray.y - boxes.sheet.bottom(), tray_wide, tray.height};
  m.blocks.clear();
  for (int n = 0; n < share.heads; ++n) {
    HeadBlock b;
    b.head = m.first_head + n;
    b.box = {left + static_cast<float>(n) * (block + share.gap), boxes.sheet.y, block, m.rows.box.height};
    b.tint_bar = {b.box.x, boxes.sheet.y - kBarAbove, block, kBarHeight};
    b.tint = input.palette.head_tint(b.head, m.heads);
    const float x = m.tray.x + static_cast<float>(n * m.head_width) * m.tray_cell;
    const float top = m.sheet.bottom() + kFanBelow;
    b.fan = {Point{b.box.x, top}, Point{b.box.right(), top},
             Point{x + static_cast<float>(m.head_width) * m.tray_cell, m.tray.y}, Point{x, m.tray.y}};
    m.blocks.push_back(b);
  }
  m.part.clear();
  if (share.heads < m.heads) {
    m.part = share.heads == 1 ? "head " + grouped(m.first_head) + " of " + grouped(m.heads)
                              : "heads " + grouped(m.first_head) + " to " + grouped(m.first_head + share.heads - 1) +
                                    " of " + grouped(m.heads);
  }
}

void read_numbers(MergeModel& m, const ModelInput& input) {
  const engine::Trace<float>& trace = input.trace;
  const int first = m.first_head * m.head_width;
  const int shown = static_cast<int>(m.blocks.size()) * m.head_width;
  m.range = {};
  m.crosses.clear();
  m.numbers.clear();
  for (int row = m.rows.first_row; row < m.rows.first_row + m.rows.rows; ++row) {
    for (int column = first; column < first + shown; ++column) {
      const float v = value_of(trace, row, column);
      m.range.take(v, {row, column});
      if (!std::isfinite(v) && std::min(m.cell_width, m.rows.cell) >= 6 && m.crosses.size() < 4096) {
        m.crosses.push_back({row, column});
      }
    }
  }
  m.range.close();
  m.bad = bad_in_words(m.range, "row", "number");
  if (std::min(m.cell_width, m.rows.cell) < kNumberCell) return;
  const int decimals = cell_decimals(m.cell_width);
  for (int row = m.rows.first_row; row < m.rows.first_row + m.rows.rows; ++row) {
    for (int column = first; column < first + shown; ++column) {
      const float v = value_of(trace, row, column);
      m.numbers.push_back(
          {row, column, fixed(v, decimals), cell_ink(input.palette.map(Map::kSigned, v, m.range.most)), false});
    }
  }
  if (const std::optional<Type> size = number_size(m.numbers, m.cell_width)) {
    m.number_size = *size;
  } else {
    m.numbers.clear();
  }
}

void paint_blocks(MergeModel& m, const ModelInput& input) {
  Bitmap& b = m.cells;
  b.key = bitmap_key("merge");
  ++b.revision;
  b.width = static_cast<int>(std::lround(m.sheet.width * input.dpr));
  b.height = m.rows.rows;
  Rgba clear = input.palette[Token::kSurface];
  clear.a = 0;
  b.texels.assign(static_cast<std::size_t>(b.width) * static_cast<std::size_t>(b.height), clear);
  const int wide = static_cast<int>(std::lround(m.cell_width * input.dpr));
  for (int y = 0; y < b.height; ++y) {
    for (const HeadBlock& block : m.blocks) {
      auto texel = b.texels.begin() + static_cast<std::ptrdiff_t>(y) * b.width +
                   std::lround((block.box.x - m.sheet.x) * input.dpr);
      for (int d = 0; d < m.head_width; ++d) {
        const float v = value_of(input.trace, m.rows.first_row + y, block.head * m.head_width + d);
        texel = std::fill_n(texel, wide, input.palette.map(Map::kSigned, v, m.range.most));
      }
    }
  }
}

void paint_tray(MergeModel& m, const ModelInput& input) {
  Bitmap& b = m.tray_cells;
  b.key = bitmap_key("merge.tray");
  ++b.revision;
  b.width = static_cast<int>(m.blocks.size()) * m.head_width;
  b.height = 1;
  b.texels.clear();
  for (int n = 0; n < b.width; ++n) {
    b.texels.push_back(input.palette.map(
        Map::kSigned, value_of(input.trace, m.pointed_row, m.first_head * m.head_width + n), m.range.most));
  }
}

}  // namespace

Box MergeModel::cell_box(int row, int column) const {
  const int head = column / std::max(1, head_width);
  const int n = head - first_head;
  if (n < 0 || n >= static_cast<int>(blocks.size()) || row < rows.first_row || row >= rows.first_row + rows.rows)
    return {};
  const Box& block = blocks[static_cast<std::size_t>(n)].box;
  return {block.x + static_cast<float>(column % head_width) * cell_width,
          block.y + static_cast<float>(row - rows.first_row) * rows.cell, cell_width, rows.cell};
}

Box MergeModel::tray_box(int column) const {
  const int n = column - first_head * head_width;
  if (n < 0 || n >= static_cast<int>(blocks.size()) * head_width) return {};
  return {tray.x + static_cast<float>(n) * tray_cell, tray.y, tray_cell, tray.height};
}

std::array<int, 2> MergeModel::cell_at(Point p) const {
  for (const HeadBlock& block : blocks) {
    if (!block.box.contains(p)) continue;
    const int row = std::min(rows.rows - 1, static_cast<int>((p.y - block.box.y) / rows.cell));
    const int d = std::min(head_width - 1, static_cast<int>((p.x - block.box.x) / cell_width));
    return {rows.first_row + row, block.head * head_width + d};
  }
  if (tray.contains(p)) {
    const int last = static_cast<int>(blocks.size()) * head_width - 1;
    return {pointed_row, first_head * head_width + std::min(last, static_cast<int>((p.x - tray.x) / tray_cell))};
  }
  return {-1, -1};
}

void update_merge(MergeModel& m, const ModelInput& input) {
  const engine::LayerShape& shape = input.trace.shape;
  const PanelBoxes& boxes = input.layout.merge;
  if (boxes.sheet.empty() || input.trace.merged.empty()) return;
  m.heads = shape.heads;
  m.head_width = shape.head_width;
  m.is_square = shape.queries == shape.keys;
  m.active_head = std::min(input.config.head, shape.heads - 1);
  m.pointed_row = std::clamp(shown_cell(input).query, 0, std::max(0, shape.queries - 1));
  // The rows are those of the score tables, so that a query is one line across the screen.
  const Box square{boxes.sheet.x, boxes.sheet.y, boxes.sheet.height, boxes.sheet.height};
  m.rows = grid_of(square, shape.queries, shape.keys, config::effective_pick(input.config), input.dpr);
  const std::optional<int> column = input.state.hover && input.state.hover->column >= 0
                                        ? std::optional<int>(input.state.hover->column)
                                        : input.state.merged_column;
  MergeModel::Key key;
  key.shape = shape;
  key.runs = input.trace.runs[static_cast<std::size_t>(engine::Stage::kMerge)];
  key.rows = key_of(m.rows);
  key.sheet = boxes.sheet;
  key.tray = input.layout.merge_tray;
  // A picked number keeps its head in sight; hovering must not move the blocks under the pointer.
  key.about = input.state.merged_column ? std::clamp(*input.state.merged_column / m.head_width, 0, m.heads - 1)
                                        : std::max(0, m.active_head);
  key.dpr = input.dpr;
  key.inks = inks_of(input.palette);
  const bool anew = !(key == m.key);
  if (anew) {
    m.key = key;
    place_blocks(m, input);
    read_numbers(m, input);
    paint_blocks(m, input);
  }
  if (anew || m.tray_row != m.pointed_row) {
    m.tray_row = m.pointed_row;
    paint_tray(m, input);
  }
  std::optional<float> value;
  if (column && *column < shape.merged_width()) {
    const float v = value_of(input.trace, m.pointed_row, *column);
    if (std::isfinite(v)) value = v;
  }
  const int decimals = !m.numbers.empty() && m.cell_width >= kLongNumberCell ? 3 : 2;
  update_bar(m.bar, m.range, false, value, decimals,
             std::max(2, static_cast<int>(std::lround(boxes.bar.width * input.dpr))), input.palette, "merge");
  const auto muted = [](std::string text) { return Run{std::move(text), Face::kRegular, Pair::kMuted}; };
  m.subtitle = {muted("("),   {"H", Face::kStrong, Pair::kH}, muted(", "),    {"T", Face::kStrong, Pair::kT},
                muted(", "),  {"D", Face::kStrong, Pair::kD}, muted(") → ("), {"T", Face::kStrong, Pair::kT},
                muted(", C)")};
}

}  // namespace bandscope::view
