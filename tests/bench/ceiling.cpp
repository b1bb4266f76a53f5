// The most that one core multiplies and adds with these vectors: tiles of sums in registers, both factors in the first
// cache, nothing else. Of several shapes of tile the fastest is the ceiling; no product of matrices can pass it.
#include <array>
#include <cstddef>

#include "bench/case.h"
#include "engine/kernels/simd.h"

namespace bandscope::bench {
namespace {

using namespace engine::kernels;

constexpr int kLanes = kLaneCount<float>;
constexpr int kDepth = kLanes > 8 ? 128 : 256;  // both panels within 32 KB
constexpr int kTiles = 400;                     // a run

/// sums (Rows, Vectors) += a (depth, Rows) · b (depth, Vectors): a as splats, b as vectors.
template <int Rows, int Vectors>
HWY_NOINLINE void tile(const float* a, const float* b, float* out) {
  const Full<float> d;
  std::array<std::array<Vector<float>, Vectors>, Rows> sums;
  for (auto& row : sums) row.fill(hn::Zero(d));
  for (int k = 0; k < kDepth; ++k, a += Rows, b += Vectors * kLanes) {
    std::array<Vector<float>, Vectors> right;
    for (int v = 0; v < Vectors; ++v) right[v] = hn::LoadU(d, b + v * kLanes);
    for (int r = 0; r < Rows; ++r) {
      const Vector<float> left = hn::Set(d, a[r]);
      for (int v = 0; v < Vectors; ++v) sums[r][v] = mul_add(left, right[v], sums[r][v]);
    }
  }
  for (const auto& row : sums) {
    for (const auto& sum : row) {
      hn::StoreU(sum, d, out);
      out += kLanes;
    }
  }
}

struct Shape {
  int rows, vectors;
  void (*tile)(const float* a, const float* b, float* out);
};
template <int Rows, int Vectors>
constexpr Shape shape() {
  return {Rows, Vectors, tile<Rows, Vectors>};
}
// Up to 16 registers the first ones, the last with 32.
constexpr std::array kShapes{shape<4, 2>(), shape<2, 4>(), shape<5, 2>(), shape<3, 3>(), shape<6, 2>(),
                             shape<8, 1>(), shape<8, 2>(), shape<8, 3>(), shape<6, 4>(), shape<12, 2>()};

}  // namespace

std::size_t ceiling_tiles() { return kShapes.size(); }

std::unique_ptr<Case> ceiling_case(Words words) {
  const int at = number(words, 0) - 1;
  if (at < 0 || at >= static_cast<int>(kShapes.size())) return nullptr;
  const Shape& shape = kShapes[static_cast<std::size_t>(at)];
  struct Room {
    std::vector<float> a, b, out;
  };
  const auto room = std::make_shared<Room>();
  room->a = drawn(static_cast<std::size_t>(shape.rows) * kDepth, 1);
  room->b = drawn(static_cast<std::size_t>(shape.vectors) * kLanes * kDepth, 2);
  room->out.resize(static_cast<std::size_t>(shape.rows) * shape.vectors * kLanes);
  auto made = std::make_unique<Case>();
  made->run = [room, tile = shape.tile] {
    for (int n = 0; n < kTiles; ++n) tile(room->a.data(), room->b.data(), room->out.data());
  };
  const double operations = 2.0 * shape.rows * shape.vectors * kLanes * kDepth * kTiles;
  made->facts = R"({"operations": )" + std::to_string(operations) + R"(, "tile": ")" + std::to_string(shape.rows) +
                "x" + std::to_string(shape.vectors) + R"(", "lanes": )" + std::to_string(kLanes) + "}";
  return made;
}

}  // namespace bandscope::bench
