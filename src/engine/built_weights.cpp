#include "engine/built_weights.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/generator.h"
#include "engine/positions.h"

namespace bandscope::engine {

bool uses_built(const InputSpec& spec) {
  return spec.kind == InputKind::kWords && spec.built && spec.head_width >= kLeastBuiltWidth;
}

int mark_width(int head_width) { return std::min(head_width, 16) / 2 * 2; }

int built_embed_width(int head_width) { return head_width + mark_width(head_width) + 1; }

BuiltAim built_aim(int head) {
  constexpr BuiltAim kAims[] = {BuiltAim::kPrevious, BuiltAim::kSameWord, BuiltAim::kFirst, BuiltAim::kEven};
  return kAims[head % 4];
}

void fill_built_row(const InputSpec& spec, int token, float* row) {
  const int depth = spec.head_width, marks = mark_width(depth);
  const RowId word = word_row_id(spec.words[static_cast<std::size_t>(token)]);
  double square = 0;
  for (int d = 0; d < depth; ++d) {
    const double value = normal(spec.seed, word, static_cast<std::uint32_t>(d));
    square += value * value;
  }
  fill_normal(spec.seed, word, square > 0 ? std::sqrt(square) : 1.0, row, depth);
  for (int m = 0; m < marks; ++m) {
    row[depth + m] = spec.positions ? static_cast<float>(position_mark(token, m, marks)) : 0.0F;
  }
  row[depth + marks] = 1;
}

void fill_built_w_qkv_row(std::uint32_t seed, int heads, int head_width, int row, float* out) {
  const int marks = mark_width(head_width), embed = built_embed_width(head_width), merged = heads * head_width;
  const int words_row = 0, marks_row = head_width, one_row = head_width + marks;
  const double root = std::sqrt(static_cast<double>(head_width));
  const double gain = 64.0 * root, word_gain = 1024.0 * root;
  const double divisor = std::sqrt(static_cast<double>(embed));
  // The generator counts columns from 0, and a generated weight is the same one that random weights would have here.
  fill_normal(seed, row_id(TensorId::kWQkv, 0, static_cast<std::uint32_t>(row)), divisor, out, 3 * merged);
  std::fill_n(out, 2 * merged, 0.0F);
  const auto set = [&](int at, int column, double value) {
    if (at == row) out[column] = static_cast<float>(value);
  };
  for (int h = 0; h < heads; ++h) {
    const int q = h * head_width, k = merged + h * head_width;
    switch (built_aim(h)) {
      case BuiltAim::kPrevious:
        // q: the marks turned back one step, sin(p - 1) and cos(p - 1) by the addition theorems; k: the marks.
        for (int m = 0; m < marks; m += 2) {
          const double rate = position_rate(m, marks);
          set(marks_row + m, q + m, gain * std::cos(rate));
          set(marks_row + m + 1, q + m, -gain * std::sin(rate));
          set(marks_row + m, q + m + 1, gain * std::sin(rate));
          set(marks_row + m + 1, q + m + 1, gain * std::cos(rate));
        }
        for (int m = 0; m < marks; ++m) set(marks_row + m, k + m, 1);
        break;
      case BuiltAim::kSameWord:
        for (int d = 0; d < head_width; ++d) {
          set(words_row + d, q + d, word_gain);
          set(words_row + d, k + d, 1);
        }
        break;
      case BuiltAim::kFirst:
        // q: the marks of position 0, which are 0 and 1 by turns, from the constant 1; k: the marks.
        for (int m = 0; m < marks; ++m) {
          set(one_row, q + m, gain * position_mark(0, m, marks));
          set(marks_row + m, k + m, 1);
        }
        break;
      case BuiltAim::kEven:
        // q = 0: every score is 0. The keys are the words, so that K has something to show.
        for (int d = 0; d < head_width; ++d) set(words_row + d, k + d, 1);
        break;
    }
  }
}

}  // namespace bandscope::engine
