// Every kernel by name, so that the sweep test and the benchmark need no list of their own. A kernel is one file in
// this folder and one row in registry.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace bandscope::engine::kernels {

/// What a kernel is tried on; each takes what it needs. Row-major.
struct Problem {
  int rows = 1;   // queries, or rows of a product
  int keys = 1;   // keys, or columns of a product
  int depth = 1;  // D, or the length of a product's sums
  int window = 1;
  bool causal = true;
  std::span<const float> a;                // (rows, depth): queries
  std::span<const float> b;                // (keys, depth): keys; of a product (depth, keys)
  std::span<const float> c;                // (keys, depth): values
  std::span<const std::uint8_t> key_mask;  // (keys), 0 strikes; empty: none
};

struct Kernel {
  std::string_view name;
  /// Numbers in the result.
  std::size_t (*outputs)(const Problem& problem);
  /// Multiply-adds of a run (of an element-wise kernel: its elements).
  double (*work)(const Problem& problem);
  /// Packs what is packed once, and gives back the run. The problem's arrays must outlive it.
  std::function<void(float* out)> (*prepare)(const Problem& problem);
  /// The same numbers by plain loops, in double.
  void (*reference)(const Problem& problem, double* out);
};

std::span<const Kernel> registry();

}  // namespace bandscope::engine::kernels
