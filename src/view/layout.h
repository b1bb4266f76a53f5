// Where everything stands: a pure function of the width and a few counts. All boxes are page pixels.
#pragma once

#include <array>

#include "config/config.h"
#include "config/limits.h"
#include "view/geometry.h"

namespace bandscope::view {

enum class Form {
  kWide,           // >= 1200: four panels side by side
  kMedium,         // 768..1199: two by two
  kNarrow,         // < 768: one column, one slider, a docked card
  kFigure,         // one panel alone, its controls at the right
  kFigureStacked,  // one panel alone below 560: controls under it
  kDepth,          // reach, needle or cost from 768 up
  kDepthNarrow,    // the same in one column
  kLesson,         // a lesson from 768 up
  kLessonNarrow,   // the same in one column
};
inline bool is_lesson(Form form) { return form == Form::kLesson || form == Form::kLessonNarrow; }
/// One column under a thumb, with the bench's header.
inline bool is_narrow(Form form) { return form == Form::kNarrow || form == Form::kLessonNarrow; }
inline bool is_depth(Form form) { return form == Form::kDepth || form == Form::kDepthNarrow; }

/// One heatmap with what belongs to it. An empty box means that the part is not drawn.
struct PanelBoxes {
  Box area;              // everything of the panel, texts too, lies in here
  Point title;           // baseline
  Point subtitle;        // baseline
  float tabs_right = 0;  // tabs of the title line end here
  Box sheet;             // room of the heatmap; the grid starts at its top left corner
  Box left_labels;       // query labels, right-aligned at its right edge
  Box top_labels;        // key labels
  Box kept;              // kept counts (mask band)
  Box bar;               // colour bar, 8 px; its numbers stand in the 16 px under it
  bool operator==(const PanelBoxes&) const = default;
};

/// What the views of depth have in common: controls, and under them room for a picture, which its view divides.
struct DepthBoxes {
  Box tabs;      // bench, reach, needle, cost
  Box title;     // 20/600, one line, in narrow two
  Box subtitle;  // 13, the same
  Box alpha;     // a slider; empty where the view has none
  Box pattern;   // of the layers
  Box norm;      // a switch; empty where the view has none
  Box preset;    // a button that opens the menu of presets
  Box picture;   // all that is under the controls
};

struct Layout {
  Form form = Form::kWide;
  config::View view = config::View::kBench;
  float width = 0;   // of the page
  float height = 0;  // of the page
  Box block;         // the centred part that holds everything
  Box header;        // 48 px, with the rule at its bottom; empty in figures
  Box logo;
  Box source_tabs;   // Text, Worked examples, Random; empty in narrow, where the field names its source
  Box source_field;  // the sentence, the example's name, or what random means
  Box theme_button;
  Box more_button;
  std::array<Box, config::kLetterCount> sliders;  // slots by Letter; in narrow only letter_slider is used
  Box letter_bar;                                 // narrow: the sticky block of letter tabs, caption and slider
  Box letter_tabs;
  Box letter_slider;
  Box width_note;                          // C = H · D
  std::array<Box, 4> toggles;              // causal, ÷ √D, tie, seed
  Box notice;                              // one line for what the page has to say
  Box moves;                               // the strip
  PanelBoxes band, scores, shares, merge;  // of a figure only its own is set
  Box merge_tray;                          // the merged row under the head blocks (16 px) with its fans above
  Box sentence;                            // "Query 5 reads ..."
  Box words;                               // figure `band`: the text with the kept words lit
  float rule_y = 0;                        // wide: the rule above the card; 0: none
  Box card;                                // wide: 654 down; narrow: docked at the bottom of the viewport
  Box drawer;                              // the open card, where it is wider than the closed one
  Box reach_card;                          // the bench's small lattice
  DepthBoxes depth;                        // reach, needle, cost
  Box lesson;                              // all of a lesson under the sliders
};

struct LayoutInput {
  float width = 1280;  // CSS pixels of the host
  float viewport_height = 800;
  float scroll = 0;  // page pixels above the viewport: sticky parts follow it
  config::View view = config::View::kBench;
  config::Source source = config::Source::kText;
  int layers = 3;           // the lattice is as high as it has layers
  float lesson_height = 0;  // of what the lesson last drew
  bool operator==(const LayoutInput&) const = default;
};

Layout layout(const LayoutInput& input);

/// The letters whose sliders a figure shows, most needed first.
std::array<config::Letter, 2> figure_letters(config::View view);

/// The cells of a heatmap inside its sheet's room: which rows and columns are shown and how large a cell is.
struct Grid {
  Box box;         // rows * cell high, columns * cell wide
  float cell = 0;  // CSS pixels, a whole number of device pixels
  int first_row = 0, rows = 0;
  int first_column = 0, columns = 0;
  bool whole = true;  // every row and column is shown
  Box cell_box(int row, int column) const {
    return {box.x + static_cast<float>(column - first_column) * cell,
            box.y + static_cast<float>(row - first_row) * cell, cell, cell};
  }
  /// The cell under a point: {row, column}, or {-1, -1}.
  std::array<int, 2> cell_at(Point p) const;
};
/// Cell = floor(room * dpr / max(Tq, Tk)) / dpr, at least one device pixel; beyond that many tokens a part round the
/// pick.
Grid grid_of(Box sheet, int queries, int keys, config::Pick pick, float dpr);
/// Every n-th label: the smallest n in 1, 2, 4, 8, ... with n * cell >= 12.
int label_step(float cell);

}  // namespace bandscope::view
