// The bit rule of the product: each number is the sum of its products in the order of depth, from 0, whatever the rows,
// the columns and the blocks around it.
#include "engine/kernels/multiply.h"

#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace {

using bandscope::engine::kernels::multiply;
using bandscope::engine::kernels::PackedMatrix;

/// Rows further apart than they are long; what is between them is not to be touched.
template <class Real>
struct Table {
  Table(int height, int width, unsigned seed) : rows(height), columns(width), stride(width + 3) {
    std::mt19937 bits(seed);
    for (int n = 0; n < rows * stride; ++n) {
      numbers.push_back(static_cast<Real>(static_cast<int>(bits() >> 8) - (1 << 23)) / static_cast<Real>(1 << 22));
    }
  }
  const Real* row(int r) const { return numbers.data() + static_cast<std::ptrdiff_t>(r) * stride; }
  Real* row(int r) { return numbers.data() + static_cast<std::ptrdiff_t>(r) * stride; }

  int rows, columns, stride;
  std::vector<Real> numbers;
};

template <class Real>
Table<Real> packed_product(const Table<Real>& a, const Table<Real>& b, const Real* bias = nullptr) {
  PackedMatrix<Real> packed;
  packed.pack(b.row(0), b.stride, b.rows, b.columns, bias);
  Table<Real> out(a.rows, b.columns, 3);
  multiply(a.row(0), a.stride, packed, out.row(0), out.stride, a.rows);
  return out;
}

/// One running sum a number, the products rounded or (where the target has it) fused into it.
template <class Real>
Table<Real> plain_product(const Table<Real>& a, const Table<Real>& b, bool fused) {
  Table<Real> out(a.rows, b.columns, 3);
  for (int r = 0; r < a.rows; ++r) {
    for (int c = 0; c < b.columns; ++c) {
      Real sum = 0;
      for (int k = 0; k < a.columns; ++k) {
        sum = fused ? std::fma(a.row(r)[k], b.row(k)[c], sum) : sum + a.row(r)[k] * b.row(k)[c];
      }
      out.row(r)[c] = sum;
    }
  }
  return out;
}

}  // namespace

TEMPLATE_TEST_CASE("Each number of a product is one running sum in the order of depth", "[kernels][multiply]", float,
                   double) {
  for (const int depth : {1, 2, 31, 256, 257, 600}) {
    const Table<TestType> a(11, depth, 1), b(depth, 75, 2);
    const std::vector<TestType> out = packed_product(a, b).numbers;
    const bool rounded = out == plain_product(a, b, false).numbers, fused = out == plain_product(a, b, true).numbers;
    INFO("depth " << depth);
    CHECK((rounded || fused));
  }
}

TEMPLATE_TEST_CASE("A product cut into runs of rows has the same bits", "[kernels][multiply]", float, double) {
  const Table<TestType> a(211, 270, 1), b(270, 45, 2);
  const Table<TestType> whole = packed_product(a, b);
  PackedMatrix<TestType> packed;
  packed.pack(b.row(0), b.stride, b.rows, b.columns);
  for (const int run : {1, 2, 3, 4, 5, 6, 7, 8, 11, 64, 65, 97, 210}) {
    Table<TestType> out(a.rows, b.columns, 3);
    for (int row = 0; row < a.rows; row += run) {
      multiply(a.row(row), a.stride, packed, out.row(row), out.stride, std::min(run, a.rows - row));
    }
    INFO("runs of " << run);
    CHECK(out.numbers == whole.numbers);
  }
}

TEMPLATE_TEST_CASE("A product without packing, and one with more columns, have the same bits", "[kernels][multiply]",
                   float, double) {
  for (const int depth : {1, 40, 256, 300}) {
    const Table<TestType> a(29, depth, 1), b(depth, 540, 2);
    const Table<TestType> widest = packed_product(a, b);
    for (const int columns : {1, 2, 7, 8, 15, 31, 33, 64, 65, 255, 256, 257, 540}) {
      Table<TestType> part = b;
      part.columns = columns;
      const Table<TestType> packed = packed_product(a, part);
      Table<TestType> out(a.rows, columns, 3);
      multiply(a.row(0), a.stride, part.row(0), part.stride, out.row(0), out.stride, a.rows, depth, columns);
      INFO("depth " << depth << ", columns " << columns);
      CHECK(out.numbers == packed.numbers);
      bool same = true;
      for (int r = 0; r < a.rows; ++r) {
        same = same && std::equal(out.row(r), out.row(r) + columns, widest.row(r));
      }
      CHECK(same);
    }
  }
}

TEMPLATE_TEST_CASE("A bias is added to the whole sum", "[kernels][multiply]", float, double) {
  for (const int rows : {1, 4, 7, 70}) {
    for (const int columns : {1, 8, 37, 70}) {
      const Table<TestType> a(rows, 280, 1), b(280, columns, 2), bias(1, columns, 4);
      Table<TestType> wanted = packed_product(a, b);
      for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) wanted.row(r)[c] += bias.row(0)[c];
      }
      INFO("rows " << rows << ", columns " << columns);
      CHECK(packed_product(a, b, bias.row(0)).numbers == wanted.numbers);
    }
  }
}

TEMPLATE_TEST_CASE("Packing anew, larger or smaller, leaves nothing of before", "[kernels][multiply]", float, double) {
  PackedMatrix<TestType> packed;
  const Table<TestType> bias(1, 90, 4);
  for (const int columns : {9, 90, 3, 33}) {
    for (const int depth : {70, 3, 20}) {
      const Table<TestType> a(6, depth, 1), b(depth, columns, 2);
      for (const TestType* added : {bias.row(0), static_cast<const TestType*>(nullptr)}) {
        packed.pack(b.row(0), b.stride, depth, columns, added);
        CHECK(packed.depth() == depth);
        CHECK(packed.columns() == columns);
        Table<TestType> out(6, columns, 3);
        multiply(a.row(0), a.stride, packed, out.row(0), out.stride, 6);
        CHECK(out.numbers == packed_product(a, b, added).numbers);
      }
    }
  }
}

TEST_CASE("A sum of no products is 0", "[kernels][multiply]") {
  const std::vector<float> nothing;
  std::vector<float> out(6, 7.0F);
  multiply(nothing.data(), 0, nothing.data(), 3, out.data(), 3, 2, 0, 3);
  CHECK(out == std::vector<float>(6, 0.0F));
  PackedMatrix<float> packed;
  packed.pack(nothing.data(), 3, 0, 3);
  std::fill(out.begin(), out.end(), 7.0F);
  multiply(nothing.data(), 0, packed, out.data(), 3, 2);
  CHECK(out == std::vector<float>(6, 0.0F));
}
