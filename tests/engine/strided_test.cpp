// Where the numbers sit: every move of the heads and back as NumPy makes it, and the addresses that the kernels read.
#include "engine/strided.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "engine/shapes.h"
#include "support/golden.h"

using namespace bandscope;
using engine::Strided;

namespace {

using Numbers = std::vector<std::int64_t>;

/// A golden record, [shape, strides, base, c_contiguous]; `part` chooses q, k or v where base is a list.
void check_record(const Strided& a, const nlohmann::json& record, std::size_t part = 0) {
  CHECK(a.shape == record[0].get<Numbers>());
  CHECK(a.strides == record[1].get<Numbers>());
  CHECK(a.base == (record[2].is_array() ? record[2][part] : record[2]).get<std::int64_t>());
  CHECK(engine::contiguous(a) == record[3].get<bool>());
  CHECK(engine::numbers_copied_by_contiguous(a) == (record[3].get<bool>() ? 0 : a.size()));
}

/// The addresses of all numbers, in row-major order of their indices.
Numbers addresses(const Strided& a) {
  Numbers out, index(a.shape.size());
  for (std::int64_t n = 0; n < a.size(); ++n) {
    std::int64_t rest = n;
    for (std::size_t axis = index.size(); axis-- > 0; rest /= a.shape[axis]) index[axis] = rest % a.shape[axis];
    out.push_back(engine::offset(a, index));
  }
  return out;
}

struct Sizes {
  std::int64_t batch, tokens, heads, head_width;
  explicit Sizes(const nlohmann::json& line)
      : batch(line["B"]), tokens(line["T"]), heads(line["H"]), head_width(line["D"]) {}
  std::int64_t merged_width() const { return heads * head_width; }
};

}  // namespace

TEST_CASE("Cut, split, reshelve, flip and pin sit where NumPy has them") {
  const auto cases = support::golden("strides")["heads"];
  REQUIRE(cases.size() == 108);
  for (const auto& line : cases) {
    const Sizes s(line);
    const bool wide = line["layout"] == "wide";
    CAPTURE(wide, s.batch, s.tokens, s.heads, s.head_width);
    for (std::size_t part = 0; part < 3; ++part) {
      CAPTURE(part);
      const std::int64_t width = s.merged_width();
      const Strided buffer = engine::row_major({s.batch, s.tokens, wide ? 3 * width : width});
      const Strided cut = engine::cut(buffer, -1, wide ? static_cast<std::int64_t>(part) * width : 0, width);
      check_record(cut, line["cut"], part);
      const std::optional<Strided> split = engine::split(cut, -1, s.head_width);
      REQUIRE(split);
      check_record(*split, line["split"], part);
      CHECK(addresses(*split) == addresses(cut));
      const Strided reshelved = engine::swapped(*split, 1, 2);
      check_record(reshelved, line["reshelve"], part);
      check_record(engine::pinned(engine::pinned(reshelved, 0, s.batch - 1), 0, s.heads - 1), line["pin"], part);
      if (part == 1) check_record(engine::swapped(reshelved, -1, -2), line["flip"]);
      const std::optional<Strided> rejoined = engine::joined(*split, 2);  // dividers that were drawn can be erased
      REQUIRE(rejoined);
      CHECK(rejoined->shape == cut.shape);
      CHECK(addresses(*rejoined) == addresses(cut));
    }
  }
}

TEST_CASE("The heads merge without a copy exactly where NumPy's reshape copies nothing") {
  const auto cases = support::golden("strides")["merges"];
  REQUIRE(cases.size() == 54);
  int copied = 0, joined_only = 0;
  for (const auto& line : cases) {
    const Sizes s(line);
    CAPTURE(s.batch, s.tokens, s.heads, s.head_width);
    const Strided back = engine::swapped(engine::row_major({s.batch, s.heads, s.tokens, s.head_width}), 1, 2);
    check_record(back, line["back"]);
    const std::int64_t moved = engine::numbers_copied_by_contiguous(back);
    CHECK(moved == line["numbers_moved"].get<std::int64_t>());
    const Strided fresh = moved == 0 ? back : engine::row_major(back.shape);
    check_record(fresh, line["contiguous"]);

    const std::optional<Strided> merged = engine::joined(back, 2);
    REQUIRE(merged.has_value() == line["merge_shares_memory"].get<bool>());
    if (merged) CHECK(addresses(*merged) == addresses(back));
    const std::optional<Strided> after_copy = engine::joined(fresh, 2);
    REQUIRE(after_copy);
    check_record(merged ? *merged : *after_copy, line["merged"]);
    copied += merged ? 0 : 1;
    joined_only += merged && moved > 0 ? 1 : 0;
  }
  CHECK(copied == 16);      // T > 1, H > 1, D > 1
  CHECK(joined_only == 8);  // T > 1, H > 1, D = 1: not contiguous, yet its heads need no copy to be joined
}

