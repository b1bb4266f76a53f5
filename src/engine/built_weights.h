// Weights built by hand, so that each head of a text means something.
//
// x = [word row, unit length, D numbers | sine and cosine marks, M numbers | 1], E = D + M + 1. A score is a dot
// product of such rows times a gain, which lies in W_q together with the √D that the layer divides by again: 64 for
// marks, and 1024 for words. Of 256 different words at D = 8 the two nearest rows are about 0.3 rad apart, so 64 would
// leave their shares at 0.9 and less; 1024 keeps the meant one above 0.95 but for one such text in ten thousand.
#pragma once

#include "engine/inputs.h"

namespace bandscope::engine {

inline constexpr int kLeastBuiltWidth = 8;  // below, words and marks have too few numbers to be told apart

/// Whether this spec is given built weights: asked for, words, and D >= 8.
bool uses_built(const InputSpec& spec);
/// M = min(D, 16), rounded down to even.
int mark_width(int head_width);
/// E = D + M + 1.
int built_embed_width(int head_width);

/// One row of x (E): the word's unit row, its position's marks (0 with the marks off), and 1.
void fill_built_row(const InputSpec& spec, int token, float* row);
/// One row of w_qkv (3C of E rows): W_q and W_k as built_aim() says, W_v generated.
void fill_built_w_qkv_row(std::uint32_t seed, int heads, int head_width, int row, float* out);

}  // namespace bandscope::engine
