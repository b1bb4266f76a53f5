#include "view/depth/cost_chart.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "view/cells.h"
#include "view/depth/cost.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr int kSamples = 96;
constexpr int kMostLines = 6;  // of the grid, a side
constexpr float kTickRoom = 8;

Run muted(std::string text) { return {std::move(text), Face::kRegular, Pair::kMuted}; }
Run ink(std::string text) { return {std::move(text), Face::kRegular, Pair::kInk}; }

double power(int decade) { return std::pow(10.0, decade); }

std::string duration(double milliseconds) {
  if (milliseconds < 0.995) return fixed(milliseconds, 2) + " ms";
  if (milliseconds < 999.5) return three_digits(milliseconds) + " ms";
  const double seconds = milliseconds / 1000;
  if (seconds < 99.95) return three_digits(seconds) + " s";
  if (seconds < 3600 * 2) return three_digits(seconds / 60) + " minutes";
  if (seconds < 86400 * 2) return three_digits(seconds / 3600) + " hours";
  if (seconds < 86400 * 1000.0) return three_digits(seconds / 86400) + " days";
  return three_digits(seconds / (86400 * 365.25)) + " years";
}

/// "0.01 ms", "1 s": a decade of milliseconds.
std::string decade_of_time(int decade) {
  if (decade < 0) return fixed(power(decade), -decade) + " ms";
  if (decade < 3) return grouped(static_cast<std::int64_t>(std::llround(power(decade)))) + " ms";
  if (decade < 9) return grouped(static_cast<std::int64_t>(std::llround(power(decade - 3)))) + " s";
  return "1e" + std::to_string(decade - 3) + " s";
}

int step_of(int decades) { return std::max(1, (decades + kMostLines - 1) / kMostLines); }

void fill_curves(CostChart& chart, const engine::CostRule& rule) {
  for (int curve = 0; curve < kCostCurves; ++curve) {
    Polyline& line = chart.curves[static_cast<std::size_t>(curve)];
    line.clear();
    std::int64_t before = 0;
    for (int i = 0; i <= kSamples; ++i) {
      const double decade = chart.low_x + static_cast<double>(i) * (chart.high_x - chart.low_x) / kSamples;
      const auto tokens = static_cast<std::int64_t>(std::llround(std::pow(10.0, decade)));
      if (tokens == before) continue;
      before = tokens;
      line.push_back({chart.x_of(static_cast<double>(tokens)),
                      chart.y_of(layer_adds(rule, static_cast<CostCurve>(curve), tokens))});
    }
  }
}

void fill_ticks(CostChart& chart) {
  chart.x_ticks.clear();
  chart.y_ticks.clear();
  // Wide numbers of T: as many decades apart as they need.
  int step = 1;
  const auto widest =
      mono_width(static_cast<int>(grouped(static_cast<std::int64_t>(power(chart.high_x))).size()), Type::k11);
  const float decade = chart.plot.width / static_cast<float>(chart.high_x - chart.low_x);
  while (decade * static_cast<float>(step) < widest + kTickRoom && step < chart.high_x - chart.low_x) ++step;
  for (int x = chart.low_x; x <= chart.high_x; x += step) {
    chart.x_ticks.push_back({chart.x_of(power(x)), grouped(static_cast<std::int64_t>(power(x)))});
  }
  for (int y = chart.low_y; y <= chart.high_y; y += step_of(chart.high_y - chart.low_y)) {
    chart.y_ticks.push_back({chart.y_of(power(y)), "1e" + std::to_string(y)});
  }
}

void fill_measured(CostChart& chart, const engine::CostRule& rule, const CostSweep& sweep) {
  chart.measured.clear();
  chart.ms_ticks.clear();
  chart.rate.reset();
  chart.progress.clear();
  if (!sweep.current || !sweep.off.empty()) return;
  const auto done = static_cast<std::int64_t>(sweep.points.size());
  if (sweep.running || (done > 0 && done < sweep.steps)) {
    chart.progress = grouped(done) + " of " + grouped(std::int64_t{sweep.steps});
  }
  chart.rate = measured_rate(rule, sweep.points);
  if (!chart.rate) return;
  for (const CostSweep::Point& point : sweep.points) {
    chart.measured.push_back(
        {chart.x_of(static_cast<double>(point.tokens)), chart.y_of(std::max(1.0, point.milliseconds * *chart.rate))});
  }
  const int low = static_cast<int>(std::ceil(chart.low_y - std::log10(*chart.rate)));
  const int high = static_cast<int>(std::floor(chart.high_y - std::log10(*chart.rate)));
  for (int ms = low; ms <= high; ms += step_of(high - low)) {
    chart.ms_ticks.push_back({chart.y_of(power(ms) * *chart.rate), decade_of_time(ms)});
  }
}

