// The scores and the shares: one head's table, or all heads' small ones.
#include <algorithm>
#include <cmath>

#include "config/limits.h"
#include "view/heatmaps.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

using engine::Stage;

/// The value under the pointer or the pick; of head `all` there is none.
std::optional<float> value_at(const SheetSpec& spec, const ModelInput& input) {
  if (spec.head < 0) return std::nullopt;
  const config::Pick at = shown_cell(input);
  const engine::LayerShape& shape = input.trace.shape;
  if (at.query >= shape.queries || at.key >= shape.keys) return std::nullopt;
  const Reading r = spec.reader(input.trace, spec.head, at.query, at.key);
  if (!r.held || !std::isfinite(r.value)) return std::nullopt;
  return r.value;
}

int head_of(const ModelInput& input) { return std::min(input.config.head, input.trace.shape.heads - 1); }

int texels_of(const PanelBoxes& boxes, const ModelInput& input) {
  return std::max(2, static_cast<int>(std::lround(boxes.bar.width * input.dpr)));
}

int bar_decimals(const SheetModel& sheet, bool all) { return !all && sheet.grid.cell >= kLongNumberCell ? 3 : 2; }

}  // namespace

void update_bar(ColourBar& bar, const ValueRange& range, bool is_share, std::optional<float> value, int decimals,
                int texels, const Palette& palette, std::string_view key) {
  const float low = is_share ? 0.0F : range.low;
  const float high = is_share ? 1.0F : range.high;
  const float span = high - low;
  bar.caret.reset();
  if (value) bar.caret = span > 0 ? std::clamp((*value - low) / span, 0.0F, 1.0F) : 0.5F;
  const Inks inks = inks_of(palette);
  if (bar.range == range && bar.inks == inks && bar.decimals == decimals && bar.ramp.width == texels) return;
  bar.range = range;
  bar.inks = inks;
  bar.decimals = decimals;
  bar.low = is_share ? "0" : fixed(low, decimals);
  bar.high = is_share ? "1" : fixed(high, decimals);
  bar.zero.reset();
  if (!is_share && low < 0 && high > 0) bar.zero = -low / span;
  bar.ramp.key = bitmap_key(std::string(key) + ".bar");
  ++bar.ramp.revision;
  bar.ramp.width = texels;
  bar.ramp.height = 1;
  bar.ramp.texels.clear();
  for (int x = 0; x < texels; ++x) {
    const float v = low + span * (static_cast<float>(x) + 0.5F) / static_cast<float>(texels);
    bar.ramp.texels.push_back(is_share ? palette.map(Map::kShares, v, 1) : palette.map(Map::kSigned, v, range.most));
  }
}

void update_scores(ScoresModel& model, const ModelInput& input) {
  if (input.layout.scores.sheet.empty()) return;
  SheetSpec spec;
  spec.reader = score_reader(input.config.show);
  switch (input.config.show) {
    case config::Show::kRaw:
      spec.stages = {Stage::kScore, Stage::kScore, Stage::kScore};
      break;
    case config::Show::kScaled:
      spec.stages = {Stage::kScore, Stage::kScale, Stage::kScale};
      break;
    case config::Show::kMasked:
      spec.stages = {Stage::kScore, Stage::kScale, Stage::kMask};
      break;
  }
  spec.head = head_of(input);
  spec.struck = input.config.show != config::Show::kMasked ? "" : input.trace.strike_zero ? "0" : "−∞";
  spec.key = "scores";
  update_sheet(model.sheet, spec, input.layout.scores, input);
  update_head_maps(model.all, spec, input.layout.scores, input);
  const bool all = spec.head < 0;
  update_bar(model.bar, all ? model.all.range : model.sheet.range, false, value_at(spec, input),
             bar_decimals(model.sheet, all), texels_of(input.layout.scores, input), input.palette, spec.key);
  const bool divided = input.config.show != config::Show::kRaw && input.trace.scaled;
  model.subtitle = {muted("q · k")};
  if (divided) {
    model.subtitle.push_back(muted(" ÷ √"));
    model.subtitle.push_back({"D", Face::kStrong, Pair::kD});
  } else if (input.config.show != config::Show::kRaw) {
    model.subtitle.push_back(muted(", not divided"));
  }
}

void update_shares(SharesModel& model, const ModelInput& input) {
  if (input.layout.shares.sheet.empty()) return;
  SheetSpec spec;
  spec.reader = read_share;
  spec.stages = {Stage::kMask, Stage::kShares, Stage::kShares};
  spec.head = head_of(input);
  spec.is_share = true;
  spec.struck = "0";
  spec.key = "shares";
  update_sheet(model.sheet, spec, input.layout.shares, input);
  update_head_maps(model.all, spec, input.layout.shares, input);
  const bool all = spec.head < 0;
  update_bar(model.bar, all ? model.all.range : model.sheet.range, true, value_at(spec, input),
             bar_decimals(model.sheet, all), texels_of(input.layout.shares, input), input.palette, spec.key);
  model.subtitle = {muted("softmax, each row sums to 1")};
  model.leak.clear();
  const engine::Trace<float>& trace = input.trace;
  const config::Pick at = shown_cell(input);
  if (!trace.strike_zero || all || at.query >= trace.shape.queries) return;
  double leak = 0;
  for (int j = 0; j < trace.shape.keys; ++j) {
    const Reading r = read_share(trace, spec.head, at.query, j);
    if (r.held && !trace.keep.keeps(0, at.query, j)) leak += r.value;
  }
  model.leak = "struck by 0: leaks " + per_cent(leak);
}

}  // namespace bandscope::view