TEST_CASE("An offset is the address that a view of the heads reads") {
  constexpr int kBatch = 2, kTokens = 3, kHeads = 2, kHeadWidth = 4, kWidth = kHeads * kHeadWidth, kRow = 3 * kWidth;
  std::vector<float> numbers(kBatch * kTokens * kRow);
  std::iota(numbers.begin(), numbers.end(), 0.0F);  // each number is its own address
  for (const std::int64_t base : {0, kWidth, 2 * kWidth}) {
    const engine::HeadView<float> view{
        numbers.data() + base, {kBatch, kHeads, kTokens, kHeadWidth}, {kTokens * kRow, kHeadWidth, kRow, 1}};
    const Strided cut = engine::cut(engine::row_major({kBatch, kTokens, kRow}), 2, base, kWidth);
    const Strided heads = engine::swapped(engine::split(cut, 2, kHeadWidth).value(), 1, 2);
    CHECK(heads.shape == Numbers(view.shape.begin(), view.shape.end()));
    CHECK(heads.strides == Numbers(view.strides.begin(), view.strides.end()));
    CHECK(heads.base == base);
    for (int b = 0; b < kBatch; ++b) {
      for (int h = 0; h < kHeads; ++h) {
        const Strided head = engine::pinned(engine::pinned(heads, 0, b), 0, h);
        for (int t = 0; t < kTokens; ++t) {
          for (int d = 0; d < kHeadWidth; ++d) {
            const std::int64_t address = engine::offset(heads, std::array<std::int64_t, 4>{b, h, t, d});
            CHECK(address == b * kTokens * kRow + base + t * kRow + h * kHeadWidth + d);
            CHECK(view.at(b, h, t, d) == static_cast<float>(address));
            CHECK(engine::offset(head, std::array<std::int64_t, 2>{t, d}) == address);
          }
        }
      }
    }
  }
}

TEST_CASE("Axes split only evenly and join only where one runs on into the next") {
  const Strided rows = engine::row_major({2, 6});
  CHECK_FALSE(engine::split(rows, 1, 4));
  CHECK(engine::split(rows, 1, 3) == engine::row_major({2, 2, 3}));
  CHECK(engine::joined(rows, 0) == engine::row_major({12}));
  CHECK(engine::joined(rows, -2) == engine::row_major({12}));
  CHECK_FALSE(engine::joined(engine::swapped(rows, 0, 1), 0));
  CHECK_FALSE(engine::joined(engine::cut(rows, 1, 0, 5), 0));
  CHECK(engine::joined(engine::cut(rows, 1, 5, 1), 0) == Strided{{2}, {6}, 5});  // a column: one stride for both
  CHECK(engine::joined(engine::cut(engine::row_major({2, 2, 6}), 2, 4, 2), 0) == Strided{{4, 2}, {6, 1}, 4});
  CHECK(engine::swapped(engine::swapped(rows, 0, -1), 0, 1) == rows);
  CHECK(engine::swapped(rows, 1, 1) == rows);
}

TEST_CASE("Axes of length 1, empty arrays and single numbers are contiguous as in NumPy") {
  CHECK(engine::contiguous(Strided{{1, 3, 1}, {99, 1, -7}, 5}));
  CHECK_FALSE(engine::contiguous(Strided{{2, 3}, {4, 1}, 0}));
  CHECK(engine::numbers_copied_by_contiguous(Strided{{2, 3}, {4, 1}, 0}) == 6);

  const Strided none = engine::cut(engine::row_major({2, 6}), 1, 4, 0);
  CHECK(none == Strided{{2, 0}, {6, 1}, 0});
  CHECK(none.size() == 0);
  CHECK(engine::contiguous(none));
  CHECK(engine::numbers_copied_by_contiguous(none) == 0);
  CHECK(engine::split(none, 1, 2) == Strided{{2, 0, 2}, {2, 2, 1}, 0});
  CHECK(engine::joined(none, 0) == Strided{{0}, {1}, 0});

  const Strided one = engine::pinned(engine::row_major({3}), 0, 2);
  CHECK(one.rank() == 0);
  CHECK(one.size() == 1);
  CHECK(engine::contiguous(one));
  CHECK(engine::offset(one, {}) == 2);
}
