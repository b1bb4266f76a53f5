#include "app/numbers.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>
#include <utility>

#include "config/limits.h"
#include "config/words.h"

namespace bandscope::app {
namespace {

using config::Config;

std::vector<std::string> labels_of(const Config& c, const std::vector<std::string>& words) {
  if (c.example == config::Example::kNolan) {
    std::vector<std::string> labels = {"nolan", "ended"};
    labels.resize(static_cast<std::size_t>(std::min(config::key_count(c), 2)));
    return labels;
  }
  if (c.source() != config::Source::kText) return {};
  const auto count = std::min(words.size(), static_cast<std::size_t>(c.tokens));
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

const std::vector<std::string>& Numbers::words_of(std::string_view text) {
  if (text_ != text) {
    text_ = text;
    words_ = config::split_words(text_);
  }
  return words_;
}

void Numbers::follow(const Config& config, std::int64_t memory_limit) {
  const std::vector<std::string>& words = words_of(config.text);
  next_ = {config, plan_of(config, words, memory_limit), labels_of(config, words)};
  depth_.follow(config, next_.plan);
  waits_ = true;
  // What is being made is seen first, unless what is asked for now comes sooner.
  const bool seen = !whole() && made_.plan != next_.plan && made_.plan.runs_layer && next_.plan.runs_layer;
  if (!seen || work_of(next_.plan) < whole_work_ - spent_) begin();
}

void Numbers::begin() {
  const bool same = made_.plan == next_.plan;
  made_ = next_;
  waits_ = false;
  if (same) {
    // Only the view is another one: what was begun goes on.
    if (phase_ != Phase::kInputs) depth_.begin(made_.plan, inputs_.tensors());
    return;
  }
  spent_ = 0;
  engine_ms_ = 0;
  whole_work_ = work_of(made_.plan);
  if (!made_.plan.makes_inputs) {
    inputs_ = {};
    layer_ = {};
    phase_ = Phase::kWhole;
    return;
  }
  inputs_.begin(made_.plan.spec);
  phase_ = Phase::kInputs;
}

void Numbers::begin_layer() {
  if (!made_.plan.runs_layer) {
    layer_ = {};
    phase_ = Phase::kWhole;
    return;
  }
  // A legal config has a legal shape.
  [[maybe_unused]] const auto error =
      layer_.begin(depth_.panel_tensors(made_.plan, inputs_.tensors()), made_.plan.layer);
  assert(!error);
  phase_ = Phase::kLayer;
}

/// Whether the next step has nothing to do but to go on.
bool Numbers::is_free() const {
  switch (phase_) {
    case Phase::kInputs:
      return inputs_.done();
    case Phase::kUnder:
      return made_.plan.panel_layer == 1;
    case Phase::kLayer:
      return layer_.done();
    case Phase::kWhole:
      break;
  }
  return waits_;
}

void Numbers::step(std::int64_t& work) {
  switch (phase_) {
    case Phase::kInputs:
      if (!inputs_.step(work)) return;
      depth_.begin(made_.plan, inputs_.tensors());
      phase_ = Phase::kUnder;
      return;
    case Phase::kUnder:
      if (depth_.advance_panel(made_.plan, work)) begin_layer();
      return;
    case Phase::kLayer:
      if (layer_.step(work)) phase_ = Phase::kWhole;
      return;
    case Phase::kWhole:
      break;
  }
}

void Numbers::advance(std::int64_t& work) {
  if (current()) return;
  // A picture that is whole is shown for a frame before the next one is begun.
  if (whole()) begin();
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t before = work;
  while (!whole() && (work > 0 || is_free())) step(work);
  spent_ += before - work;
  engine_ms_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

bool Numbers::advance_depth(view::UiState& ui, bool idle, std::int64_t& work) {
  // Both read the same weights, and the panels' layer must find them where they are.
  return whole() && depth_.advance(ui, idle, work);
}

void Numbers::finish() {
  while (!current()) {
    std::int64_t work = std::numeric_limits<std::int64_t>::max();
    advance(work);
  }
}

float Numbers::progress() const {
  if (whole() || whole_work_ <= 0) return waits_ ? 0.0F : 1.0F;
  return std::min(1.0F, static_cast<float>(spent_) / static_cast<float>(whole_work_));
}

}  // namespace bandscope::app
