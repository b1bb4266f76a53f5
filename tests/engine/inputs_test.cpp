// Words, built weights and position marks.
#include "engine/inputs.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "engine/positions.h"
#include "support/layer_runs.h"

using namespace bandscope;
using engine::BuiltAim;
using engine::InputKind;
using engine::InputSpec;

namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

InputSpec built_spec(std::vector<std::string> words, int heads, int head_width, std::uint32_t seed) {
  InputSpec spec{.kind = InputKind::kWords, .seed = seed, .heads = heads, .head_width = head_width};
  spec.tokens = static_cast<int>(words.size());
  spec.words = std::move(words);
  spec.built = true;
  spec.positions = true;
  return spec;
}

template <class Real>
engine::Trace<Real> run(const InputSpec& spec, bool causal = true, int window = engine::kNoWindow) {
  engine::BasicInputSource<Real> source;
  const auto& tensors = source.make(spec);
  engine::LayerSettings settings;
  settings.shape = source.shape();
  settings.causal = causal;
  settings.window = window;
  engine::Layer<Real> layer;
  const auto error = layer.run(tensors, settings);
  if (error) FAIL(error->message);
  return layer.trace();
}

/// The least share, over all rows, that a head gives to the keys that it is meant to look at.
double least_meant_share(const engine::Trace<float>& trace, const std::vector<std::string>& words, int head) {
  double least = 1;
  for (int i = 0; i < trace.shape.queries; ++i) {
    double meant = 0;
    bool exists = false;
    for (int j = 0; j < trace.shape.keys; ++j) {
      if (!trace.keep.keeps(0, i, j)) continue;
      const bool aim = engine::built_aim(head) == BuiltAim::kPrevious   ? j == i - 1
                       : engine::built_aim(head) == BuiltAim::kSameWord ? words[j] == words[i]
                                                                        : j == 0;
      if (!aim) continue;
      exists = true;
      meant += trace.shares.at(0, head, i, j, 0);
    }
    if (exists) least = std::min(least, meant);
  }
  return least;
}

std::vector<std::vector<std::string>> texts() {
  std::vector<std::vector<std::string>> out{
      words_of("one"),
      words_of("the cat saw the dog and the dog saw the cat"),
      words_of("a a a a a a a a b a a a"),
      words_of("東京 naïve don’t ' — the The THE the"),
  };
  std::mt19937 random(61);
  for (const int vocabulary : {1, 3, 30, 1000}) {
    std::vector<std::string> words;
    for (int n = 0; n < 256; ++n) words.push_back("w" + std::to_string(support::random_integer(random, 1, vocabulary)));
    out.push_back(words);
  }
  std::vector<std::string> distinct;
  for (int n = 0; n < 256; ++n) distinct.push_back("word" + std::to_string(n));
  out.push_back(distinct);
  return out;
}

}  // namespace

TEST_CASE("With built weights each head looks at what it says") {
  for (const auto& words : texts()) {
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
      const auto trace = run<float>(built_spec(words, 4, 8, seed));
      for (int head = 0; head < 3; ++head) {
        CAPTURE(words.size(), words.back(), seed, head);
        CHECK(least_meant_share(trace, words, head) >= 0.95);
      }
      bool even = true;
      for (int i = 0; i < trace.shape.queries; ++i) {
        for (int j = 0; j <= i; ++j) {
          even = even && std::fabs(trace.shares.at(0, 3, i, j, 0) - 1.0 / (i + 1)) < 1e-6;
        }
      }
      CHECK(even);
    }
  }
}

TEST_CASE("The same word's share is spread evenly over its places") {
  const auto words = words_of("the cat saw the dog and the dog saw the cat");
  const auto trace = run<float>(built_spec(words, 4, 8, 1));
  std::vector<double> shares;
  for (int j = 0; j <= 9; ++j) {
    if (words[j] == "the") shares.push_back(trace.shares.at(0, 1, 9, j, 0));
  }
  REQUIRE(shares.size() == 4);
  for (const double share : shares) CHECK(std::fabs(share - shares[0]) < 1e-4);
  CHECK(shares[0] > 0.95 / 4);
}

TEST_CASE("The meanings hold for other widths, and repeat from head 4 on") {
  const auto words = texts()[6];
  for (const int head_width : {8, 9, 12, 16, 17, 64}) {
    const auto trace = run<float>(built_spec(words, 7, head_width, 3));
    CHECK(trace.shape.embed_width == head_width + std::min(head_width, 16) / 2 * 2 + 1);
    for (const int head : {0, 1, 2, 4, 5, 6}) {
      CAPTURE(head_width, head);
      CHECK(least_meant_share(trace, words, head) >= 0.95);
    }
  }
  CHECK(engine::built_aim(4) == BuiltAim::kPrevious);
  CHECK(engine::built_aim(7) == BuiltAim::kEven);
}

