// The numbers of the page: made in slices, so that a frame can be drawn between two.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/depth.h"
#include "app/plan.h"
#include "config/config.h"
#include "engine/inputs.h"
#include "engine/layer.h"
#include "view/ui_state.h"

namespace bandscope::app {

/// Follows the page's config. What did not change does not run again; a view of depth needs no layer, and where one
/// does not fit into the memory it is empty.
class Numbers {
 public:
  /// Takes the config that the page shows from now on: legal, and within the limit or of a view that can do without.
  /// Runs nothing. What is being made for the config before it is made whole first, unless this one comes sooner: a
  /// hand that never rests still sees every picture that it can.
  void follow(const config::Config& config, std::int64_t memory_limit);
  /// Works off about `work` multiply-adds of the panels' numbers and takes them off.
  void advance(std::int64_t& work);
  /// Then the stack's, and what a reader wants of it: see Depth::advance.
  bool advance_depth(view::UiState& ui, bool idle, std::int64_t& work);
  /// advance() until the panels' numbers are whole and current.
  void finish();

  /// Whether trace() is whole; until then nobody may read it.
  bool whole() const { return phase_ == Phase::kWhole; }
  /// Whether that is of the config last followed.
  bool current() const { return whole() && !waits_; }
  /// Whether there is more to do.
  bool busy() const { return !current() || depth_.busy(); }
  /// What part of the work is done, 0..1; about, since it counts what is known as not done.
  float progress() const;

  /// Of config().
  const engine::Trace<float>& trace() const { return layer_.trace(); }
  const engine::LayerWork& work() const { return layer_.work(); }
  /// What these are the numbers of, or will be once they are whole.
  const config::Config& config() const { return made_.config; }
  const std::vector<std::string>& labels() const { return made_.labels; }
  /// Of the config last followed.
  const std::vector<std::string>& next_labels() const { return next_.labels; }
  const view::DepthInput& depth() const { return depth_.shown(); }
  /// Milliseconds that the engine has worked for config().
  double engine_ms() const { return engine_ms_; }

 private:
  enum class Phase { kInputs, kUnder, kLayer, kWhole };
  struct Followed {
    config::Config config;
    Plan plan;
    std::vector<std::string> labels;  // of the tokens shown; empty: they are numbered
  };

  const std::vector<std::string>& words_of(std::string_view text);
  void begin();
  void begin_layer();
  bool is_free() const;
  void step(std::int64_t& work);

  std::string text_;                // that words_ is split from
  std::vector<std::string> words_;  // all of its tokens

  Followed made_;       // or being made
  Followed next_;       // the last one followed
  bool waits_ = false;  // next_ waits until made_ is whole
  Phase phase_ = Phase::kWhole;
  std::int64_t whole_work_ = 0, spent_ = 0;
  double engine_ms_ = 0;

  engine::InputSource inputs_;
  engine::Layer<float> layer_;
  Depth depth_;
};

}  // namespace bandscope::app
