#include "engine/generator.h"

#include <array>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "engine/inputs.h"
#include "support/golden.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;

// The known answers published with the paper's own code (Random123, kat_vectors).
TEST_CASE("Philox4x32-10 gives its published answers") {
  using Four = std::array<std::uint32_t, 4>;
  CHECK(engine::philox({0, 0, 0, 0}, {0, 0}) == Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(engine::philox({~0U, ~0U, ~0U, ~0U}, {~0U, ~0U}) == Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(engine::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("FNV-1a gives its published answers") {
  CHECK(engine::fnv1a("") == 0xcbf29ce484222325);
  CHECK(engine::fnv1a("a") == 0xaf63dc4c8601ec8c);
  CHECK(engine::fnv1a("foobar") == 0x85944171f73967e8);
}

// generator.json was made by NumPy (make_generator.py beside it); tests/web/generator.test.mjs reads it too.
TEST_CASE("Generated numbers have the bits of NumPy and JavaScript") {
  const auto file = support::golden("generator");
  for (const auto& line : file["rows"]) {
    const auto seed = line["seed"].get<std::uint32_t>();
    engine::RowId row{};
    if (line.contains("word")) {
      row = engine::word_row_id(line["word"].get<std::string>());
    } else {
      row = line["row"].get<std::array<std::uint32_t, 3>>();
    }
    CAPTURE(line["row"].dump(), seed);
    const auto bits = line["float_bits"].get<std::vector<std::uint32_t>>();
    std::vector<float> made(bits.size());
    const double divisor = std::sqrt(line["weight_rows"].get<double>());
    engine::fill_normal(seed, row, divisor, made.data(), static_cast<int>(made.size()));
    for (std::size_t c = 0; c < bits.size(); ++c) {
      CHECK(std::bit_cast<std::uint32_t>(made[c]) == bits[c]);
      const double one = engine::normal(seed, row, static_cast<std::uint32_t>(c)) / divisor;
      CHECK(static_cast<float>(one) == made[c]);
    }
  }
}

TEST_CASE("Generated numbers have mean 0 and variance 1, a weight 1 / its rows") {
  double sum = 0, squares = 0;
  std::vector<float> row(500);
  for (std::uint32_t r = 0; r < 200; ++r) {
    engine::fill_normal(7, engine::row_id(engine::TensorId::kX, 0, r), 1.0, row.data(), 500);
    for (const float value : row) {
      sum += value;
      squares += static_cast<double>(value) * value;
    }
  }
  CHECK_THAT(sum / 100'000, WithinAbs(0, 0.01));
  CHECK_THAT(squares / 100'000, WithinAbs(1, 0.015));

  engine::InputSource source;
  const auto& tensors = source.make({.heads = 8, .head_width = 8});
  squares = 0;
  for (const float value : tensors.w_qkv) squares += static_cast<double>(value) * value;
  CHECK_THAT(squares / static_cast<double>(tensors.w_qkv.size()) * 64, WithinAbs(1, 0.04));
}
