#include "view/sheet.h"

#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kCrossCell = 6;  // below, a cross would hide the cell
constexpr std::size_t kMostCrosses = 4096;

std::uint64_t hash_words(const std::vector<std::string>& words, int first, int count) {
  std::uint64_t hash = bitmap_key("words");
  for (int i = first; i < first + count && i < static_cast<int>(words.size()); ++i) {
    hash = (hash ^ bitmap_key(words[static_cast<std::size_t>(i)])) * 0x100000001b3ULL;
  }
  return hash;
}

/// One pass over the shown cells: range first, since the colours need the largest |v|.
void read_range(SheetModel& sheet, const SheetSpec& spec, const engine::Trace<float>& trace) {
  const Grid& g = sheet.grid;
  sheet.range = {};
  sheet.has_struck = false;
  sheet.crosses.clear();
  for (int i = g.first_row; i < g.first_row + g.rows; ++i) {
    for (int j = g.first_column; j < g.first_column + g.columns; ++j) {
      const Reading r = spec.reader(trace, spec.head, i, j);
      if (!r.held) {
        sheet.has_struck = true;
        continue;
      }
      sheet.range.take(r.value, {i, j});
      if (!std::isfinite(r.value) && g.cell >= kCrossCell && sheet.crosses.size() < kMostCrosses) {
        sheet.crosses.push_back({i, j});
      }
    }
  }
  sheet.range.close();
  sheet.bad = bad_in_words(sheet.range, "query", "key");
}

void paint_cells(SheetModel& sheet, const SheetSpec& spec, const ModelInput& input) {
  const Grid& g = sheet.grid;
  Bitmap& b = sheet.cells;
  b.key = bitmap_key(spec.key);
  ++b.revision;
  b.width = g.columns;
  b.height = g.rows;
  Rgba clear = input.palette[Token::kSurface];
  clear.a = 0;
  b.texels.assign(static_cast<std::size_t>(g.columns) * static_cast<std::size_t>(g.rows), clear);
  std::size_t at = 0;
  for (int i = g.first_row; i < g.first_row + g.rows; ++i) {
    for (int j = g.first_column; j < g.first_column + g.columns; ++j, ++at) {
      const Reading r = spec.reader(input.trace, spec.head, i, j);
      if (!r.held) continue;
      b.texels[at] = spec.is_mask    ? input.palette[Token::kWTint]
                     : spec.is_share ? input.palette.map(Map::kShares, r.value, 1)
                                     : input.palette.map(Map::kSigned, r.value, sheet.range.most);
    }
  }
}

void write_numbers(SheetModel& sheet, const SheetSpec& spec, const ModelInput& input) {
  const Grid& g = sheet.grid;
  sheet.numbers.clear();
  if (g.cell < kNumberCell) return;
  const int decimals = cell_decimals(g.cell);
  for (int i = g.first_row; i < g.first_row + g.rows; ++i) {
    for (int j = g.first_column; j < g.first_column + g.columns; ++j) {
      const Reading r = spec.reader(input.trace, spec.head, i, j);
      CellNumber n{i, j, {}, Pair::kMutedSurface, !r.held};
      if (!r.held) {
        n.text = spec.struck;
      } else if (spec.is_mask) {
        n.text = "1";
        n.pair = Pair::kInkWTint;
      } else {
        n.text = fixed(r.value, decimals);
        const auto at = static_cast<std::size_t>(i - g.first_row) * static_cast<std::size_t>(g.columns) +
                        static_cast<std::size_t>(j - g.first_column);
        n.pair = cell_ink(sheet.cells.texels[at]);
      }
      sheet.numbers.push_back(std::move(n));
    }
  }
  if (const std::optional<Type> size = number_size(sheet.numbers, g.cell)) {
    sheet.number_size = *size;
  } else {
    // Too wide for one size: the struck cells still say what they are.
    std::erase_if(sheet.numbers, [](const CellNumber& n) { return !n.is_struck; });
  }
}

