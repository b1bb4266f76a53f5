// Every kernel of the registry against its own plain loops in double, over the sizes and the numbers where kernels go
// wrong. A new row is swept with no edit here.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "engine/kernels/registry.h"

namespace {

using namespace bandscope::engine::kernels;

constexpr float kEpsilon = std::numeric_limits<float>::epsilon();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// A problem with the numbers that it points at; a copy would point at another's.
struct OwnedProblem {
  OwnedProblem(int rows, int keys, int depth) {
    std::mt19937 bits(static_cast<unsigned>(rows * 1'000'003 + keys * 1009 + depth));
    const auto fill = [&](std::vector<float>& numbers, int count) {
      for (int n = 0; n < count * depth; ++n) {
        numbers.push_back(static_cast<float>(static_cast<int>(bits() >> 8) - (1 << 23)) / static_cast<float>(1 << 22));
      }
    };
    fill(a, rows);
    fill(b, keys);
    fill(c, keys);
    problem.rows = rows;
    problem.keys = keys;
    problem.depth = depth;
    problem.window = keys;
    problem.a = a;
    problem.b = b;
    problem.c = c;
  }
  OwnedProblem(const OwnedProblem&) = delete;
  OwnedProblem& operator=(const OwnedProblem&) = delete;
  ~OwnedProblem() = default;

  void strike(std::vector<std::uint8_t> flags) {
    mask = std::move(flags);
    problem.key_mask = mask;
  }

  std::vector<float> a, b, c;  // uniform in -2 to 2
  std::vector<std::uint8_t> mask;
  Problem problem;
};

/// What rounding may add up to: one epsilon of the largest result for each operation that a number takes, and a few.
double tolerance(const Kernel& kernel, const Problem& p, std::span<const double> wanted) {
  double largest = 1;
  for (const double number : wanted) {
    if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  }
  const double operations = kernel.work(p) / static_cast<double>(kernel.outputs(p)) + p.depth + 8;
  return operations * static_cast<double>(kEpsilon) * largest;
}

/// Whether a number is what was wanted; a NaN and an infinity must be there exactly where they are wanted.
bool matches(float number, double wanted, double error) {
  if (std::isnan(wanted)) return std::isnan(number);
  if (std::isinf(wanted)) return static_cast<double>(number) == wanted;
  return std::abs(static_cast<double>(number) - wanted) <= error;
}

void check(const Kernel& kernel, const Problem& p) {
  const std::size_t size = kernel.outputs(p);
  std::vector<double> wanted(size);
  kernel.reference(p, wanted.data());
  const double error = tolerance(kernel, p, wanted);
  // What is left unwritten fails.
  std::vector<float> out(size, 12345.678F);
  const auto run = kernel.prepare(p);
  run(out.data());
  std::size_t wrong = size;
  for (std::size_t n = 0; n < size && wrong == size; ++n) {
    if (!matches(out[n], wanted[n], error)) wrong = n;
  }
  // Only what a failure needs: a macro a number would take longer than the kernels.
  if (wrong != size) {
    FAIL_CHECK(kernel.name << ", rows " << p.rows << ", keys " << p.keys << ", depth " << p.depth << ", window "
                           << p.window << ", causal " << p.causal << ": number " << wrong << " is " << out[wrong]
                           << " and not " << wanted[wrong] << " to " << error);
  }
  std::vector<float> again(size, -1.0F);
  run(again.data());
  const bool same =
      std::equal(out.begin(), out.end(), again.begin(), [](float x, float y) { return x == y || (x != x && y != y); });
  if (!same) FAIL_CHECK(kernel.name << ": a second run of the same has other numbers");
}

/// Under both rules of time, where they differ.
void check_rules(const Kernel& kernel, Problem p) {
  for (const bool causal : {true, false}) {
    p.causal = causal;
    check(kernel, p);
  }
}

void check_everywhere(const Problem& p) {
  for (const Kernel& kernel : registry()) check_rules(kernel, p);
}

/// Whether the window is nothing to it.
bool ignores_window(const Kernel& kernel) {
  Problem p;
  p.rows = p.keys = p.window = 64;
  const double widest = kernel.work(p);
  p.window = 1;
  return kernel.work(p) == widest;
}

}  // namespace

