// apply(): the one way in. Clamps, refusals, what follows from a change, and which stages it costs.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "app/state.h"
#include "config/limits.h"
#include "config/query.h"

namespace {

using namespace bandscope;
using app::Numbers;
using app::Origin;
using app::State;
using config::Letter;

struct Opened {
  State state;
  Numbers numbers;
  explicit Opened(std::string_view query, std::int64_t memory_limit = app::kMemoryLimit) {
    app::open(state, numbers, query, memory_limit);
  }

  bool put(const config::Config& wanted) { return app::apply(state, numbers, {wanted, {}}, Origin::kReader); }
  bool set(Letter letter, int value) { return put(config::with_value(letter, value, state.config)); }
  bool change(std::string_view query) {
    return app::apply(state, numbers, config::change(state.config, query), Origin::kReader);
  }
  const engine::Trace<float>& trace() {
    numbers.finish();
    return numbers.trace();
  }
  bool says(std::string_view words) const {
    return std::any_of(state.notices.begin(), state.notices.end(),
                       [&](const std::string& notice) { return notice.find(words) != std::string::npos; });
  }
};

/// How often each stage ran during `change`, as nine digits in the order of the stages.
template <class Change>
std::string runs_during(Opened& page, Change change) {
  const engine::StageRuns before = page.trace().runs;
  change();
  std::string digits;
  for (std::size_t i = 0; i < before.size(); ++i) digits += std::to_string(page.trace().runs[i] - before[i]);
  return digits;
}

}  // namespace

TEST_CASE("A page opens with its query, and reset returns to it") {
  Opened page("t=12&h=2&d=4&w=3&seed=7");
  CHECK(page.state.config.tokens == 12);
  CHECK(page.state.opened == page.state.config);
  CHECK(page.trace().shape.queries == 12);
  CHECK(page.trace().shape.heads == 2);
  CHECK(page.trace().output.size() == 12 * 8);
  CHECK(page.state.notices.empty());
  page.set(Letter::kT, 5);
  CHECK(page.trace().shape.queries == 5);
  page.put(page.state.opened);
  CHECK(page.state.config == page.state.opened);
  CHECK(page.trace().shape.queries == 12);
}

TEST_CASE("The opening sentence labels its tokens") {
  Opened page("");
  REQUIRE(page.state.config.source() == config::Source::kText);
  CHECK(static_cast<int>(page.numbers.next_labels().size()) == page.state.config.tokens);
  page.set(Letter::kT, 3);
  CHECK(page.numbers.next_labels().size() == 3);
  Opened random("t=8");
  CHECK(random.numbers.next_labels().empty());
  Opened nolan("example=nolan");
  CHECK(nolan.numbers.next_labels() == std::vector<std::string>{"nolan", "ended"});
}

TEST_CASE("Each slider runs the stages that read it, and no other") {
  // project split score scale mask shares blend merge output
  Opened page("t=64&h=4&d=8&w=8");
  CHECK(runs_during(page, [&] { page.set(Letter::kW, 9); }) == "000011111");
  CHECK(runs_during(page, [&] { page.set(Letter::kW, 3); }) == "000011111");
  CHECK(runs_during(page, [&] { page.set(Letter::kW, 3); }) == "000000000");
  CHECK(runs_during(page, [&] { page.set(Letter::kT, 40); }) == "111111111");
  CHECK(runs_during(page, [&] { page.set(Letter::kH, 2); }) == "111111111");
  CHECK(runs_during(page, [&] { page.set(Letter::kD, 4); }) == "111111111");
  CHECK(runs_during(page, [&] { page.change("seed=2"); }) == "111111111");
  CHECK(runs_during(page, [&] { page.change("causal=0"); }) == "000011111");
  CHECK(runs_during(page, [&] { page.change("theme=dark"); }) == "000000000");
  CHECK(runs_during(page, [&] { page.change("pick=3,2"); }) == "000000000");
  CHECK(runs_during(page, [&] { page.change("head=1"); }) == "000000000");
  CHECK(runs_during(page, [&] { page.change("show=raw"); }) == "000000000");
  // K becomes a copy of Q at the cut: project does not run.
  const std::string tie = runs_during(page, [&] { page.change("tie=1"); });
  CHECK(tie[0] == '0');
  CHECK(tie.substr(1, 2) == "11");
  const std::string scale = runs_during(page, [&] { page.change("scale=0"); });
  CHECK(scale.substr(0, 3) == "000");
  CHECK(scale.substr(3) == "111111");
}

