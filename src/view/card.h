// The cell card: the picked cell's arithmetic.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "engine/trace.h"
#include "view/geometry.h"
#include "view/palette.h"
#include "view/rich_text.h"
#include "view/ui_state.h"

namespace bandscope::view {

struct ModelInput;

/// A card shows so many terms at a time.
inline constexpr int kTermsShown = 8;

/// A number on its map colour.
struct CardCell {
  std::string text;
  double value = 0;
  Rgba fill;
  Pair ink = Pair::kCellBlack;
};
struct CardRow {
  std::string name;  // "q₁₇"
  std::vector<CardCell> cells;
};
/// Eight of a sum's terms, in order, and what the others add up to.
struct CardTerms {
  int first = 0, count = 0;
  std::vector<std::string> heads;  // over the columns: the keys; empty: the terms have no names
  int marked = -1;                 // the column of the picked key, or -1
  std::vector<CardRow> rows;
  std::vector<Run> rest;  // "and 56 more: 0.412"; empty where all are shown
  double rest_value = 0;
  int shown() const { return rows.empty() ? 0 : static_cast<int>(rows.front().cells.size()); }
  bool scrolls() const { return count > shown(); }
};
/// One line of arithmetic. The result is rounded from unrounded inputs.
struct CardLine {
  std::string name;             // "raw", "future?", "key 1"
  std::vector<Run> expression;  // mono
  std::string result;
  bool last = false;    // this is the number in the cell: underlined
  bool marked = false;  // the line of the picked key
};

struct CardModel {
  bool merged = false;  // a number of the merged row, else a cell of the score table
  config::Pick cell;
  int head = 0;
  int number = -1;  // merged: which of the head's D numbers
  bool struck = false;
  std::vector<Run> title;         // "Query 17 “those” reads key 16 “of” in head 3"
  std::vector<Run> short_title;   // "“those” reads “of”, head 3"
  CardTerms terms;                // q, k, q × k; merged: share, value, share × value
  std::vector<CardLine> lines;    // raw, scaled, exp, share
  std::vector<Run> row_note;      // "row peak 1.018, row total 2.183"
  std::vector<Run> row_title;     // "Row 17: six shares that add to 1"
  CardTerms row;                  // e^(score - peak) and share of eight of the row's keys
  std::vector<Run> built_note;    // what the head is built to look at; empty with random weights
  std::string value, value_name;  // docked: "0.319", "share"
  std::string formula;            // docked: "e^(0.656 − 1.018) ÷ 2.183"

  // The open drawer, a column under each panel. Lines where they fit, else the terms above as cells.
  std::vector<CardLine> tests;
  bool score_in_words = false, share_in_words = false, merged_in_words = false;
  std::vector<CardLine> score_lines, share_lines, merged_lines;
  std::vector<Run> score_hint, merged_title, merged_hint;
  CardTerms merged_numbers;  // eight of the head's D numbers of the merged row

  struct Key {
    engine::StageRuns runs{};
    engine::LayerShape shape;
    config::Config config;
    UiState state;
    std::vector<std::string> words;
    bool dark = false;
    bool operator==(const Key&) const = default;
  };
  std::optional<Key> made_from;
};
void update_card(CardModel& model, const ModelInput& input);

}  // namespace bandscope::view
