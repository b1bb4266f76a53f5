// The oracle of a whole stack: oracle::attend() a layer, with the norm and the residual in plain loops, in double.
#pragma once

#include <string>
#include <vector>

#include "support/oracle.h"

namespace bandscope::oracle {

struct StackProblem {
  Problem layer;  // sizes and settings of every layer, and x; batch 1, no Q, K, V
  int layers = 1;
  std::string pattern = "L";  // G: without the window
  double alpha = 0;
  bool rms = false;
  std::vector<Array> w_qkv, w_o;  // of layer 1, 2, ...
};

struct StackAnswer {
  std::vector<Array> h;            // (T, E) of 0..L
  std::vector<Array> mean_shares;  // (T, T) of layer 1..L, at 0..L-1
};

StackAnswer run_stack(const StackProblem& problem);

/// (T, T): the product over layers from the last to the first of alpha I + (1 - alpha) shares; `shares` as above.
Array rollout(const std::vector<Array>& shares, int tokens, double alpha);

/// (T, T) of 0 and 1: which inputs can matter at all, by the product of the masks.
std::vector<bool> reached(const StackProblem& problem);

}  // namespace bandscope::oracle
