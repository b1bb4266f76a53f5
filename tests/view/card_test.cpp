// The card's terms re-sum to the value shown; a struck pick says why; every number is read from the Trace.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <random>
#include <string>
#include <string_view>

#include "support/view_frame.h"
#include "view/numbers.h"

using namespace bandscope;
using Catch::Matchers::WithinAbs;
using support::ViewFrame;
using view::CardModel;

namespace {

constexpr std::string_view kStates[] = {
    "t=16",
    "t=40&h=3&d=20&w=9",
    "t=12&causal=0&w=3",
    "t=24&scale=0&tie=1",
    "text=the+cat+saw+the+dog+and+the+cat+ran&w=4",
    "example=sliding-window",
    "example=shapes",
    "example=nolan",
    "t=300&w=5&h=2",
};

std::string joined(const std::vector<view::Run>& runs) {
  std::string text;
  for (const view::Run& run : runs) text += run.text;
  return text;
}

double sum(const view::CardTerms& terms, std::size_t row) {
  double total = terms.rest_value;
  for (const view::CardCell& cell : terms.rows.at(row).cells) total += cell.value;
  return total;
}

const view::CardLine* line(const CardModel& card, std::string_view name) {
  for (const view::CardLine& l : card.lines) {
    if (l.name == name) return &l;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("A card's terms re-sum to the score and its share to the cell", "[card]") {
  std::mt19937 random(5);
  for (const std::string_view state : kStates) {
    ViewFrame frame(state);
    frame.update();
    const engine::Trace<float>& trace = frame.layer.trace();
    for (int n = 0; n < 60; ++n) {
      const config::Pick cell{static_cast<int>(random() % static_cast<unsigned>(trace.shape.queries)),
                              static_cast<int>(random() % static_cast<unsigned>(trace.shape.keys))};
      frame.config.pick = cell;
      frame.config.head = static_cast<int>(random() % static_cast<unsigned>(trace.shape.heads));
      frame.state.card_first_term = static_cast<int>(random() % 24);
      frame.update();
      const CardModel& card = frame.models.card;
      INFO(state << " " << cell.query << "," << cell.key);
      REQUIRE(card.cell == cell);
      CHECK(card.terms.shown() <= view::kTermsShown);
      CHECK(card.terms.count == trace.shape.head_width);
      CHECK(card.terms.rest.empty() == (card.terms.count <= view::kTermsShown));
      const int h = frame.config.head;
      const float raw = trace.scores_raw.at(0, h, cell.query, cell.key, NAN);
      if (!std::isnan(raw)) CHECK_THAT(sum(card.terms, 2), WithinAbs(raw, 1e-4 * std::max(1.0F, std::abs(raw))));
      const bool kept = trace.keep.keeps(0, cell.query, cell.key);
      CHECK(card.struck == !kept);
      const float share = trace.shares.at(0, h, cell.query, cell.key, 0);
      CHECK(card.value == (kept ? view::careful(share, 3) : "0"));
      CHECK(card.lines.back().result == card.value);
      if (kept) {
        // The row's shares add to one, shown or not.
        CHECK_THAT(sum(card.row, 2), WithinAbs(1, 1e-4));
        CHECK(card.row.marked >= 0);
        CHECK(card.row.rows.at(2).cells.at(static_cast<std::size_t>(card.row.marked)).value == share);
      }
    }
  }
}

TEST_CASE("A merged number is its shares times its values", "[card]") {
  std::mt19937 random(6);
  for (const std::string_view state : kStates) {
    ViewFrame frame(state);
    frame.update();
    const engine::Trace<float>& trace = frame.layer.trace();
    for (int n = 0; n < 30; ++n) {
      const int query = static_cast<int>(random() % static_cast<unsigned>(trace.shape.queries));
      const int column = static_cast<int>(random() % static_cast<unsigned>(trace.shape.merged_width()));
      frame.state.hover = view::Hover{{query, 0}, column};
      frame.state.card_first_term = static_cast<int>(random() % 8);
      frame.update();
      const CardModel& card = frame.models.card;
      INFO(state << " " << query << "," << column);
      CHECK(card.merged);
      CHECK(card.head == column / trace.shape.head_width);
      const float merged =
          trace.merged[static_cast<std::size_t>(query) * trace.shape.merged_width() + static_cast<std::size_t>(column)];
      CHECK_THAT(sum(card.terms, 2), WithinAbs(merged, 1e-4 * std::max(1.0F, std::abs(merged))));
      CHECK(card.value == view::careful(merged, 3));
    }
  }
}

TEST_CASE("A card reads its numbers from the Trace", "[card]") {
  ViewFrame frame("t=16&pick=9,8");
  frame.update();
  const std::string before = frame.models.card.value;
  engine::Trace<float> altered = frame.layer.trace();
  const int slot = 8 - altered.shares.first[9];
  altered.shares.row(0, 0, 9)[slot] += 0.25F;
  view::Models models;
  view::update_panels(models, {frame.config, frame.opened, altered, frame.words, frame.notices, frame.layout,
                               frame.state, view::palette(false), frame.depth});
  CHECK(models.card.value != before);
  CHECK(models.card.value == view::careful(altered.shares.at(0, 0, 9, 8, 0), 3));
}

TEST_CASE("A struck pick names the test that struck it", "[card]") {
  ViewFrame frame("t=16&w=4&pick=9,11");
  frame.update();
  CHECK(line(frame.models.card, "struck")->result == "−∞");
  CHECK(joined(line(frame.models.card, "struck")->expression) == "not yet");
  CHECK(frame.models.card.lines.back().result == "0");
  CHECK(frame.models.card.tests.at(0).result == "yes, strike");
  CHECK(frame.models.card.tests.at(1).result == "no, keep");

  frame.config.pick = config::Pick{9, 2};
  frame.update();
  CHECK(joined(line(frame.models.card, "struck")->expression) == "too old");
  CHECK(joined(frame.models.card.tests.at(1).expression) == "2 < 9 − 4 + 1 = 6");
  CHECK(frame.models.card.tests.at(1).result == "yes, strike");

  frame.config.causal = false;
  frame.update();
  CHECK(joined(line(frame.models.card, "struck")->expression) == "too far");
}

TEST_CASE("Strike by zero leaves a struck key its e^0", "[card]") {
  ViewFrame frame("t=16&w=4&strike=zero&pick=9,11");
  frame.update();
  const CardModel& card = frame.models.card;
  CHECK(card.struck);
  CHECK(joined(line(card, "struck")->expression) == "not yet, by 0");
  CHECK(line(card, "struck")->result == "0.000");
  const float share = frame.layer.trace().shares.at(0, 0, 9, 11, 0);
  CHECK(share > 0);
  CHECK(card.value == view::careful(share, 3));
  CHECK(joined(line(card, "exp")->expression).rfind("e^(0.000 − ", 0) == 0);
}

TEST_CASE("The pencil example is written out as on paper", "[card]") {
  ViewFrame frame("example=sliding-window&pick=1,1");
  frame.update();
  const CardModel& card = frame.models.card;
  CHECK(card.score_in_words);
  CHECK(joined(card.score_lines.at(0).expression) == "0·1 + 1·1");
  CHECK(card.score_lines.at(0).result == "1.000");
  CHECK(joined(card.score_lines.at(1).expression) == "1 ÷ √2");
  CHECK(card.score_lines.at(1).result == "0.707");
  CHECK(joined(card.share_lines.at(0).expression) == "e^(0.000 − 0.707)");
  CHECK(card.share_lines.at(0).result == "0.493");
  CHECK(joined(card.share_lines.at(2).expression) == "0.493 + 1.000");
  CHECK(joined(card.share_lines.at(3).expression) == "1.000 ÷ 1.493");
  CHECK(card.share_lines.at(3).result == "0.670");
  CHECK(joined(card.merged_lines.at(0).expression) == "0.330·2 + 0.670·1");
  CHECK(card.merged_lines.at(0).result == "1.330");
  CHECK(joined(card.tests.at(0).expression) == "1 ≤ 1");
  CHECK(joined(card.tests.at(1).expression) == "1 ≥ 1 − 2 + 1 = 0");
}

TEST_CASE("A built head says what it looks at, and when it cannot", "[card]") {
  const std::string text = "text=the+cat+saw+the+dog+and+the+cat+ran&w=4&pick=7,6";
  ViewFrame frame(text);
  frame.update();
  CHECK(joined(frame.models.card.built_note) == "Head 0 is built to look at the previous word.");
  frame.config.head = 1;
  frame.update();
  // "cat" stands at 1 and at 7: the window reaches back to 4.
  CHECK(joined(frame.models.card.built_note) == "Head 1 is built to look at the same word: key 1, which is struck.");
  frame.config.head = 3;
  frame.update();
  CHECK(joined(frame.models.card.built_note) == "Head 3 is built to look at all its words evenly.");
  frame.config.positions = false;
  frame.config.head = 2;
  frame.update();
  CHECK(joined(frame.models.card.built_note).find("blind") != std::string::npos);
  frame.config.weights = config::Weights::kRandom;
  frame.update();
  CHECK(frame.models.card.built_note.empty());
}