TEST_CASE("A window wider than T is held, said, and comes back") {
  Opened page("t=16&w=6");
  page.set(Letter::kT, 5);
  CHECK(page.state.config.window == 6);
  CHECK(config::effective_window(page.state.config) == 5);
  CHECK(page.says("W follows T down to 5; it returns to 6 when T grows."));
  CHECK(config::to_query(page.state.config).find("w=6") != std::string::npos);
  page.change("seed=3");
  CHECK(page.state.notices.empty());
  page.set(Letter::kT, 12);
  CHECK(config::effective_window(page.state.config) == 6);
  CHECK(page.state.notices.empty());
  Opened link("t=3&w=9");
  CHECK(link.says("W follows T down to 3"));
  Opened all("t=3&w=all");
  CHECK(all.state.notices.empty());
}

TEST_CASE("A pick follows a shrinking table without a word") {
  Opened page("t=16&pick=12,11");
  page.set(Letter::kT, 4);
  REQUIRE(page.state.config.pick);
  CHECK(page.state.config.pick->query < 4);
  CHECK(page.state.config.pick->key < 4);
  CHECK(page.state.notices.empty());
}

TEST_CASE("A reader's change over the memory limit is refused, in words with its estimate") {
  Opened page("t=16&h=4&d=8&w=4");
  const config::Config before = page.state.config;
  CHECK_FALSE(page.change("t=1000000"));
  CHECK(page.state.config == before);
  REQUIRE(page.state.notices.size() == 1);
  CHECK(page.says("T = 1,000,000"));
  CHECK(page.says("MB; the page keeps to 256 MB, so nothing was changed."));
  CHECK(page.trace().shape.queries == 16);
  page.set(Letter::kW, 5);
  CHECK(page.state.notices.empty());
}

TEST_CASE("A link over the memory limit falls to the largest T that fits, then D") {
  // A small limit, for the numbers are computed; the real one is the same code.
  constexpr std::int64_t kLimit = 1 << 20;
  Opened tokens("t=1000000&w=4", kLimit);
  CHECK(tokens.state.config.tokens > 100);
  CHECK(tokens.state.config.tokens < 100'000);
  CHECK(tokens.state.config.head_width == 8);
  CHECK(tokens.says("so it shows T = "));
  CHECK(app::needed_bytes(tokens.state.config) <= kLimit);
  config::Config more = tokens.state.config;
  ++more.tokens;
  CHECK(app::needed_bytes(more) > kLimit);

  Opened width("t=16&h=16&d=256", kLimit);
  CHECK(app::needed_bytes(width.state.config) <= kLimit);
  CHECK(width.state.config.head_width < 256);
  more = width.state.config;
  more.tokens = 1;
  ++more.head_width;
  CHECK(app::needed_bytes(more) > kLimit);
  CHECK(width.says("D = "));
  // What the link was opened with is what fits: reset returns there.
  CHECK(width.state.opened == width.state.config);
}

TEST_CASE("The wrong way to strike is off above 256 tokens, with its reason") {
  Opened page("t=256&strike=zero");
  CHECK(page.trace().strike_zero);
  page.set(Letter::kT, 257);
  CHECK_FALSE(page.trace().strike_zero);
  CHECK(config::off_reason(config::Control::kStrikeZero, page.state.config).has_value());
  page.set(Letter::kT, 256);
  CHECK(page.trace().strike_zero);
}

TEST_CASE("Notices of a link stay until the next change") {
  Opened page("h=99&foo=1");
  CHECK(page.state.notices.size() >= 2);
  CHECK_FALSE(page.put(page.state.config));
  CHECK(page.state.notices.size() >= 2);
  page.set(Letter::kW, 2);
  CHECK(page.state.notices.empty());
}

TEST_CASE("A text too long for a link says so") {
  std::string text;
  while (text.size() <= 2000) text += "word ";
  Opened page("t=4");
  page.change("text=" + text);
  CHECK(page.says("characters; links carry up to 2,000, so the link leaves it out."));
}
