#include "engine/kernels/registry.h"

#include <array>
#include <memory>

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

constexpr std::array kKernels{
    Kernel{"multiply", product_outputs, product_work, prepare_product, product_reference},
};

}  // namespace

std::span<const Kernel> registry() { return kKernels; }

}  // namespace bandscope::engine::kernels
