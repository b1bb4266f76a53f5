// Head `all`: every head's table as a small multiple, ceil(sqrt(H)) a side.
#pragma once

#include <string>
#include <vector>

#include "view/sheet.h"

namespace bandscope::view {

/// One head's small map.
struct HeadMap {
  int head = 0;
  Grid grid;
};

struct HeadMaps {
  bool on = false;  // head `all` is asked for and has room
  std::string off;  // why head `all` has no room, or empty
  Box box;          // all maps together
  std::vector<HeadMap> maps;
  Bitmap cells;  // of `box`, a texel a device pixel; gaps and struck cells are clear
  Dots dots;
  std::vector<Edges> edges;  // one a map, where its cells are large enough to show them
  ValueRange range;
  CellsKey key;

  /// The map under a point, or nullptr.
  const HeadMap* at(Point p) const;
};

/// Small maps of `spec` (its head is not read) in the sheet's room.
void update_head_maps(HeadMaps& maps, const SheetSpec& spec, const PanelBoxes& boxes, const ModelInput& input);

/// Whether a small map of each of `heads` heads has at least one device pixel a cell; else why not, in words.
std::string head_maps_off(float room, int heads, int tokens, float dpr);

}  // namespace bandscope::view
