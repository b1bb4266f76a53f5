// The oracle's gradients: in double, dense and by the whole Jacobian of each softmax, written apart from the engine.
#pragma once

#include "support/oracle.h"

namespace bandscope::oracle {

/// Of Σ upstream · output, or without w_o of Σ upstream · merged. Empty where the problem has no such array; with tie,
/// k is empty and q has both parts.
struct Gradient {
  Array x, w_qkv, b_qkv, w_o, b_o;  // as in the Problem
  Array q, k, v;                    // (B, Tq, C), (B, Tk, C), (B, Tk, C), given or projected
};

Gradient differentiate(const Problem& problem, const Array& upstream);

/// What it is the gradient of.
double weighted_output(const Problem& problem, const Array& upstream);

}  // namespace bandscope::oracle