std::string part_in_words(const Grid& g, int queries, int keys) {
  if (g.whole) return {};
  const auto span = [](int first, int count, std::string_view to) {
    return grouped(first) + std::string(to) + grouped(first + count - 1);
  };
  if (queries == keys && g.first_row == g.first_column) {
    return "tokens " + span(g.first_row, g.rows, " to ") + " of " + grouped(queries);
  }
  return "queries " + span(g.first_row, g.rows, "–") + ", keys " + span(g.first_column, g.columns, "–") + " of " +
         grouped(keys);
}

void update_frame(SheetModel& sheet, const ModelInput& input) {
  const Grid& g = sheet.grid;
  FrameKey key;
  key.shape = input.trace.shape;
  key.mask_runs = input.trace.runs[static_cast<std::size_t>(engine::Stage::kMask)];
  key.grid = key_of(g);
  key.causal = input.trace.keep.causal;
  key.words = hash_words(input.words, g.first_row, g.rows) ^ (hash_words(input.words, g.first_column, g.columns) << 1U);
  if (key == sheet.frame_key) return;
  sheet.frame_key = key;
  sheet.edges = edges_of(input.trace.keep, g);
  sheet.label_step = label_step(g.cell);
  sheet.has_words = !input.words.empty();
  sheet.row_labels.clear();
  sheet.column_labels.clear();
  for (int i = 0; i < g.rows; ++i) sheet.row_labels.push_back(token_label(input.words, g.first_row + i));
  for (int j = 0; j < g.columns; ++j) sheet.column_labels.push_back(token_label(input.words, g.first_column + j));
  sheet.part = part_in_words(g, sheet.queries, sheet.keys);
}

}  // namespace

GridKey key_of(const Grid& grid) {
  return {grid.box, grid.cell, grid.first_row, grid.rows, grid.first_column, grid.columns};
}

std::string token_label(const std::vector<std::string>& words, int index) {
  if (index < static_cast<int>(words.size())) return words[static_cast<std::size_t>(index)];
  return grouped(index);
}

config::Pick shown_cell(const ModelInput& input) {
  return input.state.hover ? input.state.hover->cell : config::effective_pick(input.config);
}

bool update_sheet(SheetModel& sheet, const SheetSpec& spec, const PanelBoxes& boxes, const ModelInput& input) {
  const engine::LayerShape& shape = input.trace.shape;
  sheet.queries = shape.queries;
  sheet.keys = shape.keys;
  sheet.grid = grid_of(boxes.sheet, shape.queries, shape.keys, config::effective_pick(input.config), input.dpr);
  update_frame(sheet, input);

  const Inks inks = inks_of(input.palette);
  if (sheet.dots_dpr != input.dpr || sheet.dots_inks != inks || sheet.dots_grid.cell != sheet.grid.cell) {
    sheet.dots.bitmap.key = bitmap_key(std::string(spec.key) + ".dots");
    make_dots(sheet.dots, sheet.grid.cell, input.dpr, input.palette[Token::kStruckDot]);
    sheet.dots_grid = key_of(sheet.grid);
    sheet.dots_dpr = input.dpr;
    sheet.dots_inks = inks;
  }

  CellsKey key;
  key.shape = shape;
  for (std::size_t s = 0; s < spec.stages.size(); ++s) {
    key.runs[s] = input.trace.runs[static_cast<std::size_t>(spec.stages[s])];
  }
  key.grid = key_of(sheet.grid);
  key.dpr = input.dpr;
  key.inks = inks;
  key.head = spec.head;
  key.show = input.config.show;
  if (key == sheet.cells_key) return false;
  sheet.cells_key = key;
  if (spec.head < 0) {
    sheet.cells.texels.clear();
    sheet.cells.width = sheet.cells.height = 0;
    sheet.numbers.clear();
    sheet.crosses.clear();
    return true;
  }
  read_range(sheet, spec, input.trace);
  paint_cells(sheet, spec, input);
  write_numbers(sheet, spec, input);
  return true;
}

}  // namespace bandscope::view