TEST_CASE("Every kernel gives its reference's numbers at every tail of rows, keys and depth", "[kernels]") {
  REQUIRE_FALSE(registry().empty());
  for (const int rows : {1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 31, 33}) {
    for (const int keys : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 65}) {
      for (const int depth : {1, 5, 16}) check_everywhere(OwnedProblem(rows, keys, depth).problem);
    }
  }
  for (int depth = 1; depth <= 130; ++depth) check_everywhere(OwnedProblem(7, 37, depth).problem);
}

TEST_CASE("Every kernel gives its reference's numbers across its blocks", "[kernels]") {
  for (const int depth : {255, 256, 257, 513}) check_everywhere(OwnedProblem(6, 41, depth).problem);
  check_everywhere(OwnedProblem(131, 35, 258).problem);
  check_everywhere(OwnedProblem(9, 531, 33).problem);
  check_everywhere(OwnedProblem(300, 300, 8).problem);
}

TEST_CASE("Every kernel with a window gives its reference's numbers at any", "[kernels]") {
  for (const Kernel& kernel : registry()) {
    if (ignores_window(kernel)) continue;
    for (const int keys : {1, 7, 8, 9, 33, 70}) {
      for (const int rows : {1, keys / 2 + 1, keys, keys + 3}) {
        OwnedProblem owned(rows, keys, 12);
        for (const int window : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, keys - 1, keys, keys + 1}) {
          if (window < 1) continue;
          owned.problem.window = window;
          check_rules(kernel, owned.problem);
        }
      }
    }
  }
}

TEST_CASE("Every kernel leaves out struck keys, with whatever stands in them", "[kernels]") {
  for (const int keys : {1, 6, 8, 21, 40}) {
    for (const int depth : {1, 3, 8, 20}) {
      for (const int window : {2, 9, keys}) {
        OwnedProblem owned(keys, keys, depth);
        owned.problem.window = window;
        // No row keeps a key.
        owned.strike(std::vector<std::uint8_t>(static_cast<std::size_t>(keys)));
        check_everywhere(owned.problem);
        // The first rows keep none, and then every third key is struck.
        std::vector<std::uint8_t> flags(static_cast<std::size_t>(keys), 1);
        for (int j = 0; j < keys; ++j) flags[static_cast<std::size_t>(j)] = j >= keys / 2 && j % 3 != 0 ? 1 : 0;
        owned.strike(flags);
        check_everywhere(owned.problem);
        for (int j = 0; j < keys; ++j) {
          if (flags[static_cast<std::size_t>(j)] != 0) continue;
          owned.b[static_cast<std::size_t>(j * depth)] = kNaN;
          owned.c[static_cast<std::size_t>(j * depth + depth - 1)] = j % 2 == 0 ? kNaN : kInfinity;
        }
        check_everywhere(owned.problem);
      }
    }
  }
}

TEST_CASE("In every kernel a NaN or an infinity goes just where its reference has one", "[kernels]") {
  for (const float hostile : {kNaN, kInfinity, -kInfinity}) {
    for (const int rows : {1, 6, 19}) {
      const int keys = rows + 6, depth = 9;
      for (const int window : {1, 4, keys}) {
        for (std::vector<float> OwnedProblem::* const array : {&OwnedProblem::a, &OwnedProblem::b, &OwnedProblem::c}) {
          OwnedProblem owned(rows, keys, depth);
          owned.problem.window = window;
          std::vector<float>& numbers = owned.*array;
          numbers[numbers.size() * 2 / 3] = hostile;
          check_everywhere(owned.problem);
          // Where a value of 0 would meet it, too.
          std::fill(owned.a.begin(), owned.a.begin() + depth, 0.0F);
          check_everywhere(owned.problem);
        }
      }
    }
  }
}

TEST_CASE("No kernel takes a number below the normal ones for 0", "[kernels]") {
  for (const int rows : {1, 5, 18}) {
    OwnedProblem owned(rows, 22, 10);
    for (float& number : owned.a) number *= 1e-39F;
    check_everywhere(owned.problem);
    // Times a large one they count.
    for (float& number : owned.b) number *= 1e38F;
    check_everywhere(owned.problem);
  }
}
