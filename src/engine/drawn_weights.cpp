#include "engine/drawn_weights.h"

#include <cmath>
#include <cstdint>

#include "engine/built_weights.h"
#include "engine/generator.h"

namespace bandscope::engine {

namespace {

template <class Real>
void draw(std::uint32_t seed, TensorId tensor, int layer, int rows, int columns, Real* out) {
  const double divisor = std::sqrt(static_cast<double>(rows));
  const auto counter = static_cast<std::uint32_t>(layer - 1);
  fill_rows(0, rows, columns, out, [&](int r, float* row) {
    fill_normal(seed, row_id(tensor, counter, static_cast<std::uint32_t>(r)), divisor, row, columns);
  });
}

}  // namespace

template <class Real>
void draw_w_qkv(const InputSpec& spec, int layer, Real* out) {
  const LayerShape shape = shape_of(spec);
  const int columns = 3 * shape.merged_width();
  if (layer == 1 && uses_built(spec)) {
    std::vector<float> built(static_cast<std::size_t>(shape.embed_width) * static_cast<std::size_t>(columns));
    fill_built_w_qkv(spec.seed, spec.heads, spec.head_width, built.data());
    std::copy(built.begin(), built.end(), out);
    return;
  }
  draw(spec.seed, TensorId::kWQkv, layer, shape.embed_width, columns, out);
}

template <class Real>
void draw_w_o(const InputSpec& spec, int layer, Real* out) {
  const LayerShape shape = shape_of(spec);
  draw(spec.seed, TensorId::kWO, layer, shape.merged_width(), shape.embed_width, out);
}

template void draw_w_qkv(const InputSpec&, int, float*);
template void draw_w_qkv(const InputSpec&, int, double*);
template void draw_w_o(const InputSpec&, int, float*);
template void draw_w_o(const InputSpec&, int, double*);

}  // namespace bandscope::engine
