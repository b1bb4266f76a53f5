// Cost against T on logarithmic axes: one layer's multiply-adds, and the measured times beside them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/stack/cost.h"
#include "view/depth/depth_input.h"
#include "view/edges.h"
#include "view/rich_text.h"

namespace bandscope::view {

struct ModelInput;

enum class CostCurve { kFull, kCausal, kWindow };
inline constexpr int kCostCurves = 3;

struct ChartTick {
  float at = 0;  // x or y
  std::string text;
};
struct CurveKey {
  std::string name, value;  // at this T
};

struct CostChart {
  Box plot;
  int low_x = 1, high_x = 5;   // decades of T
  int low_y = 0, high_y = 10;  // decades of multiply-adds
  std::array<Polyline, kCostCurves> curves;
  std::array<CurveKey, kCostCurves> keys;
  std::vector<ChartTick> x_ticks, y_ticks, ms_ticks;
  Point here;  // this T, on the curve of the window
  std::vector<Point> measured;
  std::optional<double> rate;  // multiply-adds a millisecond
  std::vector<Run> words;
  std::string progress;  // "3 of 8"
  bool off = false;      // nothing can be measured; the words say why

  float x_of(double tokens) const;
  float y_of(double adds) const;
};
void update_cost_chart(CostChart& chart, const engine::CostRule& rule, const ModelInput& input, const Box& plot);

/// Multiply-adds of one layer with its projections.
double layer_adds(const engine::CostRule& rule, CostCurve curve, std::int64_t tokens);
/// Multiply-adds a millisecond: the median of the measured points' own (of two middle ones their geometric mean);
/// nothing without points.
std::optional<double> measured_rate(const engine::CostRule& rule, const std::vector<CostSweep::Point>& points);

}  // namespace bandscope::view
