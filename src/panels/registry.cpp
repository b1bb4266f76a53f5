// All panels in drawing order: what lies over others comes last.
#include "panels/heat_panels.h"
#include "panels/panel.h"

namespace bandscope::panels {
namespace {

bool always(const view::Layout& /*layout*/) { return true; }
bool has_band(const view::Layout& layout) { return !layout.band.sheet.empty(); }
bool has_scores(const view::Layout& layout) { return !layout.scores.sheet.empty(); }
bool has_shares(const view::Layout& layout) { return !layout.shares.sheet.empty(); }
bool has_merge(const view::Layout& layout) { return !layout.merge.sheet.empty(); }

constexpr PanelRow kRows[] = {
    {"hover", always, draw_hover_reset}, {"band", has_band, draw_mask_band},    {"scores", has_scores, draw_scores},
    {"shares", has_shares, draw_shares}, {"merge", has_merge, draw_head_merge},
};

}  // namespace

std::span<const PanelRow> registry() { return kRows; }

}  // namespace bandscope::panels
