// Where the numbers come from: seeded random, words of a text with random or built weights, a worked example.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/layer.h"

namespace bandscope::engine {

/// What a drawn number costs, in multiply-adds: 9 ns as wasm, where a multiply-add is 0.06 ns.
inline constexpr std::int64_t kDrawWork = 150;

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

  /// The same in slices: make() is begin() and then step() until it says true. Until then the tensors are in flux; a
  /// begin() before goes on from the rows that are there, where they are the same.
  void begin(const InputSpec& spec);
  /// Works off about so many multiply-adds (kDrawWork a drawn number), a row at the least, and takes them off `work`.
  bool step(std::int64_t& work);
  bool done() const { return done_; }
  /// What is left to be done, in multiply-adds.
  std::int64_t left() const;
  const Tensors<Real>& tensors() const { return tensors_; }

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
  void begin_x();
  void begin_weights();
  void make_example();
  bool step_x(std::int64_t& work);
  std::size_t numbers_of_x() const {
    return static_cast<std::size_t>(shape_.queries) * static_cast<std::size_t>(shape_.embed_width);
  }

  InputSpec spec_;
  bool done_ = true;
  LayerShape shape_;
  Tensors<Real> tensors_;
  std::optional<XInputs> x_inputs_;
  std::optional<WeightInputs> w_qkv_inputs_, w_o_inputs_;
  std::optional<InputKind> example_;
  std::uint64_t changes_ = 0;
  // Where a tensor is not whole it has so many rows.
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
