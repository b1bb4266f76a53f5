// Draws a lattice, in the view of reach and on the bench's card.
#pragma once

#include "panels/panel.h"
#include "view/depth/lattice.h"

namespace bandscope::panels {

/// How much of the cone is on screen while it is played layer by layer.
struct Relay {
  double layers = 1e9;  // below the node, so far
  /// 0..1 of what belongs to a layer.
  float part(int below) const;
  bool done(int layers_below) const { return layers >= layers_below; }
};
inline constexpr double kRelayLayer = 0.28;  // seconds

/// `focused`: a ring round the followed node shows that keys move it.
void draw_lattice(const PanelInput& in, const view::Lattice& lattice, const Relay& relay, bool focused);
/// Where a pointer finds nodes.
view::Box lattice_target(const view::Lattice& lattice);

/// Hover previews a node, a click holds it (on the input only its token), arrows move it, Escape lets go. `covered`:
/// something lies over it, so it is no stop of Tab. Returns whether focus is to be seen.
bool point_at_lattice(const PanelInput& in, std::string_view label, const view::Lattice& lattice, const view::Box& box,
                      Wishes& wishes, bool covered = false);

/// Chooses a layer of 1..L; another number changes nothing.
void wish_layer(const PanelInput& in, int layer, Wishes& wishes);

}  // namespace bandscope::panels
