// A config with its numbers and its models, without an app: what the tests of view look at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/limits.h"
#include "config/query.h"
#include "config/words.h"
#include "engine/inputs.h"
#include "engine/layer.h"
#include "view/models.h"

namespace bandscope::support {

struct ViewFrame {
  config::Config config;
  config::Config opened;
  std::vector<std::string> words;
  std::vector<std::string> notices;
  view::UiState state;
  view::Layout layout;
  view::Models models;
  engine::InputSource inputs;
  engine::Layer<float> layer;
  view::DepthInput depth;
  bool dark = false;
  float dpr = 1;

  explicit ViewFrame(std::string_view query, float width = 1280) {
    config::Checked checked = config::parse(query);
    config = checked.config;
    opened = config;
    notices = checked.notices;
    layout = view::layout({.width = width, .view = config.view, .source = config.source(), .layers = config.layers});
  }

  view::ModelInput input() const {
    return {config, opened, layer.trace(), words, notices, layout, state, view::palette(dark), depth, dpr};
  }

  /// Runs the layer and makes the models.
  void update() {
    run();
    make_models();
  }

  /// Of what there is.
  void make_models() {
    view::update_surroundings(models, input());
    if (!view::is_depth(layout.form)) view::update_panels(models, input());
  }

  /// Runs the layer.
  void run() {
    const bool text = config.source() == config::Source::kText;
    words.clear();
    if (text) words = config::split_words(config.text);
    if (config.example == config::Example::kNolan) words = {"nolan", "ended"};
    engine::InputSpec spec;
    switch (config.example) {
      case config::Example::kShapes:
        spec.kind = engine::InputKind::kShapes;
        break;
      case config::Example::kSlidingWindow:
        spec.kind = engine::InputKind::kSlidingWindow;
        break;
      case config::Example::kNolan:
        spec.kind = engine::InputKind::kNolan;
        break;
      case config::Example::kNone:
        spec.kind = text ? engine::InputKind::kWords : engine::InputKind::kRandom;
    }
    spec.seed = config.seed;
    spec.tokens = config.tokens;
    spec.heads = config.heads;
    spec.head_width = config.head_width;
    if (text) spec.words = words;
    spec.built =
        config.weights == config::Weights::kBuilt && !config::off_reason(config::Control::kWeightsBuilt, config);
    spec.positions = config.positions;
    if (words.size() > static_cast<std::size_t>(config.tokens)) words.resize(static_cast<std::size_t>(config.tokens));
    const engine::Tensors<float>& tensors = inputs.make(spec);
    engine::LayerSettings settings;
    settings.shape = inputs.shape();
    settings.window = config::effective_window(config);
    settings.causal = config.causal;
    settings.scale = config.scale;
    settings.strike_zero =
        config.strike == config::Strike::kZero && !config::off_reason(config::Control::kStrikeZero, config);
    settings.tie = config.tie;
    (void)layer.run(tensors, settings);
  }
};

}  // namespace bandscope::support
