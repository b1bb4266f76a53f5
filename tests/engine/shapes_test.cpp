// Wrong shapes are refused by an error that names them, and the estimate is what is really held.
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/layer_runs.h"

using namespace bandscope;

namespace {

std::string refused(const oracle::Problem& p) {
  const support::HeldTensors<float> held(p);
  engine::Layer<float> layer;
  const auto error = layer.run(held.tensors, support::settings_of(p));
  return error ? error->message : "";
}

oracle::Problem projected() {
  std::mt19937 random(31);
  return support::random_problem(random, 1, 6, 6, 10, 2, 4, false);
}
oracle::Problem given() {
  std::mt19937 random(32);
  return support::random_problem(random, 1, 3, 5, 8, 2, 4, true);
}

/// 4 bytes a number of every array in the Trace and of the weights, and a byte a key of the key mask.
template <class Real>
std::int64_t bytes_held(const engine::Trace<Real>& t, const oracle::Problem& p) {
  std::size_t numbers = p.w_qkv.size() + p.w_o.size() + p.b_qkv.size() + p.b_o.size();
  for (const auto* array : {&t.x, &t.qkv, &t.q_given, &t.k_given, &t.v_given, &t.row_peak, &t.row_total, &t.head_out,
                            &t.merged, &t.output}) {
    numbers += array->size();
  }
  for (const auto* table : {&t.scores_raw, &t.scores_scaled, &t.scores_masked, &t.shares}) {
    numbers += table->values.size() + table->first.size() + table->count.size();
  }
  numbers += t.keep.first.size() + t.keep.count.size();
  return static_cast<std::int64_t>(4 * numbers + t.keep.key_mask.size());
}

}  // namespace

TEST_CASE("Wrong shapes are refused in words that name the shape") {
  oracle::Problem p = projected();
  CHECK(refused(p).empty());
  SECTION("w_qkv against H·D") {
    p.w_qkv.resize(10 * 21);
    CHECK(refused(p) == "w_qkv is (10, 21), but H·D = 8 needs (10, 24)");
  }
  SECTION("w_qkv that fits no row") {
    p.w_qkv.resize(101);
    CHECK(refused(p) == "w_qkv has 101 numbers, but H·D = 8 needs (10, 24)");
  }
  SECTION("x against E") {
    p.x.resize(6 * 9);
    CHECK(refused(p) == "x is (6, 9), but E = 10 needs (6, 10)");
  }
  SECTION("w_o") {
    p.w_o.resize(8 * 11);
    CHECK(refused(p) == "w_o is (8, 11), but H·D = 8 with E = 10 needs (8, 10)");
  }
  SECTION("biases") {
    p.b_qkv.resize(23);
    CHECK(refused(p) == "b_qkv is (23), but H·D = 8 needs (24)");
    p.b_qkv.clear();
    p.b_o.resize(11);
    CHECK(refused(p) == "b_o is (11), but E = 10 needs (10)");
    p.b_o.resize(10);
    CHECK(refused(p).empty());
    p.w_o.clear();
    CHECK(refused(p) == "b_o is given, but no w_o that it belongs to");
  }
  SECTION("T < 1") {
    p.queries = p.keys = 0;
    CHECK(refused(p) == "tokens (Tq) is 0, but must be at least 1");
  }
  SECTION("W < 1") {
    p.window = 0;
    CHECK(refused(p) == "window (W) is 0, but must be at least 1");
  }
  SECTION("H, D, E, B below 1") {
    p.heads = 0;
    CHECK(refused(p) == "heads (H) is 0, but must be at least 1");
    p = projected();
    p.head_width = -4;
    CHECK(refused(p) == "head width (D) is -4, but must be at least 1");
    p = projected();
    p.embed_width = 0;
    CHECK(refused(p) == "embed width (E) is 0, but must be at least 1");
    p = projected();
    p.batch = 0;
    CHECK(refused(p) == "batch (B) is 0, but must be at least 1");
  }
  SECTION("key mask") {
    p.key_mask = {1, 1, 1};
    CHECK(refused(p) == "key_mask is (1, 3), but Tk = 6 needs (1, 6)");
  }
  SECTION("more keys than x has") {
    p.keys = 7;
    CHECK(refused(p) == "x gives queries and keys alike, but Tq = 6 and Tk = 7; give q, k and v instead");
  }
  SECTION("both, or nothing") {
    p.q = p.k = p.v = p.x;
    CHECK(refused(p) == "x with w_qkv, or q, k and v: not both");
    p = projected();
    p.x.clear();
    p.w_qkv.clear();
    CHECK(refused(p) == "x (T, E) with w_qkv (E, 3C), or q, k and v, must be given");
  }
}

