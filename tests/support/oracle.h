// The oracle: attention in double, unstaged, with dense masks and plain loops, written apart from the engine. It shares
// no code with it but its plain structs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace bandscope::oracle {

/// Row-major, with its shape in words beside each use.
using Array = std::vector<double>;

struct Problem {
  int batch = 1, queries = 1, keys = 1, embed_width = 0, heads = 1, head_width = 1;
  std::optional<int> window;  // none: every key that the causal rule leaves
  bool causal = true, scale = true, strike_zero = false, tie = false;
  std::vector<std::uint8_t> key_mask;  // (B, Tk) or empty
  Array x, w_qkv, w_o;                 // (B, T, E), (E, 3C), (C, E); x empty where Q, K, V are given
  Array q, k, v;                       // (B, Tq, C), (B, Tk, C), (B, Tk, C)
  Array b_qkv, b_o;                    // (3C), (E); or empty
};

struct Answer {
  Array q, k, v;                                   // (B, H, T, D)
  std::vector<std::uint8_t> keep;                  // (B, Tq, Tk)
  Array scores_raw, scores_scaled, scores_masked;  // (B, H, Tq, Tk)
  Array shares;                                    // (B, H, Tq, Tk)
  Array head_out;                                  // (B, H, Tq, D)
  Array merged;                                    // (B, Tq, C)
  Array output;                                    // (B, Tq, E); empty without w_o
};

/// The one rule, for one pair.
bool keeps(const Problem& problem, int b, int i, int j);

Answer attend(const Problem& problem);

}  // namespace bandscope::oracle
