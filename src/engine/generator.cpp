#include "engine/generator.h"

#include <algorithm>

namespace bandscope::engine {

namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
constexpr int kRounds = 10;

/// Eight counters side by side, so that the compiler can use vectors.
constexpr int kLanes = 8;
using Lanes = std::array<std::uint32_t, kLanes>;

void philox_lanes(Lanes& c0, Lanes& c1, Lanes& c2, Lanes& c3, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < kRounds; ++round) {
    for (int l = 0; l < kLanes; ++l) {
      const std::uint64_t product0 = std::uint64_t{kMultiplier0} * c0[l];
      const std::uint64_t product1 = std::uint64_t{kMultiplier1} * c2[l];
      c0[l] = static_cast<std::uint32_t>(product1 >> 32) ^ c1[l] ^ key0;
      c2[l] = static_cast<std::uint32_t>(product0 >> 32) ^ c3[l] ^ key1;
      c1[l] = static_cast<std::uint32_t>(product1);
      c3[l] = static_cast<std::uint32_t>(product0);
    }
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
}

std::uint32_t halves(std::uint32_t word) { return (word & 0xFFFF) + (word >> 16); }

/// The twelve-integer sums of columns column..column+7.
Lanes sums(std::uint32_t seed, const RowId& row, std::uint32_t column) {
  Lanes total{};
  for (std::uint32_t call = 0; call < 2; ++call) {
    Lanes c0, c1, c2, c3;
    c0.fill(row[0]);
    c1.fill(row[1]);
    c2.fill(row[2]);
    for (int l = 0; l < kLanes; ++l) c3[l] = column + static_cast<std::uint32_t>(l);
    philox_lanes(c0, c1, c2, c3, seed, call);
    for (int l = 0; l < kLanes; ++l) {
      total[l] += halves(c0[l]) + halves(c1[l]) + (call == 0 ? halves(c2[l]) + halves(c3[l]) : 0);
    }
  }
  return total;
}

double centred(std::uint32_t sum) { return (static_cast<double>(sum) - 393210.0) / 65536.0; }

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  Lanes c0, c1, c2, c3;
  c0.fill(counter[0]);
  c1.fill(counter[1]);
  c2.fill(counter[2]);
  c3.fill(counter[3]);
  philox_lanes(c0, c1, c2, c3, key[0], key[1]);
  return {c0[0], c1[0], c2[0], c3[0]};
}

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3;
  }
  return hash;
}

RowId word_row_id(std::string_view word) {
  const std::uint64_t hash = fnv1a(word);
  return row_id(TensorId::kWords, static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(hash >> 32));
}

double normal(std::uint32_t seed, const RowId& row, std::uint32_t column) {
  return centred(sums(seed, row, column)[0]);
}

void fill_normal(std::uint32_t seed, const RowId& row, double divisor, float* out, int columns) {
  for (int from = 0; from < columns; from += kLanes) {
    const Lanes total = sums(seed, row, static_cast<std::uint32_t>(from));
    const int wide = std::min(kLanes, columns - from);
    for (int l = 0; l < wide; ++l) out[from + l] = static_cast<float>(centred(total[l]) / divisor);
  }
}

}  // namespace bandscope::engine
