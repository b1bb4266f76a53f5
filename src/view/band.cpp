// The mask band: what the rule keeps, in words and numbers.
#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "view/heatmaps.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr float kWordWidth = 38;  // of "too old", "not yet" and "too far" at 11
constexpr float kWordHeight = 11;
constexpr float kLeastRoom = 60;     // of a corner that carries a word
constexpr float kBracketLabel = 36;  // "W = 64" at 11
constexpr int kMostWords = 400;      // of the figure's text block

int steps_to_hold(float size, float step) { return static_cast<int>(std::ceil(size / step - 0.01F)); }

/// What a corner's word must not touch.
std::vector<Box> obstacles(const BandModel& model, config::Pick pick) {
  const Grid& g = model.sheet.grid;
  constexpr float kClear = 4;
  const Box cell = g.cell_box(pick.query, pick.key);
  std::vector<Box> boxes = {{g.box.x, cell.y - kClear, g.box.width, cell.height + 2 * kClear},
                            {cell.x - kClear, g.box.y, cell.width + 2 * kClear, g.box.height}};
  if (model.bracket) {
    boxes.push_back(
        {model.bracket->left - 2, model.bracket->y - 6, model.bracket->right - model.bracket->left + 4, 12});
    if (!model.bracket->label.empty()) boxes.push_back(model.bracket->patch.grown(3));
  }
  return boxes;
}

/// The place nearest to `wanted` (a centre) on the raster of dots that is struck and free.
template <class Fits>
std::optional<Box> place_word(const SheetModel& sheet, Point wanted, const std::vector<Box>& taken, Fits fits) {
  const Grid& g = sheet.grid;
  const float step = sheet.dots.spacing;
  const float width = static_cast<float>(steps_to_hold(kWordWidth + 4, step)) * step;
  const float height = static_cast<float>(steps_to_hold(kWordHeight, step)) * step;
  std::optional<Box> best;
  float best_distance = 0;
  for (float y = g.box.y; y + height <= g.box.bottom() + 0.01F; y += step) {
    for (float x = g.box.x; x + width <= g.box.right() + 0.01F; x += step) {
      const Box box{x, y, width, height};
      const Point c = box.centre();
      const float distance = (c.x - wanted.x) * (c.x - wanted.x) + (c.y - wanted.y) * (c.y - wanted.y);
      if (best && distance >= best_distance) continue;
      if (std::any_of(taken.begin(), taken.end(), [&](const Box& b) { return b.meets(box); })) continue;
      // One dot of distance to the edge, so that the word does not lean on it.
      if (!fits(box)) continue;
      best = box;
      best_distance = distance;
    }
  }
  return best;
}

void update_corners(BandModel& model, const ModelInput& input) {
  const SheetModel& sheet = model.sheet;
  const Grid& g = sheet.grid;
  const engine::KeyRanges& keep = input.trace.keep;
  model.before.reset();
  model.after.reset();
  // Large cells say it themselves.
  if (g.cell >= kNumberCell || g.rows == 0 || g.columns == 0) return;
  const std::vector<Box> taken = obstacles(model, config::effective_pick(input.config));
  const auto bottom = static_cast<std::size_t>(g.first_row + g.rows - 1);
  const auto top = static_cast<std::size_t>(g.first_row);
  const float step = sheet.dots.spacing;
  // Legs of the two struck corners.
  float before_x = 0;
  float before_y = 0;
  float after_x = 0;
  float after_y = 0;
  if (keep.count[bottom] > 0) {
    before_x = static_cast<float>(std::clamp(keep.first[bottom] - g.first_column, 0, g.columns)) * g.cell;
  }
  if (keep.count[top] > 0) {
    after_x =
        static_cast<float>(std::clamp(g.first_column + g.columns - keep.first[top] - keep.count[top], 0, g.columns)) *
        g.cell;
  }
  for (int row = g.first_row; row < g.first_row + g.rows; ++row) {
    const auto r = static_cast<std::size_t>(row);
    if (keep.count[r] <= 0) continue;
    if (keep.first[r] > g.first_column) before_y += g.cell;
    if (keep.first[r] + keep.count[r] < g.first_column + g.columns) after_y += g.cell;
  }
  constexpr float kDeep = 0.3F;  // of the legs, from the corner
  if (std::min(before_x, before_y) >= kLeastRoom) {
    const Point wanted{g.box.x + kDeep * before_x, g.box.bottom() - kDeep * before_y};
    const auto fits = [&](const Box& b) {
      return lies_before(keep, g, {b.x, b.y, std::min(b.width + step, g.box.right() - b.x), b.height});
    };
    if (const auto patch = place_word(sheet, wanted, taken, fits)) {
      model.before = CornerWord{keep.causal ? "too old" : "too far", Pair::kWSurface, *patch};
    }
  }
  if (std::min(after_x, after_y) >= kLeastRoom) {
    const Point wanted{g.box.right() - kDeep * after_x, g.box.y + kDeep * after_y};
    const auto fits = [&](const Box& b) {
      const float left = std::max(g.box.x, b.x - step);
      return lies_after(keep, g, {left, b.y, b.right() - left, b.height});
    };
    if (const auto patch = place_word(sheet, wanted, taken, fits)) {
      model.after = keep.causal ? CornerWord{"not yet", Pair::kMutedSurface, *patch}
                                : CornerWord{"too far", Pair::kWSurface, *patch};
    }
  }
}

