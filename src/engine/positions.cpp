#include "engine/positions.h"

#include <cmath>

namespace bandscope::engine {

double position_rate(int dimension, int width) {
  const int even = dimension / 2 * 2;
  return std::pow(10000.0, -static_cast<double>(even) / width);
}

double position_mark(int position, int dimension, int width) {
  return position_mark_at(position, dimension, position_rate(dimension, width));
}

double position_mark_at(int position, int dimension, double rate) {
  const double angle = position * rate;
  return dimension % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

}  // namespace bandscope::engine
