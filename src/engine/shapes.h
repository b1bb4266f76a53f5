// Shapes, the error that names them, and views of memory.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace bandscope::engine {

/// The sizes of one layer. Letters as in the design: B, Tq, Tk, E, H, D; C = H * D.
struct LayerShape {
  int batch = 1;
  int queries = 0;      // Tq
  int keys = 0;         // Tk
  int embed_width = 0;  // E; 0 where Q, K, V are given
  int heads = 0;
  int head_width = 0;
  int merged_width() const { return heads * head_width; }  // C
  bool operator==(const LayerShape&) const = default;
};

/// A shape or setting that does not fit; `message` names it, e.g. "w_qkv is (16, 90), but H·D = 32 needs (16, 96)".
struct ShapeError {
  std::string message;
};

/// A zero-copy view (B, H, T, D) of float32 or float64 memory; strides in elements.
template <class Real>
struct HeadView {
  const Real* data = nullptr;
  std::array<std::int64_t, 4> shape{};
  std::array<std::int64_t, 4> strides{};
  const Real* row(int b, int h, int t) const { return data + b * strides[0] + h * strides[1] + t * strides[2]; }
  Real at(int b, int h, int t, int d) const { return row(b, h, t)[d * strides[3]]; }
};

}  // namespace bandscope::engine
