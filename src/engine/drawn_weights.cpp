#include "engine/drawn_weights.h"

#include <cmath>
#include <cstdint>

#include "engine/built_weights.h"
#include "engine/generator.h"

namespace bandscope::engine {

namespace {

template <class Real>
bool draw(std::uint32_t seed, TensorId tensor, int layer, int rows, int columns, std::vector<Real>& out,
          std::int64_t& work) {
  const double divisor = std::sqrt(static_cast<double>(rows));
  const auto counter = static_cast<std::uint32_t>(layer - 1);
  return add_rows(rows, columns, out, work, [&](int r, float* row) {
    fill_normal(seed, row_id(tensor, counter, static_cast<std::uint32_t>(r)), divisor, row, columns);
  });
}

}  // namespace

template <class Real>
bool draw_w_qkv(const InputSpec& spec, int layer, std::vector<Real>& out, std::int64_t& work) {
  const LayerShape shape = shape_of(spec);
  const int columns = 3 * shape.merged_width();
  if (layer == 1 && uses_built(spec)) {
    return add_rows(shape.embed_width, columns, out, work,
                    [&](int r, float* row) { fill_built_w_qkv_row(spec.seed, spec.heads, spec.head_width, r, row); });
  }
  return draw(spec.seed, TensorId::kWQkv, layer, shape.embed_width, columns, out, work);
}

template <class Real>
bool draw_w_o(const InputSpec& spec, int layer, std::vector<Real>& out, std::int64_t& work) {
  const LayerShape shape = shape_of(spec);
  return draw(spec.seed, TensorId::kWO, layer, shape.merged_width(), shape.embed_width, out, work);
}

template bool draw_w_qkv(const InputSpec&, int, std::vector<float>&, std::int64_t&);
template bool draw_w_qkv(const InputSpec&, int, std::vector<double>&, std::int64_t&);
template bool draw_w_o(const InputSpec&, int, std::vector<float>&, std::int64_t&);
template bool draw_w_o(const InputSpec&, int, std::vector<double>&, std::int64_t&);

}  // namespace bandscope::engine
