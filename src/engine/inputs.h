// Where the numbers come from: seeded random, words of a text with random or built weights, a worked example.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/layer.h"

namespace bandscope::engine {

enum class InputKind { kRandom, kWords, kShapes, kSlidingWindow, kNolan };

/// What the inputs depend on, and nothing else; equal specs make equal bits.
struct InputSpec {
  InputKind kind = InputKind::kRandom;
  std::uint32_t seed = 1;
  int tokens = 16;  // rows taken: of the words, of the example (nolan: keys)
  int heads = 4;
  int head_width = 8;
  std::vector<std::string> words;  // kWords
  bool built = false;              // kWords, D >= 8
  bool positions = false;          // sin/cos marks
  bool operator==(const InputSpec&) const = default;
};

/// Makes tensors from a spec and keeps them; makes again only what a changed spec changes (more tokens with the same
/// weights make no weight anew).
class InputSource {
 public:
  /// The spans stay valid until the next call. Shape: what LayerSettings::shape must be for them.
  const Tensors<float>& make(const InputSpec& spec);
  const LayerShape& shape() const { return shape_; }

 private:
  LayerShape shape_;
  Tensors<float> tensors_;
  // the engine's author adds the rest
};

/// The shape that a spec will have, without making it: E = H·D, or D + M + 1 with built weights.
LayerShape shape_of(const InputSpec& spec);

/// What a built head is meant to look at, by head index modulo 4.
enum class BuiltAim { kPrevious, kSameWord, kFirst, kEven };
BuiltAim built_aim(int head);

}  // namespace bandscope::engine
