#include "engine/lesson/spread.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/generator.h"

namespace bandscope::engine {

namespace {

// The first word of the counter, as a TensorId: of no other tensor, so that a seed is a link for ever. The second word
// is the kind of entries and the third the draw.
constexpr std::uint32_t kQueryId = 16, kKeyId = 17;
constexpr std::uint32_t kNormalLayer = 0, kFiveLayer = 1;

constexpr int kFives = 8;  // numbers of a Philox call

/// Columns 8n to 8n + 7 are the 16-bit halves of call n, low halves first. Of the 65,536 halves one more than a fifth
/// gives -2.
void fill_five(std::uint32_t seed, const RowId& row, float* out, int columns) {
  for (int from = 0; from < columns; from += kFives) {
    const auto words = philox({row[0], row[1], row[2], static_cast<std::uint32_t>(from / kFives)}, {seed, 0});
    const int wide = std::min(kFives, columns - from);
    for (int n = 0; n < wide; ++n) {
      const std::uint32_t word = words[static_cast<std::size_t>(n / 2)];
      const std::uint32_t half = n % 2 == 0 ? word & 0xFFFF : word >> 16;
      out[from + n] = static_cast<float>(static_cast<int>(half * 5 >> 16) - 2);
    }
  }
}

/// The rows q and k of a draw.
class Rows {
 public:
  Rows(Entries entries, int width, std::uint32_t seed)
      : entries_(entries), width_(width), seed_(seed), q_(static_cast<std::size_t>(width)), k_(q_.size()) {}

  void draw(int number) {
    fill(kQueryId, number, q_.data());
    fill(kKeyId, number, k_.data());
  }
  double product(int d) const {
    return static_cast<double>(q_[static_cast<std::size_t>(d)]) * k_[static_cast<std::size_t>(d)];
  }

 private:
  void fill(std::uint32_t tensor, int number, float* out) const {
    const bool five = entries_ == Entries::kFive;
    const RowId row{tensor, five ? kFiveLayer : kNormalLayer, static_cast<std::uint32_t>(number)};
    five ? fill_five(seed_, row, out, width_) : fill_normal(seed_, row, 1.0, out, width_);
  }

  Entries entries_;
  int width_;
  std::uint32_t seed_;
  std::vector<float> q_, k_;
};

}  // namespace

std::vector<double> drawn_scores(Entries entries, int head_width, int count, std::uint32_t seed) {
  if (head_width < 1 || count < 1) return {};
  std::vector<double> scores(static_cast<std::size_t>(count));
  Rows rows(entries, head_width, seed);
  for (int n = 0; n < count; ++n) {
    rows.draw(n);
    double score = 0;
    for (int d = 0; d < head_width; ++d) score += rows.product(d);
    scores[static_cast<std::size_t>(n)] = score;
  }
  return scores;
}

std::vector<double> measured_by_width(Entries entries, int widest, std::uint32_t seed, int draws) {
  if (widest < 1) return {};
  std::vector<double> squares(static_cast<std::size_t>(widest));
  if (draws < 1) return squares;
  Rows rows(entries, widest, seed);
  for (int n = 0; n < draws; ++n) {
    rows.draw(n);
    double score = 0;
    for (int d = 0; d < widest; ++d) {
      score += rows.product(d);
      squares[static_cast<std::size_t>(d)] += score * score;
    }
  }
  for (double& square : squares) square /= draws;
  return squares;
}

Spread spread(Entries entries, int head_width, std::uint32_t seed, int draws) {
  Spread result;
  if (head_width < 1) return result;
  // Of -2 to 2: (4 + 1 + 0 + 1 + 4) / 5.
  result.entry = entries == Entries::kFive ? 2 : 1;
  result.product = result.entry * result.entry;
  result.sum = head_width * result.product;
  result.root = std::sqrt(result.sum);
  result.scaled = result.root / std::sqrt(static_cast<double>(head_width));
  const std::vector<double> scores = drawn_scores(entries, head_width, draws, seed);
  if (scores.empty()) return result;
  double squares = 0;
  for (const double score : scores) squares += score * score;
  result.measured = squares / draws;
  result.measured_scaled = result.measured / head_width;
  result.draws = draws;
  return result;
}

}  // namespace bandscope::engine
