#include "view/numbers.h"

#include <catch2/catch_test_macros.hpp>
#include <limits>

using namespace bandscope::view;

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
}  // namespace

TEST_CASE("fixed decimals, a true minus, no negative zero") {
  CHECK(fixed(0.67, 3) == "0.670");
  CHECK(fixed(-1.4142, 3) == "−1.414");
  CHECK(fixed(2, 0) == "2");
  CHECK(fixed(-0.0, 3) == "0.000");
  CHECK(fixed(-0.0004, 3) == "0.000");
  CHECK(fixed(-0.0006, 3) == "−0.001");
  CHECK(fixed(-0.004, 2) == "0.00");
  CHECK(fixed(-0.4, 0) == "0");
  CHECK(fixed(0.5, 2) == "0.50");
  CHECK(fixed(kNan, 3) == "NaN");
  CHECK(fixed(-kNan, 3) == "NaN");
  CHECK(fixed(-kInf, 2) == "−∞");
  CHECK(fixed(kInf, 2) == "∞");
  CHECK(fixed(std::numeric_limits<double>::max(), 1).size() == 311);
}

TEST_CASE("cards write very large and very small numbers with a power of ten") {
  CHECK(careful(0.0000123, 3) == "1.2e−5");
  CHECK(careful(-0.0000123, 3) == "−1.2e−5");
  CHECK(careful(4.99e-4, 3) == "5.0e−4");
  CHECK(careful(5e-4, 3) == "0.001");
  CHECK(careful(0, 3) == "0.000");
  CHECK(careful(-0.0, 3) == "0.000");
  CHECK(careful(99999, 3) == "99999.000");
  CHECK(careful(1e5, 3) == "1.0e5");
  CHECK(careful(-1.26e12, 3) == "−1.3e12");
  CHECK(careful(3.4e100, 3) == "3.4e100");
  CHECK(careful(9.96e-5, 3) == "1.0e−4");
  CHECK(careful(-kInf, 3) == "−∞");
  CHECK(careful(kNan, 3) == "NaN");
}

TEST_CASE("given integers print as integers") {
  CHECK(plain(2, 3) == "2");
  CHECK(plain(-3, 3) == "−3");
  CHECK(plain(-0.0, 3) == "0");
  CHECK(plain(0.5, 3) == "0.500");
  CHECK(plain(kInf, 3) == "∞");
  CHECK(plain(kNan, 3) == "NaN");
}

TEST_CASE("counts are grouped by commas") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(131040) == "131,040");
  CHECK(grouped(-1234567) == "−1,234,567");
  CHECK(grouped(-123) == "−123");
}

TEST_CASE("per cent has two decimals below ten, else one") {
  CHECK(per_cent(0.0041) == "0.41 %");
  CHECK(per_cent(0.605) == "60.5 %");
  CHECK(per_cent(0.09994) == "9.99 %");
  CHECK(per_cent(0.09996) == "10.0 %");
  CHECK(per_cent(1) == "100.0 %");
  CHECK(per_cent(0) == "0.00 %");
  CHECK(per_cent(kNan) == "NaN");
}

TEST_CASE("small counts are words") {
  CHECK(count_word(0) == "zero");
  CHECK(count_word(4) == "four");
  CHECK(count_word(12) == "twelve");
  CHECK(count_word(13) == "13");
  CHECK(count_word(131040) == "131,040");
}
