// Weights built by hand, so that each head of a text means something.
//
// x = [word row, unit length, D numbers | sine and cosine marks, M numbers | 1], E = D + M + 1. Every score is 64 times
// a dot product of unit-like rows: the gain 64·√D lies in W_q, and the layer divides by √D again.
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
/// w_qkv (E, 3C), row-major: W_q and W_k as built_aim() says, W_v generated.
void fill_built_w_qkv(std::uint32_t seed, int heads, int head_width, float* w_qkv);

}  // namespace bandscope::engine
