#include "view/card_words.h"

#include <cstddef>

#include "config/limits.h"
#include "config/notices.h"
#include "engine/inputs.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

using engine::Struck;

constexpr int kWordCharacters = 16;  // of a token in a title

std::string in_quotes(const std::string& word) { return "“" + config::shown(word, kWordCharacters) + "”"; }

/// The key that a built head looks for from this query, or -1: there is none, or it is all of them.
int meant_key(engine::BuiltAim aim, int query, const std::vector<std::string>& words) {
  switch (aim) {
    case engine::BuiltAim::kPrevious:
      return query - 1;
    case engine::BuiltAim::kFirst:
      return 0;
    case engine::BuiltAim::kSameWord:
      for (int j = query - 1; j >= 0; --j) {
        if (static_cast<std::size_t>(query) < words.size() &&
            words[static_cast<std::size_t>(j)] == words[static_cast<std::size_t>(query)])
          return j;
      }
      return query;
    case engine::BuiltAim::kEven:
      break;
  }
  return -1;
}

std::string aim_words(engine::BuiltAim aim) {
  switch (aim) {
    case engine::BuiltAim::kPrevious:
      return "the previous word";
    case engine::BuiltAim::kSameWord:
      return "the same word";
    case engine::BuiltAim::kFirst:
      return "the first word";
    case engine::BuiltAim::kEven:
      break;
  }
  return "all its words evenly";
}

}  // namespace

std::string subscript(int number) {
  static constexpr std::string_view kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string out;
  for (const char digit : std::to_string(number)) out += kDigits[digit - '0'];
  return out;
}

int characters(std::string_view text) {
  int count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

std::string struck_word(Struck struck) {
  switch (struck) {
    case Struck::kFuture:
      return "not yet";
    case Struck::kTooOld:
      return "too old";
    case Struck::kTooFar:
      return "too far";
    case Struck::kKeyMask:
      return "key masked";
    case Struck::kNo:
      break;
  }
  return "kept";
}

std::vector<CardLine> tests_of(config::Pick cell, int window, bool causal, bool unmasked, Struck struck) {
  const std::string i = grouped(cell.query), j = grouped(cell.key);
  const bool no_window = window == config::kAllKeys;
  const auto verdict = [](bool strikes) { return std::string(strikes ? "yes, strike" : "no, keep"); };
  if (unmasked) return {{"struck?", {mono("nothing is masked")}, verdict(false)}};
  std::vector<CardLine> tests;
  if (causal) {
    tests.push_back(
        {"future?", {mono(j + (cell.key <= cell.query ? " ≤ " : " > ") + i)}, verdict(struck == Struck::kFuture)});
    if (no_window) {
      tests.push_back({"too old?", {mono("no window")}, verdict(false)});
    } else {
      const int oldest = cell.query - window + 1;
      tests.push_back({"too old?",
                       {mono(j + (cell.key >= oldest ? " ≥ " : " < ") + i + " − "), mono(grouped(window), Pair::kW),
                        mono(" + 1 = " + plain(oldest, 0))},
                       verdict(struck == Struck::kTooOld)});
    }
  } else if (no_window) {
    tests.push_back({"too far?", {mono("no window")}, verdict(false)});
  } else {
    const int distance = cell.query > cell.key ? cell.query - cell.key : cell.key - cell.query;
    tests.push_back({"too far?",
                     {mono("|" + i + " − " + j + "| = " + grouped(distance) + (distance <= window - 1 ? " ≤ " : " > ")),
                      mono(grouped(window), Pair::kW), mono(" − 1")},
                     verdict(struck == Struck::kTooFar)});
  }
  if (struck == Struck::kKeyMask) tests.push_back({"masked?", {mono("key " + j + " is padding")}, verdict(true)});
  return tests;
}

std::vector<Run> built_note(const config::Config& c, int head, int query, const engine::Trace<float>& trace,
                            const std::vector<std::string>& words) {
  const bool built = c.weights == config::Weights::kBuilt && !config::off_reason(config::Control::kWeightsBuilt, c);
  if (!built) return {};
  const engine::BuiltAim aim = engine::built_aim(head);
  std::vector<Run> note = {muted("Head "), mono(std::to_string(head), Pair::kH)};
  const bool by_marks = aim == engine::BuiltAim::kPrevious || aim == engine::BuiltAim::kFirst;
  if (by_marks && !c.positions) {
    note.push_back(muted(", built to look at " + aim_words(aim) + ", is blind without position marks."));
    return note;
  }
  note.push_back(muted(" is built to look at " + aim_words(aim)));
  const int meant = meant_key(aim, query, words);
  if (aim == engine::BuiltAim::kPrevious && query == 0) {
    note.push_back(muted(". Query "));
    note.push_back(mono("0", Pair::kT));
    note.push_back(muted(" has none."));
  } else if (meant >= 0 && query < trace.shape.queries && !trace.keep.keeps(0, query, meant)) {
    note.push_back(muted(": key "));
    note.push_back(mono(grouped(meant), Pair::kT));
    note.push_back(muted(", which is struck."));
  } else {
    note.back().text += ".";
  }
  return note;
}

std::string CardWords::word(int index) const {
  return static_cast<std::size_t>(index) < words_.size() ? words_[static_cast<std::size_t>(index)] : std::string();
}

std::string CardWords::key(int index) const {
  const std::string name = word(index);
  return name.empty() ? grouped(index) : name;
}
std::string CardWords::key_name(int index) const { return "key " + grouped(index); }

std::vector<Run> CardWords::reads(config::Pick cell, int head, bool struck) const {
  const std::string query = word(cell.query), key = word(cell.key);
  const std::string verb = struck ? " may not read key " : " reads key ";
  std::vector<Run> runs = {strong("Query "), mono(grouped(cell.query), Pair::kT)};
  runs.push_back(strong((query.empty() ? "" : " " + in_quotes(query)) + verb));
  runs.push_back(mono(grouped(cell.key), Pair::kT));
  if (!key.empty()) runs.push_back(strong(" " + in_quotes(key)));
  runs.push_back(muted(" in head "));
  runs.push_back(mono(std::to_string(head), Pair::kH));
  return runs;
}

std::vector<Run> CardWords::reads_short(config::Pick cell, int head, bool struck) const {
  const std::string query = word(cell.query), key = word(cell.key);
  std::vector<Run> runs;
  if (query.empty() || key.empty()) {
    runs = {strong("Query "), mono(grouped(cell.query), Pair::kT), strong(struck ? ", not key " : ", key "),
            mono(grouped(cell.key), Pair::kT)};
  } else {
    runs = {strong(in_quotes(query) + (struck ? " may not read " : " reads ") + in_quotes(key))};
  }
  runs.push_back(muted(", head "));
  runs.push_back(mono(std::to_string(head), Pair::kH));
  return runs;
}

std::vector<Run> CardWords::merged(int query, int head, int number) const {
  const std::string name = word(query);
  std::vector<Run> runs = {strong("Merged row "), mono(grouped(query), Pair::kT)};
  if (!name.empty()) runs.push_back(strong(" " + in_quotes(name)));
  runs.push_back(strong(", number "));
  runs.push_back(mono(std::to_string(number), Pair::kD));
  runs.push_back(muted(" of head "));
  runs.push_back(mono(std::to_string(head), Pair::kH));
  return runs;
}

std::vector<Run> CardWords::merged_short(int query, int head, int number) const {
  return {strong("Row "),      mono(grouped(query), Pair::kT),
          strong(", number "), mono(std::to_string(number), Pair::kD),
          muted(", head "),    mono(std::to_string(head), Pair::kH)};
}

}  // namespace bandscope::view
