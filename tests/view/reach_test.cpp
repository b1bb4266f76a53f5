// The view of reach as data: what it says, and that its numbers are the ones of plain loops over the rule.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <random>
#include <string>

#include "engine/stack/generated_weights.h"
#include "engine/stack/reach.h"
#include "support/view_frame.h"
#include "view/depth/relay_shares.h"
#include "view/depth/soft_reach.h"
#include "view/numbers.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using support::ViewFrame;

namespace {

std::string text_of(const std::vector<view::Run>& runs) {
  std::string text;
  for (const view::Run& run : runs) text += run.text;
  return text;
}

/// A frame of the view without tensors, as of a size that has none.
struct Reach {
  ViewFrame frame;
  explicit Reach(const std::string& query, float width = 1008) : frame("view=reach&" + query, width) {
    frame.depth.no_stack = "Counted only";
    update();
  }
  void update() { frame.make_models(); }
  const view::ReachModel& model() const { return frame.models.reach; }
  std::string title() const { return text_of(model().title); }
  std::string notes() const {
    std::string all;
    for (const auto& note : model().notes) all += text_of(note) + "\n";
    return all;
  }
};

/// A stack of this config, run through.
struct Stacked {
  engine::GeneratedWeights<float> weights;
  engine::Stack<float> stack;
  explicit Stacked(ViewFrame& frame) {
    engine::InputSpec spec;
    spec.tokens = frame.config.tokens;
    spec.heads = frame.config.heads;
    spec.head_width = frame.config.head_width;
    const engine::Tensors<float>& tensors = frame.inputs.make(spec);
    weights.set(spec, false);
    engine::StackSettings settings;
    settings.shape = frame.inputs.shape();
    settings.window = frame.config.window;
    settings.causal = frame.config.causal;
    settings.layers = frame.config.layers;
    settings.pattern = frame.config.pattern;
    settings.alpha = frame.config.alpha;
    REQUIRE(!stack.begin(settings, tensors.x, 1));
    while (!stack.finished()) stack.step(weights);
    frame.depth.stack = &stack;
    frame.depth.stack_current = true;
  }
};

bool keeps(const engine::StackRule& rule, int layer, std::int64_t i, std::int64_t j) {
  if (rule.causal && j > i) return false;
  if (rule.pattern[static_cast<std::size_t>(layer - 1) % rule.pattern.size()] == 'G') return true;
  return std::abs(i - j) <= rule.window - 1;
}

/// One layer down by loops over every pair; `share` of a kept pair.
template <class Share>
std::vector<double> layer_down(const engine::StackRule& rule, int layer, double alpha, const std::vector<double>& flow,
                               const Share& share) {
  std::vector<double> below(flow.size());
  for (std::size_t i = 0; i < flow.size(); ++i) {
    below[i] += alpha * flow[i];
    for (std::size_t j = 0; j < flow.size(); ++j) {
      const auto row = static_cast<std::int64_t>(i), key = static_cast<std::int64_t>(j);
      if (keeps(rule, layer, row, key)) below[j] += (1 - alpha) * flow[i] * share(row, key);
    }
  }
  return below;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("Five layers of window 3 reach 10 tokens back, with 0.41 % at the edge", "[reach]") {
  const Reach reach("t=24&w=3&layers=5&pick=22,21");
  const view::ReachModel& m = reach.model();
  CHECK(reach.title() == "5 layers of window 3 reach 10 tokens back");
  CHECK(text_of(m.hard_words.front()) == "hard reach  L · (W − 1) = 5 · 2 = 10");
  CHECK(text_of(m.subtitles.front()) ==
        "Ink is how much of token 22 came this way, by equal shares. Beyond the marked edge, nothing can.");
  CHECK(m.soft.rows[0].at_edge == "0.41 %");
  CHECK(m.soft.rows[0].assumption == "each share 1/3");
  CHECK(m.soft.rows[0].nearby == "60.5 %");
  CHECK(m.soft.edge_head == "12");
  CHECK(m.soft.near_head == "≤ 5 back");
  CHECK_THAT(m.uniform().at_edge, WithinRel(1.0 / 243, 1e-12));
  CHECK(m.lattice.cone_columns[0] == std::pair{12, 22});
  CHECK(m.lattice.cone_columns[5] == std::pair{22, 22});
  REQUIRE(m.lattice.edge_labels.size() == 5);
  CHECK(m.lattice.edge_labels.front().text == "−2");
  CHECK(m.lattice.edge_labels.back().text == "−10");
  CHECK(m.lattice.nodes.size() == 1 + 3 + 5 + 7 + 9 + 11);
  CHECK(m.boxes.side == view::KeySide::kLeft);
  CHECK_FALSE(m.soft.rows[1].there);
  CHECK(reach.notes().find("Counted only.") == 0);
  CHECK(reach.notes().find("1.83 tokens. The rule 0.29 · W · √L says 1.95, so a width 0.58 · W · √L of 3.89.") !=
        std::string::npos);
}

TEST_CASE("Titles say what a stack reaches", "[reach]") {
  CHECK(Reach("t=24&w=2&layers=1").title() == "1 layer of window 2 reaches 1 token back");
  CHECK(Reach("t=24&w=1&layers=4").title() == "4 layers of window 1 reach only the token itself");
  CHECK(Reach("t=24&w=3&layers=5&causal=0").title() == "5 layers of window 3 reach 10 tokens each way");
  CHECK(Reach("t=24&w=all&layers=2").title() == "2 layers without a window reach everything before");
  CHECK(Reach("t=24&w=all&layers=2&causal=0").title() == "2 layers without a window reach everything");
  CHECK(Reach("t=24&w=3&layers=5&pattern=G").title() == "5 layers reach everything before");
  CHECK(Reach("t=24&w=3&layers=5&layer=2").title() == "2 layers of window 3 reach 4 tokens back");
  CHECK(Reach("preset=longformer-base").title() == "12 layers of window 257 reach 3,072 tokens each way");
  const Reach mistral("preset=mistral-7b");
  CHECK(mistral.title() == "32 layers of window 4,096 reach 131,040 tokens back");
  CHECK(mistral.notes().find("Its paper says 131,072: it counts W, not W − 1, a layer") != std::string::npos);
  CHECK(Reach("preset=mistral-7b&w=2048").notes().find("paper") == std::string::npos);
  const Reach gemma("preset=gemma-3-4b");
  CHECK(gemma.title() == "34 layers reach everything before, from layer 6 on");
  CHECK(gemma.notes().find("Layers 1 to 5 reach 1,023, 2,046, 3,069, 4,092, 5,115 back; from layer 6 on it is all.") !=
        std::string::npos);
  CHECK(Reach("preset=gemma-2-2b").notes().find("Layer 1 reaches 4,095 back; from layer 2 on it is all.") !=
        std::string::npos);
}

TEST_CASE("A clipped reach is said", "[reach]") {
  const Reach start("t=24&w=8&layers=5&pick=9,8");
  CHECK(text_of(start.model().subtitles[1]) ==
        "Here 9 at most: the sequence begins. Ink is what came this way, by equal shares.");
  CHECK(text_of(start.model().hard_words.front()) == "hard reach  L · (W − 1) = 5 · 7 = 35, here 9");
  CHECK(start.title() == "5 layers of window 8 reach 35 tokens back");
  const Reach end("t=24&w=3&layers=2&causal=0&pick=22,21");
  CHECK(text_of(end.model().subtitles.back()) == "Here 1 ahead at most: the sequence ends. ");
}

TEST_CASE("With a residual the closed form stands beside exact radii", "[reach]") {
  const Reach deep("t=100000&w=100&layers=64&alpha=0.95&pick=99999,0");
  // 91 at two layers, and one number of the rule for all depths.
  CHECK(deep.notes().find("(91 at L = 2). The rule W ln ε ÷ ln(1 − α) says 154 at any L.") != std::string::npos);
  const std::string exact = view::grouped(engine::uniform_relay(100, 64, 0.95).radius99);
  CHECK(deep.notes().find("99 % of them comes from " + exact + " back or nearer") != std::string::npos);
  CHECK(deep.notes().find("equal shares come from 158.40 back on average: L · (1 − α) · (W − 1) ÷ 2.") !=
        std::string::npos);
  CHECK(deep.notes().find("They spread over " + view::fixed(engine::uniform_relay(100, 64, 0.95).sigma, 2) +
                          " tokens.\n") != std::string::npos);
  // ε belongs to another view: the radius here is always of 99 %.
  CHECK(Reach("t=50&w=4&alpha=0.5&epsilon=0.1").notes() == Reach("t=50&w=4&alpha=0.5").notes());
  CHECK(Reach("t=50&w=4&alpha=1").notes().find("each token stays itself") != std::string::npos);
}

TEST_CASE("Mean, spread and radius are told of every causal stack, and only of those", "[reach]") {
  const Reach plain("t=24&w=3&layers=5&pick=22,21");
  CHECK(plain.notes().find("Far from the start, equal shares come from 5.00 back on average: L · (W − 1) ÷ 2.") !=
        std::string::npos);
  const std::string radius = view::grouped(engine::uniform_relay(3, 5, 0).radius99);
  CHECK(plain.notes().find("99 % of them comes from " + radius + " back or nearer.") != std::string::npos);
  // The same where the sequence clips the row: they are told of a row far from its start.
  CHECK(Reach("t=24&w=3&layers=5&pick=2,1").notes() == plain.notes());
  const Reach both("t=24&w=3&layers=5&causal=0");
  CHECK(both.notes().find("are for causal layers") != std::string::npos);
  CHECK(both.notes().find("on average") == std::string::npos);
}

TEST_CASE("A window above T is the one that runs", "[reach]") {
  const Reach one("t=1&w=4&layers=64");
  CHECK(one.model().rule.window == 1);
  CHECK(one.title() == "64 layers of window 1 reach only the token itself");
  CHECK(Reach("t=9&w=all&layers=2").model().rule.window == engine::kNoWindow);
}

TEST_CASE("Columns of unequally many tokens show even shares evenly", "[reach]") {
  // One layer, no residual: every token that is read has the same share.
  const Reach flat("t=4097&w=2500&layers=1&pick=4000,3999");
  const view::ReachModel& m = flat.model();
  REQUIRE(m.lattice.columns.binned());
  const std::vector<view::Point>& points = m.soft.uniform.points;
  REQUIRE(points.size() > 100);
  for (const view::Point at : points) CHECK_THAT(at.y, WithinAbs(points.front().y, 0.01));
  const view::Columns& c = m.lattice.columns;
  const auto [begin, end] = m.lattice.cone_columns[0];
  const auto even = [&](int column) {
    return c.evened(column, m.uniform().columns[0][static_cast<std::size_t>(column)]);
  };
  for (int column = begin + 2; column < end; ++column) CHECK_THAT(even(column), WithinRel(even(begin + 1), 1e-9));
  // Longformer's curve rises to the token and falls again, without teeth.
  const Reach two("preset=longformer-base");
  const std::vector<view::Point>& bell = two.model().soft.uniform.points;
  REQUIRE(bell.size() > 20);
  int turns = 0;
  for (std::size_t k = 2; k < bell.size(); ++k) {
    turns += (bell[k].y - bell[k - 1].y) * (bell[k - 1].y - bell[k - 2].y) < -1e-3F ? 1 : 0;
  }
  CHECK(turns <= 1);
}

TEST_CASE("Ink of strips tells nearly all of their cells apart", "[reach]") {
  const Reach strips("t=256&w=32&layers=8&alpha=.5");
  const view::Lattice& lattice = strips.model().lattice;
  REQUIRE_FALSE(lattice.columns.nodes);
  CHECK(lattice.most < 0.5);
  CHECK(lattice.over);
  int shown = 0, beyond = 0;
  for (int layer = 0; layer < lattice.node.layer; ++layer) {
    for (const double share : strips.model().uniform().columns[static_cast<std::size_t>(layer)]) {
      shown += share > 0 ? 1 : 0;
      beyond += share > lattice.most ? 1 : 0;
    }
  }
  CHECK(beyond > 0);
  CHECK(beyond * 50 <= shown);
}

TEST_CASE("Under the logarithmic axis there is no curve, and plots end with their strips", "[reach]") {
  const Reach deep("t=256&w=9&layers=20&axis=log&pick=255,254");
  const view::SoftReach& soft = deep.model().soft;
  const Reach linear("t=256&w=9&layers=20&pick=255,254");
  const view::SoftReach& plain = linear.model().soft;
  CHECK(soft.uniform.points.size() + 10 < plain.uniform.points.size());
  for (const view::Point at : soft.uniform.points) CHECK(at.y <= soft.plot.bottom());
  CHECK_THAT(soft.plot.right(), WithinAbs(deep.model().lattice.columns.right(), 0.01));
  const Reach both("t=24&w=3&layers=5&causal=0&pick=23,22");
  const view::SoftReach& bars = both.model().soft;
  REQUIRE(bars.marks);
  CHECK(bars.uniform.points.back().x + bars.bar_width / 2 <= bars.plot.right() + 0.01F);
}

TEST_CASE("Equal and real shares are the products of the layers' tables", "[reach]") {
  std::mt19937 random(7);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const char* patterns[] = {"L", "LG", "LLG", "G"};
  const char* alphas[] = {"0", "0.3", "1"};
  for (int round = 0; round < 40; ++round) {
    const int tokens = pick(1, 20), layers = pick(1, 5), token = pick(0, tokens - 1), layer = pick(1, layers);
    const std::string query = "t=" + std::to_string(tokens) + "&h=2&d=3&w=" + std::to_string(pick(1, 6)) +
                              "&layers=" + std::to_string(layers) + "&layer=" + std::to_string(layer) +
                              "&pattern=" + patterns[pick(0, 3)] + "&alpha=" + alphas[pick(0, 2)] +
                              "&causal=" + std::to_string(pick(0, 1)) + "&pick=" + std::to_string(token) + ",0";
    CAPTURE(query);
    Reach reach(query);
    const Stacked stacked(reach.frame);
    reach.update();
    const view::ReachModel& m = reach.model();
    CHECK(m.ink == view::Ink::kReal);
    const double alpha = reach.frame.config.alpha;
    std::vector<double> even(static_cast<std::size_t>(tokens)), real(even);
    even[static_cast<std::size_t>(token)] = real[static_cast<std::size_t>(token)] = 1;
    for (int at = layer; at >= 1; --at) {
      even = layer_down(m.rule, at, alpha, even, [&](std::int64_t i, std::int64_t /*j*/) {
        int kept = 0;
        for (int k = 0; k < tokens; ++k) kept += keeps(m.rule, at, i, k) ? 1 : 0;
        return 1.0 / kept;
      });
      real = layer_down(m.rule, at, alpha, real, [&](std::int64_t i, std::int64_t j) {
        return static_cast<double>(stacked.stack.mean_shares(at).at(0, 0, static_cast<int>(i), static_cast<int>(j), 0));
      });
      const auto below = static_cast<std::size_t>(at) - 1;
      std::vector<double> by_edges(even.size());
      for (const view::EdgeFlow& e : m.real().edges) {
        if (e.layer == at) by_edges[static_cast<std::size_t>(e.key)] += e.flow;
      }
      for (std::size_t j = 0; j < even.size(); ++j) {
        CHECK_THAT(m.uniform().columns[below][j], WithinAbs(even[j], 1e-12));
        CHECK_THAT(m.real().columns[below][j], WithinAbs(real[j], 1e-12));
        CHECK_THAT(by_edges[j], WithinAbs(real[j], 1e-12));
        // Nothing came from outside the cone.
        const auto [first, last] = m.lattice.cone_columns[below];
        if (static_cast<int>(j) < first || static_cast<int>(j) > last) CHECK(even[j] == 0);
      }
    }
    const engine::Span hard = engine::reach(m.rule, token, layer);
    CHECK_THAT(m.real().at_edge, WithinAbs(real[static_cast<std::size_t>(hard.first)], 1e-12));
  }
}

TEST_CASE("Far from the start the closed form and the blend agree", "[reach]") {
  const Reach reach("t=20000&w=120&layers=6&alpha=0.2&pick=15000,0");
  const view::ReachModel& m = reach.model();
  const view::RelayAsk ask{m.rule, 0.2, m.node, m.lattice.columns, view::near_of(m.rule, m.node)};
  const view::RelayShares blended = view::uniform_shares(ask, view::kMostBlended),
                          closed = view::uniform_shares(ask, 0);
  REQUIRE(blended.there);
  REQUIRE(closed.there);
  CHECK_THAT(closed.at_edge, WithinRel(blended.at_edge, 1e-9));
  CHECK_THAT(closed.nearby, WithinRel(blended.nearby, 1e-9));
  for (std::size_t layer = 0; layer < closed.columns.size(); ++layer) {
    CHECK_THAT(sum_of(closed.columns[layer]), WithinAbs(1, 1e-9));
    double apart = 0;
    for (std::size_t k = 0; k < closed.columns[layer].size(); ++k) {
      apart += std::abs(closed.columns[layer][k] - blended.columns[layer][k]);
    }
    CHECK(apart < 0.02);  // straight between the places where it is taken
  }
}

TEST_CASE("A billion tokens are counted, and none is listed", "[reach]") {
  const Reach wide("t=1000000000&w=4096&layers=64");
  CHECK(wide.title() == "64 layers of window 4,096 reach 262,080 tokens back");
  CHECK(wide.model().uniform().there);
  CHECK(wide.model().lattice.columns.count <= 1000);
  CHECK(wide.model().lattice.columns.tokens < 1'000'000);
  const Reach small("t=1000000000&w=3&layers=5");
  CHECK(small.model().lattice.columns.nodes);
  CHECK(small.model().part.find(" of 1,000,000,000") != std::string::npos);
  CHECK(small.model().soft.rows[0].at_edge == "0.41 %");
  const Reach all("t=1000000000&w=1000000000&layers=64");
  CHECK(all.model().ink == view::Ink::kNone);
  CHECK_FALSE(all.model().uniform().there);
  CHECK(all.model().lattice.columns.binned());
}

TEST_CASE("Columns hold every token once", "[reach]") {
  for (const std::int64_t tokens : {1, 7, 48, 49, 300, 5000, 131072}) {
    const engine::StackRule rule{tokens, 5000, 4, "L", true};
    const view::Columns c = view::columns_of(rule, {4, static_cast<int>(tokens / 2)}, {60, 888, 36, 1});
    CAPTURE(tokens);
    CHECK(c.right() <= 888 + 36 / 2 + 1);
    CHECK(c.first_of(0) == c.first);
    CHECK(c.first_of(c.count) == c.first + c.tokens);
    for (int column = 0; column < c.count; ++column) {
      CHECK(c.column_of(c.first_of(column)) == column);
      CHECK(c.column_of(c.first_of(column + 1) - 1) == column);
    }
    if (c.binned()) continue;
    for (std::int64_t token = c.first; token < c.first + c.tokens; ++token) CHECK(c.token_at(c.x(token)) == token);
  }
}

TEST_CASE("Real shares that are catching up stay, fainter, inside the new cone", "[reach]") {
  Reach reach("t=24&h=2&d=4&w=5&layers=3&pick=20,19");
  const Stacked stacked(reach.frame);
  reach.update();
  const std::vector<view::EdgeFlow> before = reach.model().real().edges;
  REQUIRE(!before.empty());
  reach.frame.config.window = 2;
  reach.frame.depth.stack_current = false;
  reach.update();
  CHECK(reach.model().ink == view::Ink::kRealLate);
  CHECK(reach.model().lattice.faint);
  CHECK(reach.model().real().edges.size() == before.size());
  CHECK(reach.model().lattice.edges.size() < before.size());
  CHECK(reach.model().lattice.cone_columns[0] == std::pair{17, 20});
  CHECK(reach.model().soft.rows[1].state == "catching up");
  CHECK(reach.title() == "3 layers of window 2 reach 3 tokens back");
  // Of another node there is none: equal shares stand in.
  reach.frame.config.pick = config::Pick{12, 11};
  reach.update();
  CHECK(reach.model().ink == view::Ink::kEqualLate);
  CHECK_FALSE(reach.model().lattice.faint);
  CHECK(text_of(reach.model().subtitles.front()).find("by equal shares while the real ones catch up") !=
        std::string::npos);
}

TEST_CASE("Influence reads as shares, with what its estimate is made of", "[reach]") {
  Reach reach("t=24&h=2&d=4&w=3&layers=2&pick=10,9");
  const Stacked stacked(reach.frame);
  view::InfluenceInput& influence = reach.frame.depth.influence;
  influence.norms.assign(24, 0);
  for (int j = 6; j <= 10; ++j) influence.norms[static_cast<std::size_t>(j)] = j == 6 ? 1 : 3;
  influence.row = 10;
  influence.layer = 2;
  influence.current = true;
  influence.probes = 12;
  influence.relative_error = 0.0913;
  influence.revision = 1;
  reach.update();
  const view::SoftRow& row = reach.model().soft.rows[2];
  CHECK(row.at_edge == "7.69 %");
  CHECK(row.nearby == "69.2 %");
  CHECK(row.state == "12 probes, ±9.1 %");
  influence.passes_done = 3;
  influence.passes_needed = 8;
  ++influence.revision;
  reach.update();
  CHECK(row.state == "12 probes, ±9.1 %, exact 3 of 8");
  influence.passes_done = 0;
  influence.relative_error = 1.4;
  ++influence.revision;
  reach.update();
  CHECK(row.state == "12 probes, a rough guess");
  CHECK(reach.model().soft.numbers.points.size() == 5);
  influence.exact = true;
  ++influence.revision;
  reach.update();
  CHECK(row.state == "exact");
  influence.current = false;
  ++influence.revision;
  reach.update();
  CHECK(row.state == "catching up");
  CHECK(reach.model().soft.numbers.late);
  // A preview is of another node than the influence, whose curve stays.
  reach.frame.state.node_hover = view::Node{1, 8};
  reach.update();
  CHECK(reach.title() == "1 layer of window 3 reaches 2 tokens back");
  CHECK_FALSE(row.there);
  CHECK(row.state == "of the held node");
  CHECK(reach.model().soft.numbers.points.size() == 5);
  CHECK(reach.model().soft.numbers.late);
  influence.norms.clear();
  ++influence.revision;
  reach.update();
  CHECK(row.state == "follows a click");
}

TEST_CASE("A lattice keeps to its lines", "[reach]") {
  for (const char* query :
       {"t=48&w=12&layers=12&pick=40,39", "t=48&w=all&layers=20&pick=47,46", "t=48&w=30&layers=8&causal=0"}) {
    const Reach reach(query);
    CAPTURE(query);
    CHECK(reach.model().lattice.columns.nodes);
    CHECK(reach.model().lattice.edges.size() <= 900);
    CHECK(reach.model().lattice.idle.size() <= 1000);
  }
  CHECK_FALSE(Reach("t=49&w=3&layers=2").model().lattice.columns.nodes);
}

TEST_CASE("The logarithmic axis has whole decades", "[reach]") {
  const Reach reach("t=24&w=3&layers=5&pick=22,21&axis=log");
  std::string ticks;
  for (const view::SoftTick& tick : reach.model().soft.ticks) ticks += tick.text + ", ";
  CHECK(ticks == "0.1 %, 1 %, 10 %, 100 %, ");
}

TEST_CASE("An example with one query has no lattice", "[reach]") {
  const Reach reach("example=nolan");
  CHECK(!reach.model().off.empty());
}
