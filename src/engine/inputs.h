// Where the numbers come from: seeded random, words of a text with random or built weights, a worked example.
#pragma once

#include <cstdint>
#include <optional>
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
  int head_width = 8;                   // an example's C stays: its D is C / heads
  std::vector<std::string> words = {};  // kWords
  bool built = false;                   // kWords, D >= 8; below, random
  bool positions = false;               // sin/cos marks
  bool operator==(const InputSpec&) const = default;
};

/// Makes tensors from a spec and keeps them; makes again only what a changed spec changes (more tokens with the same
/// weights make no weight anew). The numbers are float32 whatever Real is, so that double sees the same ones.
template <class Real>
class BasicInputSource {
 public:
  /// The spans stay valid until the next call; their revisions count this source's changes, so one Layer reads from
  /// one source. Shape: what LayerSettings::shape must be for them. Words that are fewer than `tokens` end the text.
  /// The caller keeps the sizes legal (estimate_bytes): this allocates what it is asked for.
  const Tensors<Real>& make(const InputSpec& spec);
  const LayerShape& shape() const { return shape_; }

 private:
  // What each tensor was made from; rows of x beyond what was made are added.
  struct XInputs {
    InputKind kind = InputKind::kRandom;
    std::uint32_t seed = 0;
    int embed_width = 0;
    bool built = false, positions = false;
    std::vector<std::string> words;
    bool operator==(const XInputs&) const = default;
  };
  struct WeightInputs {
    std::uint32_t seed = 0;
    int embed_width = 0, merged_width = 0;
    int built_heads = 0;  // 0: random
    bool operator==(const WeightInputs&) const = default;
  };
  void make_x(const InputSpec& spec);
  void make_weights(const InputSpec& spec);
  void make_example(const InputSpec& spec);

  LayerShape shape_;
  Tensors<Real> tensors_;
  std::optional<XInputs> x_inputs_;
  std::optional<WeightInputs> w_qkv_inputs_, w_o_inputs_;
  std::optional<InputKind> example_;
  std::uint64_t changes_ = 0;
  int x_rows_ = 0;
  std::vector<Real> x_, w_qkv_, w_o_, q_, k_, v_;
};

using InputSource = BasicInputSource<float>;
extern template class BasicInputSource<float>;
extern template class BasicInputSource<double>;

/// The shape that a spec will have, without making it: E = H·D, or D + M + 1 with built weights; 0 for an example.
LayerShape shape_of(const InputSpec& spec);

/// What a built head is meant to look at, by head index modulo 4.
enum class BuiltAim { kPrevious, kSameWord, kFirst, kEven };
BuiltAim built_aim(int head);

}  // namespace bandscope::engine
