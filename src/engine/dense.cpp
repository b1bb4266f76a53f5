#include "engine/dense.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace bandscope::engine {

namespace {

using Result = std::optional<std::variant<DenseArray, DenseTooLarge>>;

/// The rows asked for, first..last.
struct Rows {
  int first = 0;
  int last = 0;
  std::int64_t count() const { return std::int64_t{last} - first + 1; }
};

/// An array of this shape, its values written by fill(float*) in order; a batch of 1 is dropped from the shape.
template <class Fill>
Result made(std::vector<std::int64_t> shape, const Fill& fill) {
  std::int64_t values = 1;
  for (const std::int64_t extent : shape) {
    if (extent > 0 && values > std::numeric_limits<std::int64_t>::max() / extent) {
      return DenseTooLarge{std::numeric_limits<std::int64_t>::max()};
    }
    values *= extent;
  }
  if (values > kDenseLimit) return DenseTooLarge{values};
  if (shape.front() == 1) shape.erase(shape.begin());
  DenseArray array{std::move(shape), std::vector<float>(static_cast<std::size_t>(values))};
  fill(array.data.data());
  return array;
}

/// (B, rows, width) of a row-major (B, T, width).
Result token_rows(const Trace<float>& trace, const std::vector<float>& values, std::int64_t width, Rows rows) {
  if (values.empty()) return std::nullopt;
  return made({trace.shape.batch, rows.count(), width}, [&](float* out) {
    for (int b = 0; b < trace.shape.batch; ++b) {
      const float* from = values.data() + (std::int64_t{b} * trace.shape.queries + rows.first) * width;
      out = std::copy_n(from, rows.count() * width, out);
    }
  });
}

/// (B, H, rows, D) of a view.
Result view_rows(const HeadView<float>& view, Rows rows) {
  if (view.data == nullptr) return std::nullopt;
  return made({view.shape[0], view.shape[1], rows.count(), view.shape[3]}, [&](float* out) {
    for (int b = 0; b < view.shape[0]; ++b) {
      for (int h = 0; h < view.shape[1]; ++h) {
        for (int t = rows.first; t <= rows.last; ++t) {
          for (int d = 0; d < view.shape[3]; ++d) *out++ = view.at(b, h, t, d);
        }
      }
    }
  });
}

/// (B, H, rows, Tk) of a table, `otherwise` where it holds no pair.
Result table_rows(const Trace<float>& trace, const KeyTable<float>& table, Rows rows, float otherwise) {
  if (table.values.empty()) return std::nullopt;
  const int keys = trace.shape.keys;
  return made({table.batch, table.heads, rows.count(), keys}, [&](float* out) {
    for (int b = 0; b < table.batch; ++b) {
      for (int h = 0; h < table.heads; ++h) {
        for (int i = rows.first; i <= rows.last; ++i, out += keys) {
          std::fill_n(out, keys, otherwise);
          std::copy_n(table.row(b, h, i), table.count[i], out + table.first[i]);
        }
      }
    }
  });
}

Result head_out_rows(const Trace<float>& trace, Rows rows) {
  const LayerShape& shape = trace.shape;
  if (trace.head_out.empty()) return std::nullopt;
  return made({shape.batch, shape.heads, rows.count(), shape.head_width}, [&](float* out) {
    for (int b = 0; b < shape.batch; ++b) {
      for (int h = 0; h < shape.heads; ++h) {
        const float* from = trace.head_out.data() + trace.row_index(b, h, rows.first) * shape.head_width;
        out = std::copy_n(from, rows.count() * shape.head_width, out);
      }
    }
  });
}

Result keep_rows(const Trace<float>& trace, Rows rows) {
  return made({trace.shape.batch, rows.count(), trace.shape.keys}, [&](float* out) {
    for (int b = 0; b < trace.shape.batch; ++b) {
      for (int i = rows.first; i <= rows.last; ++i) {
        for (int j = 0; j < trace.shape.keys; ++j) *out++ = trace.keep.keeps(b, i, j) ? 1.0F : 0.0F;
      }
    }
  });
}

}  // namespace

Result dense(const Trace<float>& trace, std::string_view name, int first_row, int last_row) {
  const LayerShape& shape = trace.shape;
  if (shape.queries == 0) return std::nullopt;  // nothing has run
  const Rows rows{first_row, last_row < 0 ? shape.queries - 1 : last_row};
  assert(rows.first >= 0 && rows.first <= rows.last && rows.last < shape.queries);
  const Rows all_keys{0, shape.keys - 1};
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();

  if (name == "x") return token_rows(trace, trace.x, shape.embed_width, rows);
  if (name == "qkv") return token_rows(trace, trace.qkv, std::int64_t{3} * shape.merged_width(), rows);
  if (name == "q") return view_rows(trace.q, rows);
  if (name == "k") return view_rows(trace.k, all_keys);
  if (name == "v") return view_rows(trace.v, all_keys);
  if (name == "scores_raw") return table_rows(trace, trace.scores_raw, rows, kNaN);
  if (name == "scores_scaled") return table_rows(trace, trace.scores_scaled, rows, kNaN);
  if (name == "scores_masked") return table_rows(trace, trace.scores_masked, rows, -kInfinity);
  if (name == "keep") return keep_rows(trace, rows);
  if (name == "shares") return table_rows(trace, trace.shares, rows, 0.0F);
  if (name == "head_out") return head_out_rows(trace, rows);
  if (name == "merged") return token_rows(trace, trace.merged, shape.merged_width(), rows);
  if (name == "output") return token_rows(trace, trace.output, shape.embed_width, rows);
  return std::nullopt;
}

}  // namespace bandscope::engine
