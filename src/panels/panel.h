// A panel draws one model and says what the reader wants next. One panel a file, one row in the registry.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "config/config.h"
#include "panels/ui.h"
#include "view/models.h"
#include "view/painter.h"

namespace bandscope::panels {

/// A few words over everything, near what they are about. The last panel draws it, in the frame that asked for it.
struct Tip {
  std::string text;
  view::Box anchor;
  bool quiet = false;  // a hint on a sheet, and not a label chip
};

/// What the reader wants next: begins as a copy of what is, and panels change the copy.
struct Wishes {
  config::Config config;
  view::UiState ui;
  bool reset = false;      // back to the state in which the page was opened
  bool code = false;       // the state as a program is to be shown
  bool settled = false;    // a drag ended or a value was set: the address may follow
  std::string say;         // why something was not done, for the page's notice
  std::optional<Tip> tip;  // of this frame only
};

/// How the picture of the Trace stands to the config.
struct Lateness {
  bool late = false;   // it is of another config, and the numbers of this one are on their way
  bool there = true;   // it is of this layout; else there is nothing to draw yet
  bool say = false;    // it has stood still for a while
  float progress = 0;  // of the numbers, 0..1
};

struct PanelInput {
  view::Painter& painter;
  Ui& ui;
  const view::Palette& palette;
  const view::Layout& layout;
  const view::Models& models;
  const config::Config& config;    // legal, what is on screen
  const config::Config& pictured;  // what the models of the Trace are of; the same unless `lateness` says so
  const config::Config& opened;    // what reset returns to
  const view::UiState& state;
  Lateness lateness = {};
};

struct Picture {
  view::Box box;
  /// Of one that is a sheet: what stands there before its numbers, and says that they are on their way.
  const view::PanelBoxes* sheet = nullptr;
  std::string_view title = {};
};

struct PanelRow {
  std::string_view name;                      // also the name in TextRecord::panel
  bool (*shown)(const view::Layout& layout);  // whether this layout has a place for it
  void (*draw)(const PanelInput& input, Wishes& wishes);
  /// Where a panel draws what it reads of the Trace; null: it reads nothing of it.
  Picture (*picture)(const view::Layout& layout) = nullptr;
};
/// Draws the panel, or says that its numbers are on their way: a picture of another config is never shown as current.
void draw_panel(const PanelRow& row, const PanelInput& input, Wishes& wishes);
/// In drawing order; menus last.
std::span<const PanelRow> registry();

}  // namespace bandscope::panels
