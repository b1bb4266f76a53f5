// A layer without a Trace: from its inputs to merged or output, block by block, holding no more than it must.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/layer.h"
#include "engine/shapes.h"

namespace bandscope::engine {

/// What forward() is to give; an empty span is not wanted. Rows first .. first + rows - 1 of every sequence.
template <class Real>
struct ForwardResults {
  std::span<Real> merged;  // (B, rows, C)
  std::span<Real> output;  // (B, rows, E)
  int first = 0;
  int rows = 0;
};

/// Weights that are packed once, and then as many runs as are wanted. Each number has the bits that a Layer gives it.
template <class Real>
class Forward {
 public:
  Forward();
  Forward(Forward&&) noexcept;
  Forward& operator=(Forward&&) noexcept;
  ~Forward();

  /// Packs w_qkv, w_o and their biases, where there are any, and keeps nothing of the caller's. E, H, D and tie are
  /// those of every run that follows. Shapes are checked before, as Layer::run() does.
  void open(const Tensors<Real>& weights, const LayerShape& shape, bool tie = false);
  /// x, or q, k and v, of any length, with the settings' window, causal, scale and key mask; strike_zero is ignored.
  /// The results' spans have the sizes that their rows say. Beside inputs and results it holds keys and values of the
  /// window and a block of rows.
  void run(const Tensors<Real>& tensors, const LayerSettings& settings, const ForwardResults<Real>& results);

 private:
  struct Room;
  std::unique_ptr<Room> room_;
};

/// Bytes of 4 per number of what a run holds beside its inputs and results: packed weights, keys and values of the
/// window and a block, the block's own rows, and the key ranges. Saturates.
std::int64_t estimate_forward_bytes(const LayerSettings& settings, bool given_qkv, bool with_output);

extern template class Forward<float>;
extern template class Forward<double>;

}  // namespace bandscope::engine
