#include "engine/kernels/registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "engine/kernels/attend.h"
#include "engine/kernels/exp.h"
#include "engine/kernels/multiply.h"

namespace bandscope::engine::kernels {

namespace {

std::size_t product_outputs(const Problem& p) {
  return static_cast<std::size_t>(p.rows) * static_cast<std::size_t>(p.keys);
}

double product_work(const Problem& p) { return static_cast<double>(product_outputs(p)) * p.depth; }

std::function<void(float*)> prepare_product(const Problem& p) {
  const auto b = std::make_shared<PackedMatrix<float>>();
  b->pack(p.b.data(), p.keys, p.depth, p.keys);
  return [p, b](float* out) { multiply(p.a.data(), p.depth, *b, out, p.keys, p.rows); };
}

void product_reference(const Problem& p, double* out) {
  for (int r = 0; r < p.rows; ++r) {
    for (int c = 0; c < p.keys; ++c) {
      double sum = 0;
      for (int d = 0; d < p.depth; ++d) {
        sum += static_cast<double>(p.a[static_cast<std::size_t>(r) * p.depth + d]) *
               static_cast<double>(p.b[static_cast<std::size_t>(d) * p.keys + c]);
      }
      *out++ = sum;
    }
  }
}

std::size_t element_outputs(const Problem& p) { return p.a.size(); }

/// Of -|a|: a softmax has no other.
std::function<void(float*)> prepare_exp(const Problem& p) {
  return [p](float* out) {
    const Full<float> d;
    constexpr std::size_t kLanes = kLaneCount<float>;
    const auto negative = [&](const float* from) { return hn::Neg(hn::Abs(hn::LoadU(d, from))); };
    const std::size_t whole = p.a.size() / kLanes * kLanes, rest = p.a.size() - whole;
    for (std::size_t n = 0; n < whole; n += kLanes) hn::StoreU(exp(negative(p.a.data() + n)), d, out + n);
    std::array<float, kLanes> last{};
    std::copy_n(p.a.data() + whole, rest, last.data());
    hn::StoreU(exp(negative(last.data())), d, last.data());
    std::copy_n(last.data(), rest, out + whole);
  };
}

void exp_reference(const Problem& p, double* out) {
  for (const float a : p.a) {
    const float x = -std::abs(a);
    *out++ = x < kLowestExponent ? 0.0 : std::exp(static_cast<double>(x));
  }
}

/// The rule of the layer: query i keeps key j when j <= i + o and j >= i + o - W + 1, o = keys - rows; two-sided
/// |i + o - j| <= W - 1.
struct Band {
  explicit Band(const Problem& p) {
    for (std::int64_t i = 0; i < p.rows; ++i) {
      const std::int64_t self = i + p.keys - p.rows, back = std::int64_t{p.window} - 1;
      const std::int64_t from = std::max<std::int64_t>(self - back, 0);
      const std::int64_t to = std::min<std::int64_t>(p.causal ? self : self + back, p.keys - 1);
      first.push_back(to < from ? 0 : static_cast<int>(from));
      count.push_back(to < from ? 0 : static_cast<int>(to - from + 1));
    }
  }
  std::vector<int> first, count;
};

std::size_t attend_outputs(const Problem& p) {
  return static_cast<std::size_t>(p.rows) * static_cast<std::size_t>(p.depth);
}

double attend_work(const Problem& p) {
  const Band band(p);
  return 2.0 * p.depth * std::accumulate(band.count.begin(), band.count.end(), 0.0);
}

std::function<void(float*)> prepare_attend(const Problem& p) {
  struct Room {
    explicit Room(const Problem& p) : band(p) {}
    Band band;
    PackedKeys<float> keys;
    AttentionTile<float> tile;
  };
  const auto room = std::make_shared<Room>(p);
  room->keys.start(0, p.keys, p.depth);
  room->keys.append(p.b.data(), p.depth, p.c.data(), p.depth, p.keys, 0);
  return [p, room](float* out) {
    const TileKeys kept{room->band.first.data(), room->band.count.data(), p.rows,
                        p.key_mask.empty() ? nullptr : p.key_mask.data()};
    attend(room->tile, room->keys, kept,
           {p.a.data(), p.depth, out, p.depth, 1 / std::sqrt(static_cast<float>(p.depth))});
  };
}

void attend_reference(const Problem& p, double* out) {
  const Band band(p);
  const auto depth = static_cast<std::size_t>(p.depth);
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.rows); ++i, out += depth) {
    std::vector<std::size_t> kept;
    for (int s = 0; s < band.count[i]; ++s) {
      const std::size_t j = static_cast<std::size_t>(band.first[i]) + static_cast<std::size_t>(s);
      if (p.key_mask.empty() || p.key_mask[j] != 0) kept.push_back(j);
    }
    std::vector<double> shares;
    double peak = -std::numeric_limits<double>::infinity(), total = 0;
    for (const std::size_t j : kept) {
      double score = 0;
      for (std::size_t d = 0; d < depth; ++d) {
        score += static_cast<double>(p.a[i * depth + d]) * static_cast<double>(p.b[j * depth + d]);
      }
      shares.push_back(score / std::sqrt(static_cast<double>(p.depth)));
      peak = shares.back() > peak ? shares.back() : peak;
    }
    for (double& share : shares) total += share = std::exp(share - peak);
    for (std::size_t d = 0; d < depth; ++d) {
      out[d] = 0;
      for (std::size_t n = 0; n < kept.size(); ++n) {
        out[d] += shares[n] / total * static_cast<double>(p.c[kept[n] * depth + d]);
      }
    }
  }
}

constexpr std::array kKernels{
    Kernel{"exp", element_outputs, [](const Problem& p) { return static_cast<double>(p.a.size()); }, prepare_exp,
           exp_reference},
    Kernel{"attend", attend_outputs, attend_work, prepare_attend, attend_reference},
    Kernel{"multiply", product_outputs, product_work, prepare_product, product_reference},
};

}  // namespace

std::span<const Kernel> registry() { return kKernels; }

}  // namespace bandscope::engine::kernels
