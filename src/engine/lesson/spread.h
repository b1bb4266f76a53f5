// Why scores are divided by √D: a sum of D products spreads √D times as wide as one of them.
#pragma once

#include <cstdint>
#include <vector>

namespace bandscope::engine {

/// What the entries of q and k are: five equally likely values, -2 to 2, or normal numbers of variance 1.
enum class Entries { kFive, kNormal };

/// How far scores of independent entries spread, said and measured. The variance of a product of two independent
/// numbers of mean 0 is the product of their variances; of a sum of independent ones, the sum: Vaswani et al.,
/// "Attention is all you need" (2017), section 3.2.1, footnote 4.
struct Spread {
  double entry = 0;            // σ² of an entry
  double product = 0;          // σ⁴, of one product
  double sum = 0;              // D σ⁴, of a score
  double root = 0;             // √sum, the score's standard deviation
  double scaled = 0;           // root / √D, after the division
  double measured = 0;         // variance of the drawn scores
  double measured_scaled = 0;  // variance of the drawn scores after the division
  int draws = 0;
};

/// Variances are about 0, since the mean is known to be 0. `draws` below 1 measure 0; a width below 1 is all 0.
Spread spread(Entries entries, int head_width, std::uint32_t seed, int draws);

/// (count) scores q·k of independent rows of D, each summed in double from the first product on. Score n depends on
/// the seed, the entries and n alone, and its D products are the first D of any greater width. Empty where a size is
/// below 1.
std::vector<double> drawn_scores(Entries entries, int head_width, int count, std::uint32_t seed);

/// (widest) element D - 1 is spread(entries, D, seed, draws).measured, bit for bit: running sums of one pass. Empty
/// where `widest` is below 1.
std::vector<double> measured_by_width(Entries entries, int widest, std::uint32_t seed, int draws);

}  // namespace bandscope::engine
