// A Trace array by name, as programs and tests see it: dense, row-major.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/trace.h"

namespace bandscope::engine {

inline constexpr std::int64_t kDenseLimit = 16'777'216;

struct DenseArray {
  std::vector<std::int64_t> shape;
  std::vector<float> data;
};
struct DenseTooLarge {
  std::int64_t values = 0;
};
/// Names: x qkv q k v scores_raw scores_scaled scores_masked keep shares head_out merged output. Batch of 1 is dropped.
/// A pair never scored is NaN in scores_raw and scores_scaled; a struck score is -infinity in scores_masked; a struck
/// share 0. Nothing where the name is unknown or the array does not exist. Rows first..last (inclusive) of the queries
/// (-1: to the last), which the caller keeps in range; k and v are always whole.
std::optional<std::variant<DenseArray, DenseTooLarge>> dense(const Trace<float>& trace, std::string_view name,
                                                             int first_row = 0, int last_row = -1);

}  // namespace bandscope::engine
