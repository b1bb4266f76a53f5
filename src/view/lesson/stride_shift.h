// A move as NumPy sees it: the strip before and after, the views of it, and how many numbers were copied.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "config/config.h"
#include "engine/strided.h"
#include "engine/trace.h"
#include "view/geometry.h"

namespace bandscope::view {

struct ModelInput;

inline constexpr float kStrideCell = 34;

/// How a part of the numbers is laid out on screen.
enum class Laid { kRows, kWide, kTokenFirst, kHeadFirst, kTurned };

/// The numbers that are shown: tokens t0.., heads h0.., numbers d0.., so that a grid stays readable.
struct Part {
  int t0 = 0, h0 = 0, d0 = 0, tokens = 0, heads = 0, width = 0;
};

/// The strip: how an address is read, and where a label's number (t, h, d) sits in it.
struct Strip {
  const engine::Trace<float>* trace = nullptr;
  bool made = false;               // of head_out, (H, T, D), and not of Q, K, V
  bool merged = false;             // of merged, (T, C)
  const float* data = nullptr;     // of Q, K, V
  std::int64_t row = 0, base = 0;  // numbers from token to token, and before the label's first
  std::int64_t size = 0;
  int tokens = 0, heads = 0, width = 0;

  std::int64_t address(int t, int h, int d) const {
    if (made) return (std::int64_t{h} * tokens + t) * width + d;
    return base + t * row + std::int64_t{h} * width + d;
  }
  /// The number (t, h, d) that stands at an address.
  std::array<int, 3> element(std::int64_t at) const {
    const auto d = static_cast<int>(at % width);
    if (made) return {static_cast<int>(at / width % tokens), static_cast<int>(at / width / tokens), d};
    return {static_cast<int>(at / row), static_cast<int>(at % (std::int64_t{heads} * width) / width), d};
  }
  float value(std::int64_t at) const {
    if (merged) return trace->merged[static_cast<std::size_t>(at)];
    if (!made) return data[at];
    const auto d = static_cast<std::size_t>(at % width);
    const auto t = static_cast<int>(at / width % tokens), h = static_cast<int>(at / width / tokens);
    return trace->head_out[trace->row_index(0, h, t) * static_cast<std::size_t>(width) + d];
  }
};

/// What a move does: its two pictures and what it costs.
struct Shift {
  std::string title, code, text;
  Laid from = Laid::kRows, to = Laid::kRows;
  Strip before, after;
  std::string from_letters, to_letters;
  engine::Strided from_view, to_view;
  std::int64_t copied = 0;
};

Shift shift_of(config::StrideMove move, const ModelInput& input);

/// Where number (t, h, d) of the part stands, from the grid's top left corner. `label` is of the wide row.
Point place(Laid laid, const Part& part, int t, int h, int d, int label = 0);
/// The far corner of the grid.
Point extent(Laid laid, const Part& part);

}  // namespace bandscope::view
