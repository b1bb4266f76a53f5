// What a stack costs, and the rolling cache.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/stack/cost.h"
#include "view/depth/cache_picture.h"
#include "view/depth/cost_chart.h"
#include "view/depth/cost_layout.h"
#include "view/rich_text.h"

namespace bandscope::view {

struct ModelInput;

/// One exact number.
struct CostRow {
  std::string label;
  std::string number;  // every digit, grouped by commas
  std::string human;   // "38.7 GB", "10.0 billion"; empty where the number is short
  bool strong = false;
};
struct CostTable {
  std::string title;
  std::string of;  // what is counted together
  std::vector<CostRow> rows;
};

struct CostModel {
  CostBoxes boxes;
  engine::CostRule rule;
  engine::Cost cost;
  std::vector<Run> title, subtitle;
  std::array<CostTable, kCostGroups> tables;
  std::vector<Run> note;  // what the cache counts
  CachePicture cache;
  CostChart chart;

  config::Config config;  // what the numbers are of
};
void update_cost(CostModel& model, const ModelInput& input);

/// H, D, L, T, W and pattern of a config; no window is W = T.
engine::CostRule cost_rule(const config::Config& config);

/// "10,000,000,000"
std::string all_digits(engine::Count count);
/// Three digits and a word: "10.0 billion"; empty below 10,000.
std::string human_count(engine::Count count);
/// "38.7 GB", decimal units; empty below 1,000.
std::string human_bytes(engine::Count count);
/// Three digits: "38.7", "1.02", "102"; from 1,000 grouped whole.
std::string three_digits(double value);

}  // namespace bandscope::view