TEST_CASE("Without marks heads 0 and 2 are blind, and head 1 is not") {
  const auto words = words_of("the cat saw the dog and the dog saw the cat");
  InputSpec spec = built_spec(words, 4, 8, 1);
  spec.positions = false;
  const auto trace = run<float>(spec);
  for (int i = 0; i < trace.shape.queries; ++i) {
    for (int j = 0; j <= i; ++j) {
      for (const int head : {0, 2}) CHECK(std::fabs(trace.shares.at(0, head, i, j, 0) - 1.0 / (i + 1)) < 1e-6);
    }
  }
  CHECK(least_meant_share(trace, words, 1) >= 0.95);
}

TEST_CASE("Built weights differ from random only in x, w_qkv and w_o, and are refused below D = 8") {
  InputSpec spec = built_spec(words_of("to be or not to be"), 2, 8, 1);
  CHECK(engine::shape_of(spec).embed_width == 8 + 8 + 1);
  const auto built = run<float>(spec);
  CHECK(built.q_given.empty());
  CHECK(built.output.size() == 6U * 17U);
  spec.head_width = 7;
  CHECK(engine::shape_of(spec).embed_width == 14);
  const auto random_weights = run<float>(spec);
  spec.built = false;
  CHECK(support::same_bits(run<float>(spec).output, random_weights.output));
}

TEST_CASE("The same word has the same row of x, from the seed and its own bytes") {
  InputSpec spec{.kind = InputKind::kWords, .tokens = 99};
  spec.words = words_of("the cat saw the dog The");
  const auto trace = run<float>(spec);
  CHECK(trace.shape.queries == 6);  // a text ends with its words
  const int width = trace.shape.embed_width;
  const auto row = [&](const engine::Trace<float>& of, int t) {
    return std::vector<float>(of.x.begin() + t * width, of.x.begin() + (t + 1) * width);
  };
  CHECK(row(trace, 0) == row(trace, 3));
  CHECK(row(trace, 0) != row(trace, 1));
  CHECK(row(trace, 0) != row(trace, 5));  // The and the differ
  spec.words = words_of("the mat");
  const auto elsewhere = run<float>(spec);
  CHECK(row(elsewhere, 0) == row(trace, 0));
  spec.seed = 2;
  CHECK(row(run<float>(spec), 0) != row(trace, 0));
  spec.seed = 1;
  spec.positions = true;
  spec.words = words_of("the the");
  const auto marked = run<float>(spec);
  CHECK(row(marked, 0) != row(marked, 1));
  for (int e = 0; e < width; ++e) {
    CHECK(std::fabs(marked.x[width + e] - trace.x[e] - engine::position_mark(1, e, width)) < 1e-6);
  }
}

TEST_CASE("More tokens of a source keep its rows and make no weight anew") {
  engine::InputSource source;
  InputSpec spec{.tokens = 40};
  const auto revisions = [](const engine::Tensors<float>& t) {
    return std::vector<std::uint64_t>{t.x_revision, t.w_qkv_revision, t.w_o_revision};
  };
  const auto first = source.make(spec);
  const std::vector<float> rows(first.x.begin(), first.x.end());
  const auto before = revisions(first);
  const float* weights = first.w_qkv.data();
  for (const int tokens : {7, 90, 1, 40}) {
    spec.tokens = tokens;
    const auto& now = source.make(spec);
    CHECK(now.x.size() == static_cast<std::size_t>(tokens) * 32);
    CHECK(std::equal(now.x.begin(), now.x.begin() + std::min<std::ptrdiff_t>(tokens, 40) * 32, rows.begin()));
    CHECK(revisions(now) == before);
    CHECK(now.w_qkv.data() == weights);
  }
  spec.kind = InputKind::kWords;  // other rows, the same weights
  spec.words.assign(40, "word");
  const auto other = revisions(source.make(spec));
  CHECK(other[0] != before[0]);
  CHECK(other[1] == before[1]);
  CHECK(other[2] == before[2]);
}

TEST_CASE("Float and double see the same inputs, and their layers agree") {
  for (const bool built : {false, true}) {
    InputSpec spec = built_spec(words_of("she sells sea shells by the sea shore"), 4, 8, 5);
    spec.built = built;
    engine::BasicInputSource<double> wide;
    engine::InputSource narrow;
    const auto& a = narrow.make(spec);
    const auto& b = wide.make(spec);
    CHECK(std::equal(a.x.begin(), a.x.end(), b.x.begin(), b.x.end()));
    CHECK(std::equal(a.w_qkv.begin(), a.w_qkv.end(), b.w_qkv.begin(), b.w_qkv.end()));
    CHECK(std::equal(a.w_o.begin(), a.w_o.end(), b.w_o.begin(), b.w_o.end()));
    CHECK(support::array_error(run<float>(spec).output, run<double>(spec).output) <= 1e-4);
  }
}

TEST_CASE("Nolan has one query and as many keys as tokens") {
  for (const int tokens : {1, 2, 9}) {
    const InputSpec spec{.kind = InputKind::kNolan, .tokens = tokens, .heads = 1};
    const auto shape = engine::shape_of(spec);
    CHECK(shape.queries == 1);
    CHECK(shape.keys == std::min(tokens, 2));
    CHECK(shape.head_width == 4);
    CHECK(run<float>(spec, false).merged.size() == 4);
  }
}
