// The softmax's exponential: how far off it may be, and where it is exact.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/kernels/registry.h"

using namespace bandscope::engine;

namespace {

/// e^-|x| of each number, by the kernel.
std::vector<float> powers(const std::vector<float>& numbers) {
  for (const kernels::Kernel& kernel : kernels::registry()) {
    if (kernel.name != "exp") continue;
    kernels::Problem p;
    p.a = numbers;
    std::vector<float> out(numbers.size());
    kernel.prepare(p)(out.data());
    return out;
  }
  FAIL("there is no kernel exp");
  return {};
}

}  // namespace

TEST_CASE("e^x is at most 2 units in the last place off, from 0 to the smallest normal number", "[exp]") {
  std::vector<float> numbers;
  for (int n = 0; n <= 873'000; ++n) numbers.push_back(static_cast<float>(n) * 1e-4F);
  // Close to 0 too, and both sides of every half of ln 2, where the reduction turns.
  for (float x = 1.0F; x > 1e-38F; x *= 0.7F) numbers.push_back(x);
  for (int n = 1; n < 252; ++n) {
    const auto turn = static_cast<float>(n * 0.34657359027997264);
    for (const float to : {0.0F, 100.0F}) numbers.push_back(std::nextafter(turn, to));
    numbers.push_back(turn);
  }
  std::erase_if(numbers, [](float x) { return x > 87.336540F; });
  const std::vector<float> got = powers(numbers);
  double worst = 0;
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const double exact = std::exp(-static_cast<double>(numbers[n]));
    const double unit = std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
    worst = std::max(worst, std::abs(static_cast<double>(got[n]) - exact) / unit);
  }
  CAPTURE(worst);
  CHECK(worst <= 2);
  CHECK(worst > 0.4);  // of so many numbers some are rounded
}

TEST_CASE("e^0 is 1, below the smallest normal number it is 0, and a NaN stays one", "[exp]") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CHECK(powers({0.0F, -0.0F}) == std::vector<float>{1, 1});
  CHECK(powers({87.34F, 88, 104, 1e30F, kInfinity}) == std::vector<float>(5, 0.0F));
  for (const float x : powers({87.33F, 87.0F})) CHECK(x >= std::numeric_limits<float>::min());
  const std::vector<float> mixed = powers({1, std::numeric_limits<float>::quiet_NaN(), 1});
  CHECK(std::isnan(mixed[1]));
  CHECK(mixed[0] == mixed[2]);
}