TEST_CASE("Mismatched Q, K and V are refused in words that name the shape") {
  oracle::Problem p = given();
  CHECK(refused(p).empty());
  SECTION("k") {
    p.k.resize(3 * 8);
    CHECK(refused(p) == "k has 24 numbers, but H·D = 8 needs (5, 8)");
  }
  SECTION("v missing") {
    p.v.clear();
    CHECK(refused(p) == "v has 0 numbers, but H·D = 8 needs (5, 8)");
  }
  SECTION("q") {
    p.q.resize(3 * 6);
    CHECK(refused(p) == "q is (3, 6), but H·D = 8 needs (3, 8)");
  }
  SECTION("K tied to a Q of another length") {
    p.tie = true;
    CHECK(refused(p) == "K cannot be Q: q is (3, 8), k is (5, 8)");
  }
  SECTION("b_qkv without w_qkv") {
    p.b_qkv.resize(24);
    CHECK(refused(p) == "b_qkv is given, but no w_qkv that it belongs to");
  }
  SECTION("w_o without a width") {
    p.embed_width = 0;
    CHECK(refused(p) == "w_o is given, but the embed width (E) is 0");
  }
}

TEST_CASE("A refused run leaves the trace as it was") {
  oracle::Problem p = projected();
  const support::HeldTensors<float> held(p);
  engine::Layer<float> layer;
  REQUIRE_FALSE(layer.run(held.tensors, support::settings_of(p)));
  const auto before = layer.trace();
  p.heads = 3;
  REQUIRE(layer.run(held.tensors, support::settings_of(p)));
  CHECK(layer.trace().shape == before.shape);
  CHECK(layer.trace().runs == before.runs);
  CHECK(support::same_bits(layer.trace().output, before.output));
}

TEST_CASE("Absurd sizes are refused, not tried") {
  const int most = std::numeric_limits<int>::max();
  for (const engine::LayerShape& shape :
       {engine::LayerShape{1, 1'000'000, 1'000'000, 16384, 64, 256},
        engine::LayerShape{most, most, most, most, most, most}, engine::LayerShape{1, 1, 1, 1, most, most}}) {
    const std::vector<float> few(4);
    engine::Layer<float> layer;
    const engine::Tensors<float> tensors{few, few, {}, {}, {}, {}};
    engine::LayerSettings settings;
    settings.shape = shape;
    const auto error = layer.run(tensors, settings);
    REQUIRE(error);
    CHECK(error->message.find("would hold more than 1000 MB") != std::string::npos);
  }
}

TEST_CASE("The estimate is what a fresh run holds, to the byte") {
  std::mt19937 random(33);
  for (int n = 0; n < 60; ++n) {
    const bool long_one = n % 10 == 0;
    const bool is_given = n % 3 == 0;
    const int queries = long_one ? 270 : support::random_integer(random, 1, 20);
    const int keys = is_given ? queries + support::random_integer(random, 0, 5) : queries;
    oracle::Problem p =
        support::random_problem(random, 1 + n % 2, queries, keys, support::random_integer(random, 1, 9),
                                support::random_integer(random, 1, 4), support::random_integer(random, 1, 6), is_given);
    if (n % 4 != 0) p.window = support::random_integer(random, 1, 25);
    p.causal = n % 5 != 0;
    p.strike_zero = n % 7 == 0;
    if (n % 6 == 0) p.w_o.clear();
    const bool biased = n % 2 == 1;
    if (biased) support::add_random_biases(random, p);
    if (n % 8 == 0) p.key_mask.assign(static_cast<std::size_t>(p.batch) * keys, 1);
    const auto trace = support::run_fresh<float>(p);
    CAPTURE(n, queries, keys, p.window.value_or(0), p.causal, p.strike_zero);
    CHECK(engine::estimate_bytes(support::settings_of(p), p.x.empty(), !p.w_o.empty(), biased) == bytes_held(trace, p));
    const support::HeldTensors<float> held(p);
    engine::LayerSettings kept_only = support::settings_of(p);
    kept_only.kept_only = true;
    engine::Layer<float> layer;
    REQUIRE_FALSE(layer.run(held.tensors, kept_only));
    CHECK(engine::estimate_bytes(kept_only, p.x.empty(), !p.w_o.empty(), biased) == bytes_held(layer.trace(), p));
  }
}

TEST_CASE("The estimate never wraps round") {
  engine::LayerSettings settings;
  settings.shape = {1, 1'000'000, 1'000'000, 16384, 64, 256};
  const std::int64_t all = engine::estimate_bytes(settings, false, true);
  CHECK(all > 4LL * 4 * 64 * 1'000'000 * 1'000'000);  // four tables of every pair
  settings.window = 1;
  const std::int64_t one = engine::estimate_bytes(settings, false, true);
  CHECK(one < all);
  CHECK(one > 4LL * 6 * 16384 * 1'000'000);
  const int most = std::numeric_limits<int>::max();
  settings.shape = {most, most, most, most, most, most};
  settings.window = engine::kNoWindow;
  CHECK(engine::estimate_bytes(settings, false, true) == std::numeric_limits<std::int64_t>::max());
}
