// Sinusoidal position marks.
#pragma once

namespace bandscope::engine {

/// mark (position, k) of `width` numbers: dimension 2k is sin(p · 10000^(-2k / width)), 2k + 1 its cosine; the first
/// token is position 0. Vaswani et al., "Attention is all you need" (2017), section 3.5.
double position_mark(int position, int dimension, int width);

/// The angle that one step turns dimensions 2k and 2k + 1: 10000^(-2k / width).
double position_rate(int dimension, int width);

/// The same for a dimension whose rate is known: rows of many positions share it.
double position_mark_at(int position, int dimension, double rate);

}  // namespace bandscope::engine