/// One row below the pick (above it in the last row), as long as the W keys back from the query's own.
void update_bracket(BandModel& model, const ModelInput& input) {
  model.bracket.reset();
  const SheetModel& sheet = model.sheet;
  const Grid& g = sheet.grid;
  const engine::KeyRanges& keep = input.trace.keep;
  const int query = config::effective_pick(input.config).query;
  if (g.cell >= kNumberCell || sheet.edges.window.empty() || !sheet.shows_row(query)) return;
  const int window = std::min(config::panel_window(input.config), config::key_count(input.config));
  const int self = query + keep.keys - keep.queries;
  const int first = self - window + 1;
  if (first < g.first_column || self >= g.first_column + g.columns ||
      keep.first[static_cast<std::size_t>(query)] != first) {
    return;
  }
  const bool below = query + 1 < g.first_row + g.rows;
  if (!below && g.rows < 2) return;
  constexpr float kLine = 12;  // a line of text
  const Box row = g.cell_box(query, first);
  Bracket b;
  b.left = row.x + 1;
  b.right = row.x + static_cast<float>(window) * g.cell - 1;
  const float off = std::max(g.cell, kLine) / 2 + (g.cell < kLine ? 2.0F : 0.0F);
  b.y = below ? row.bottom() + off : row.y - off;
  if (b.right - b.left < 4 || b.y + kLine / 2 > g.box.bottom() || b.y - kLine / 2 < g.box.y) return;
  // The label stands in the struck corner before the bracket, else in the one after it. Its patch hides whole dots.
  const float height = std::max(kLine, std::min(g.cell, 16.0F));
  const float step = sheet.dots.spacing;
  const float wanted = b.left - 8 - kBracketLabel;
  const float snapped = g.box.x + std::floor((wanted - g.box.x) / step + 0.01F) * step;
  const Box left{snapped, b.y - height / 2, b.left - 2 - snapped, height};
  const float beyond = b.right + std::max(g.cell, kLine) + 8;
  const Box right{beyond, left.y, kBracketLabel, height};
  if (lies_before(keep, g, left)) {
    b.patch = left;
    b.text_x = b.left - 8;
  } else if (lies_after(keep, g, right)) {
    b.patch = right;
    b.text_x = right.x;
  }
  if (!b.patch.empty()) {
    b.label = {{"W", Face::kStrong, Pair::kWSurface},
               {" = ", Face::kRegular, Pair::kMutedSurface},
               {grouped(window), Face::kRegular, Pair::kWSurface}};
  }
  model.bracket = b;
}

void update_words(BandModel& model, const ModelInput& input, config::Pick at) {
  model.words.clear();
  if (input.layout.words.empty()) return;
  const engine::KeyRanges& keep = input.trace.keep;
  if (at.query >= keep.queries) return;
  // A long text is shown from a little before the window on: the panel cuts it where its room ends.
  const int count = std::max(keep.keys, keep.queries);
  model.first_word = 0;
  if (count > kMostWords) {
    model.first_word = std::clamp(keep.first[static_cast<std::size_t>(at.query)] - 8, 0, count - kMostWords);
  }
  for (int i = model.first_word; i < count && static_cast<int>(model.words.size()) < kMostWords; ++i) {
    const bool kept = i < keep.keys && keep.keeps(0, at.query, i);
    model.words.push_back({token_label(input.words, i), kept, i == at.query && keep.queries == keep.keys});
  }
}

}  // namespace

void update_band(BandModel& model, const ModelInput& input) {
  // Every figure says the rule, also where the band itself is not shown.
  const engine::KeyRanges& keep = input.trace.keep;
  const config::Pick at = shown_cell(input);
  model.rule = rule_of(keep, config::panel_window(input.config) != config::kAllKeys);
  model.sentence = sentence_of(keep, at.query);
  if (input.layout.band.sheet.empty()) return;
  SheetSpec spec;
  spec.reader = read_mask;
  spec.stages = {engine::Stage::kMask, engine::Stage::kMask, engine::Stage::kMask};
  spec.is_mask = true;
  spec.struck = "0";
  spec.key = "band";
  const bool new_cells = update_sheet(model.sheet, spec, input.layout.band, input);
  if (new_cells) {
    model.kept.clear();
    const Grid& g = model.sheet.grid;
    for (int i = g.first_row; i < g.first_row + g.rows; ++i) model.kept.push_back({i, grouped(keep.kept(0, i))});
  }
  update_bracket(model, input);
  update_corners(model, input);
  update_words(model, input, at);
}

}  // namespace bandscope::view
