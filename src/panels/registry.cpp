// All panels in drawing order: what lies over others comes last.
#include <algorithm>

#include "panels/depth/depth_panels.h"
#include "panels/heat_panels.h"
#include "panels/lesson/lesson_panel.h"
#include "panels/panel.h"
#include "panels/parts.h"

namespace bandscope::panels {
namespace {

bool always(const view::Layout& /*layout*/) { return true; }
bool has_header(const view::Layout& layout) { return !layout.header.empty(); }
bool has_toggles(const view::Layout& layout) { return !layout.toggles[0].empty(); }
bool has_moves(const view::Layout& layout) { return !layout.moves.empty(); }
bool has_band(const view::Layout& layout) { return !layout.band.sheet.empty(); }
bool has_scores(const view::Layout& layout) { return !layout.scores.sheet.empty(); }
bool has_shares(const view::Layout& layout) { return !layout.shares.sheet.empty(); }
bool has_merge(const view::Layout& layout) { return !layout.merge.sheet.empty(); }
bool has_sentence(const view::Layout& layout) { return !layout.sentence.empty(); }
bool has_words(const view::Layout& layout) { return !layout.words.empty(); }
bool has_notice(const view::Layout& layout) { return !layout.notice.empty(); }
bool has_depth(const view::Layout& layout) { return view::is_depth(layout.form); }
bool has_reach(const view::Layout& layout) { return layout.view == config::View::kReach; }
bool has_needle(const view::Layout& layout) { return layout.view == config::View::kNeedle; }
bool has_cost(const view::Layout& layout) { return layout.view == config::View::kCost; }
bool has_reach_card(const view::Layout& layout) { return !layout.reach_card.empty(); }
bool has_lesson(const view::Layout& layout) { return view::is_lesson(layout.form); }
bool has_card(const view::Layout& layout) { return !layout.card.empty(); }

Picture moves_picture(const view::Layout& layout) { return {layout.moves}; }
Picture band_picture(const view::Layout& layout) { return {layout.band.sheet, &layout.band, kBandTitle}; }
Picture scores_picture(const view::Layout& layout) { return {layout.scores.sheet, &layout.scores, kScoresTitle}; }
Picture shares_picture(const view::Layout& layout) { return {layout.shares.sheet, &layout.shares, kSharesTitle}; }
Picture sentence_picture(const view::Layout& layout) { return {layout.sentence}; }
Picture words_picture(const view::Layout& layout) { return {layout.words}; }
Picture lesson_picture(const view::Layout& layout) { return {layout.lesson}; }
Picture card_picture(const view::Layout& layout) { return {layout.card}; }
Picture merge_picture(const view::Layout& layout) {
  view::Box box = layout.merge.sheet;
  box.height = std::max(box.height, layout.merge_tray.bottom() - box.y);
  return {box, &layout.merge, kMergeTitle};
}

constexpr PanelRow kRows[] = {
    {"hover", always, draw_hover_reset},
    {"header", has_header, draw_header},
    {"switches", has_toggles, draw_switches},
    {"moves", has_moves, draw_moves, moves_picture},
    {"band", has_band, draw_mask_band, band_picture},
    {"scores", has_scores, draw_scores, scores_picture},
    {"shares", has_shares, draw_shares, shares_picture},
    {"merge", has_merge, draw_head_merge, merge_picture},
    {"sentence", has_sentence, draw_sentence, sentence_picture},
    {"words", has_words, draw_words, words_picture},
    {"reach", has_reach, draw_reach},
    {"needle", has_needle, draw_needle},
    {"cost", has_cost, draw_cost},
    {"reach card", has_reach_card, draw_reach_card},
    {"depth", has_depth, draw_depth_controls},
    {"lesson", has_lesson, draw_lesson, lesson_picture},
    // In narrow the slider is sticky and the panels scroll under it.
    {"sliders", always, draw_sliders},
    {"notice", has_notice, draw_notice},
    {"card", has_card, draw_card, card_picture},
    {"menus", always, draw_menus},
    {"tip", always, draw_tip},
};

}  // namespace

std::span<const PanelRow> registry() { return kRows; }

}  // namespace bandscope::panels