void fill_words(CostChart& chart, const engine::CostRule& rule, const CostSweep& sweep) {
  chart.off = !sweep.off.empty();
  if (chart.off) {
    chart.words = {muted("Multiply-adds of one layer, projections and all. " + sweep.off)};
    return;
  }
  if (!chart.rate) {
    chart.words = {
        muted("Multiply-adds of one layer, projections and all. Measured, the engine’s own milliseconds stand "
              "beside the curve of the window.")};
    return;
  }
  const std::int64_t tokens = rule.stack.tokens;
  const auto time = [&](CostCurve curve) { return duration(layer_adds(rule, curve, tokens) / *chart.rate); };
  // What was measured at this very T is said as it is, and not by the rate.
  const auto here = std::ranges::find(sweep.points, tokens, &CostSweep::Point::tokens);
  const bool known = here != sweep.points.end() && here->milliseconds > 0;
  chart.words = {
      muted("Discs are measured. The right axis is set by their median: "),
      ink(three_digits(*chart.rate / 1e6) + " billion"),
      muted(known ? " multiply-adds a second. A layer of " : " multiply-adds a second. So a layer of "),
      {grouped(tokens), Face::kMono, Pair::kT},
      muted(known ? " tokens took " : " tokens should take "),
      ink(known ? duration(here->milliseconds) : time(CostCurve::kWindow)),
      muted(known ? rule.stack.causal ? "; without a window it should take " : "; reading everything it should take "
            : rule.stack.causal ? ", without a window "
                                : ", reading everything "),
      ink(time(rule.stack.causal ? CostCurve::kCausal : CostCurve::kFull)),
      muted(".")};
}

}  // namespace

double layer_adds(const engine::CostRule& rule, CostCurve curve, std::int64_t tokens) {
  engine::CostRule one = rule;
  one.stack.layers = 1;
  one.stack.pattern = curve == CostCurve::kWindow ? "L" : "G";
  one.stack.tokens = tokens;
  if (curve != CostCurve::kWindow) one.stack.causal = curve == CostCurve::kCausal;
  const engine::Cost cost = engine::cost(one);
  return static_cast<double>(cost.project + cost.score + cost.blend + cost.output);
}

std::optional<double> measured_rate(const engine::CostRule& rule, const std::vector<CostSweep::Point>& points) {
  std::vector<double> rates;
  for (const CostSweep::Point& point : points) {
    if (!(point.milliseconds > 0)) continue;
    rates.push_back(layer_adds(rule, CostCurve::kWindow, point.tokens) / point.milliseconds);
  }
  if (rates.empty()) return std::nullopt;
  std::ranges::sort(rates);
  return std::sqrt(rates[(rates.size() - 1) / 2] * rates[rates.size() / 2]);
}

float CostChart::x_of(double tokens) const {
  return plot.x + plot.width * static_cast<float>((std::log10(tokens) - low_x) / (high_x - low_x));
}

float CostChart::y_of(double adds) const {
  return plot.bottom() - plot.height * static_cast<float>((std::log10(adds) - low_y) / (high_y - low_y));
}

void update_cost_chart(CostChart& chart, const engine::CostRule& rule, const ModelInput& input, const Box& plot) {
  const auto tokens = static_cast<double>(rule.stack.tokens);
  chart.plot = plot;
  chart.low_x = rule.stack.tokens < 10 ? 0 : 1;
  chart.high_x = std::clamp(static_cast<int>(std::ceil(std::log10(2 * tokens))), 5, 9);
  const auto decade = [&](CostCurve curve, int x) {
    return std::log10(layer_adds(rule, curve, static_cast<std::int64_t>(power(x))));
  };
  chart.low_y = static_cast<int>(std::floor(decade(CostCurve::kWindow, chart.low_x)));
  chart.high_y = static_cast<int>(std::ceil(decade(CostCurve::kFull, chart.high_x)));
  fill_curves(chart, rule);
  fill_ticks(chart);
  chart.here = {chart.x_of(tokens), chart.y_of(layer_adds(rule, CostCurve::kWindow, rule.stack.tokens))};
  const auto key = [&](CostCurve curve, std::string name) {
    const double adds = layer_adds(rule, curve, rule.stack.tokens);
    chart.keys[static_cast<std::size_t>(curve)] = {std::move(name), human_count(static_cast<engine::Count>(adds))};
    if (adds < 10'000) chart.keys[static_cast<std::size_t>(curve)].value = grouped(static_cast<std::int64_t>(adds));
  };
  key(CostCurve::kFull, "full, T × T");
  key(CostCurve::kCausal, "causal");
  key(CostCurve::kWindow, "window");
  fill_measured(chart, rule, input.depth.cost);
  fill_words(chart, rule, input.depth.cost);
}

}  // namespace bandscope::view
