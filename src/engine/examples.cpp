#include "engine/examples.h"

#include <array>
#include <cstddef>

namespace bandscope::engine {

namespace {

// clang-format off

// "The two flips": three tokens, two heads of two numbers, W = 2.
constexpr std::array<float, 12> kShapesQ{1, 0, 2, 1,
                                         0, 1, 1, 0,
                                         1, 1, 0, 2};
constexpr std::array<float, 12> kShapesK{1, 0, 1, 0,
                                         0, 2, 0, 1,
                                         1, 1, 1, 1};
constexpr std::array<float, 12> kShapesV{2, 0, 1, 3,
                                         1, 1, 0, 0,
                                         0, 2, 2, 1};

// "Sliding window self-attention": four tokens, two heads of two numbers, W = 2.
constexpr std::array<float, 16> kWindowQ{1, 0, 0, 1,
                                         0, 1, 1, 0,
                                         1, 1, 0, 0,
                                         0, 0, 1, 1};
constexpr std::array<float, 16> kWindowK{1, 0, 1, 0,
                                         1, 1, 0, 1,
                                         0, 1, 1, 1,
                                         1, 0, 0, 1};
constexpr std::array<float, 16> kWindowV{2, 0, 1, 3,
                                         1, 1, 0, 0,
                                         0, 2, 2, 1,
                                         3, 1, 1, 0};

// "Every word looks at every word": the one query "nolan" against the keys "nolan" and "ended", one head, no mask.
constexpr std::array<float, 4> kNolanQ{2, 0, 1, 0};
constexpr std::array<float, 8> kNolanK{1, 0, 0, 0,
                                       3, 0, 2, 0};
constexpr std::array<float, 8> kNolanV{2, 0, 0, 1,
                                       0, 3, 1, 0};

// clang-format on

constexpr WorkedExample kShapes{3, 3, 4, kShapesQ, kShapesK, kShapesV};
constexpr WorkedExample kSlidingWindow{4, 4, 4, kWindowQ, kWindowK, kWindowV};
constexpr WorkedExample kNolan{1, 2, 4, kNolanQ, kNolanK, kNolanV};

}  // namespace

const WorkedExample* worked_example(InputKind kind) {
  switch (kind) {
    case InputKind::kShapes:
      return &kShapes;
    case InputKind::kSlidingWindow:
      return &kSlidingWindow;
    case InputKind::kNolan:
      return &kNolan;
    case InputKind::kRandom:
    case InputKind::kWords:
      break;
  }
  return nullptr;
}

Pour article_pour(bool nolan) {
  Pour pour{{5, 3}, {2, 1}, {}};
  if (nolan) {
    pour.in = {2, 1, 1, 0};
    pour.table = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
  }
  const std::size_t columns = pour.table.size() / pour.in.size();
  pour.out.assign(columns, 0);
  for (std::size_t r = 0; r < pour.in.size(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) pour.out[c] += pour.in[r] * pour.table[r * columns + c];
  }
  return pour;
}

}  // namespace bandscope::engine
