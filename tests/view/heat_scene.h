// A page's numbers without the page: a Config, the layer that it asks for, and what the view models read.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "config/config.h"
#include "config/limits.h"
#include "config/words.h"
#include "engine/inputs.h"
#include "engine/layer.h"
#include "view/models.h"

namespace bandscope::tests {

struct HeatScene {
  config::Config config;
  view::LayoutInput place;
  view::UiState state;
  bool dark = false;
  float dpr = 1;

  HeatScene() = default;
  HeatScene(int tokens, int heads, int head_width, int window) {
    config.tokens = tokens;
    config.heads = heads;
    config.head_width = head_width;
    config.window = window;
  }
  explicit HeatScene(config::Example example) {
    config.example = example;
    config.tokens = example == config::Example::kShapes ? 5 : example == config::Example::kNolan ? 2 : 4;
    config.heads = example == config::Example::kNolan ? 1 : 2;
    config.head_width = 2;
    config.window = example == config::Example::kNolan ? config::kAllKeys : 2;
    config.causal = example != config::Example::kNolan;
    config = config::with_value(config::Letter::kT, config.tokens, config);
  }

  /// Runs the layer that the config asks for.
  void run() {
    engine::InputSpec spec;
    switch (config.example) {
      case config::Example::kShapes: spec.kind = engine::InputKind::kShapes; break;
      case config::Example::kSlidingWindow: spec.kind = engine::InputKind::kSlidingWindow; break;
      case config::Example::kNolan: spec.kind = engine::InputKind::kNolan; break;
      case config::Example::kNone: break;
    }
    spec.seed = config.seed;
    spec.tokens = config.tokens;
    spec.heads = config.heads;
    spec.head_width = config.head_width;
    if (!config.text.empty()) {
      spec.kind = engine::InputKind::kWords;
      spec.words = words = config::split_words(config.text);
    }
    const engine::Tensors<float>& tensors = source.make(spec);
    engine::LayerSettings settings;
    settings.shape = source.shape();
    settings.window = config::effective_window(config);
    settings.causal = config.causal;
    settings.scale = config.scale;
    settings.strike_zero = config.strike == config::Strike::kZero;
    failed = layer.run(tensors, settings).has_value();
    layout = view::layout(place);
  }

  view::ModelInput input() const {
    return {config, config, layer.trace(), words, notices, layout, state, view::palette(dark), dpr, false};
  }

  view::Layout layout;
  engine::InputSource source;
  engine::Layer<float> layer;
  std::vector<std::string> words;
  std::vector<std::string> notices;
  bool failed = false;
};

/// The words of runs, without their looks.
inline std::string plain_text(const std::vector<view::Run>& runs) {
  std::string text;
  for (const view::Run& run : runs) text += run.text;
  return text;
}

}  // namespace bandscope::tests
