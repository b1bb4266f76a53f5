#include "view/card.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "config/limits.h"
#include "config/notices.h"
#include "engine/explain.h"
#include "view/card_words.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

using config::Config;

constexpr int kColumnCharacters = 27;  // of mono 13 beside a result in a drawer column of 288
constexpr int kMergedCharacters = 19;  // in one of 200

double largest(const std::vector<double>& values) {
  double m = 0;
  for (const double v : values) {
    if (std::isfinite(v)) m = std::max(m, std::abs(v));
  }
  return m > 0 ? m : 1.0;
}

/// A row of cells out of all values: first..first+7.
struct Cells {
  const Palette& palette;
  int first;
  int decimals;
  bool given;  // integers print as integers

  CardCell cell(double v, Map map, double m) const {
    const Rgba fill = palette.map(map, static_cast<float>(v), static_cast<float>(m));
    return {given ? plain(v, decimals) : fixed(v, decimals), v, fill, cell_ink(fill)};
  }
  CardRow row(std::string name, const std::vector<double>& values, Map map, double m) const {
    CardRow r{std::move(name), {}};
    const int last = std::min(first + kTermsShown, static_cast<int>(values.size()));
    for (int d = first; d < last; ++d) r.cells.push_back(cell(values[static_cast<std::size_t>(d)], map, m));
    return r;
  }
};

/// The first of the eight shown: legal for `count` terms whatever was scrolled to.
int legal_first(int wanted, int count) { return std::clamp(wanted, 0, std::max(0, count - kTermsShown)); }

void set_rest(CardTerms& terms, const std::vector<double>& products) {
  terms.count = static_cast<int>(products.size());
  terms.rest_value = 0;
  const int last = std::min(terms.first + kTermsShown, terms.count);
  for (int d = 0; d < terms.count; ++d) {
    if (d < terms.first || d >= last) terms.rest_value += products[static_cast<std::size_t>(d)];
  }
  const int hidden = terms.count - (last - terms.first);
  if (hidden > 0) {
    terms.rest = {{"and " + grouped(hidden) + " more: ", Face::kRegular, Pair::kMuted},
                  mono(careful(terms.rest_value, 3), Pair::kMuted)};
  }
}

class Maker {
 public:
  Maker(CardModel& model, const ModelInput& input)
      : m_(model), in_(input), c_(input.config), words_(input.words), given_(c_.source() == config::Source::kExample) {}

  void make() {
    const engine::Trace<float>& trace = in_.trace;
    const config::Pick pick = config::effective_pick(c_);
    m_.cell = in_.state.hover ? in_.state.hover->cell : pick;
    m_.cell.query = std::clamp(m_.cell.query, 0, std::max(0, trace.shape.queries - 1));
    m_.cell.key = std::clamp(m_.cell.key, 0, std::max(0, trace.shape.keys - 1));
    const int depth = std::max(1, trace.shape.head_width);
    int column = in_.state.hover ? in_.state.hover->column : in_.state.merged_column.value_or(-1);
    if (column >= trace.shape.merged_width()) column = -1;
    m_.head = std::clamp(c_.head, 0, std::max(0, trace.shape.heads - 1));
    if (column >= 0) m_.head = column / depth;
    m_.merged = column >= 0;
    m_.number = column >= 0 ? column % depth : -1;
    if (trace.runs[static_cast<int>(engine::Stage::kMerge)] == 0 || trace.shape.queries == 0) return;

    score_ = engine::explain_score(trace, 0, m_.head, m_.cell.query, m_.cell.key);
    row_ = engine::explain_row(trace, 0, m_.head, m_.cell.query);
    m_.struck = score_.struck != engine::Struck::kNo;
    m_.built_note = built_note(c_, m_.head, m_.cell.query, trace, in_.words);
    make_row();
    make_tests();
    make_score_column();
    make_share_column();
    make_merged_column();
    if (m_.merged) {
      make_merged();
    } else {
      make_score();
    }
  }

 private:
  std::string num(double v) const { return careful(v, 3); }
  /// A given integer as one, in the middle of a line.
  std::string in_line(double v) const { return given_ && v == std::round(v) ? plain(v, 3) : num(v); }
  double masked() const { return score_.masked; }
  std::string share() const { return m_.struck && score_.share == 0 ? "0" : num(score_.share); }

  CardLine divided() const {
    CardLine line{"scaled", {}, num(score_.scaled)};
    if (in_.trace.scaled) {
      line.expression = {mono(in_line(score_.raw) + " ÷ √"),
                         mono(std::to_string(in_.trace.shape.head_width), Pair::kD)};
    } else {
      line.expression = {mono(in_line(score_.raw) + ", not divided")};
    }
    return line;
  }
  CardLine struck_line() const {
    const bool zero = in_.trace.strike_zero;
    return {"struck", {mono(struck_word(score_.struck) + (zero ? ", by 0" : ""))}, zero ? num(0) : "−∞"};
  }
  CardLine exponent() const {
    return {"exp", {mono("e^(" + num(masked()) + " − " + num(score_.peak) + ")")}, num(score_.exp)};
  }
  CardLine divided_by_total() const {
    const std::string top = m_.struck && !in_.trace.strike_zero ? "e^(−∞)" : num(score_.exp);
    return {"share", {mono(top + " ÷ " + num(score_.total))}, share(), true};
  }

  void make_score() {
    const int depth = in_.trace.shape.head_width;
    m_.title = words_.reads(m_.cell, m_.head, m_.struck);
    m_.short_title = words_.reads_short(m_.cell, m_.head, m_.struck);
    m_.terms.first = legal_first(in_.state.card_first_term, depth);
    const Cells cells{in_.palette, m_.terms.first, 2, given_};
    const double m = std::max(largest(score_.q), largest(score_.k));
    m_.terms.rows = {cells.row("q" + subscript(m_.cell.query), score_.q, Map::kSigned, m),
                     cells.row("k" + subscript(m_.cell.key), score_.k, Map::kSigned, m),
                     cells.row("q × k", score_.products, Map::kSigned, largest(score_.products))};
    set_rest(m_.terms, score_.products);

    const std::string products = depth == 1 ? " product" : " products";
    m_.lines.push_back(
        {"raw", {mono("sum of "), mono(std::to_string(depth), Pair::kD), mono(products)}, num(score_.raw)});
    m_.lines.push_back(divided());
    if (m_.struck) m_.lines.push_back(struck_line());
    // By 0 a struck pair still counts; four lines hold all but the sum, which is the product row's own.
    if (m_.struck && in_.trace.strike_zero) m_.lines.erase(m_.lines.begin());
    if (!m_.struck || in_.trace.strike_zero) m_.lines.push_back(exponent());
    m_.lines.push_back(divided_by_total());
    m_.row_note = {{"row peak "}, mono(num(score_.peak)), {", row total "}, mono(num(score_.total))};
    for (Run& run : m_.row_note) run.pair = Pair::kMuted;

    m_.value = share();
    m_.value_name = "share";
    m_.formula = m_.struck && !in_.trace.strike_zero
                     ? "score −∞: " + struck_word(score_.struck)
                     : "e^(" + num(masked()) + " − " + num(score_.peak) + ") ÷ " + num(score_.total);
  }

  void make_merged() {
    const engine::MergedCell cell = engine::explain_merged(in_.trace, 0, m_.head, m_.cell.query, m_.number);
    m_.title = words_.merged(m_.cell.query, m_.head, m_.number);
    m_.short_title = words_.merged_short(m_.cell.query, m_.head, m_.number);
    std::vector<double> shares, values, products;
    for (const engine::MergedTerm& t : cell.terms) {
      shares.push_back(t.share);
      values.push_back(t.value);
      products.push_back(t.share * t.value);
    }
    CardTerms& terms = m_.terms;
    terms.first = legal_first(in_.state.card_first_term, static_cast<int>(products.size()));
    const Cells thirds{in_.palette, terms.first, 2, false};
    const Cells cells{in_.palette, terms.first, 2, given_};
    terms.rows = {thirds.row("share", shares, Map::kShares, 1),
                  cells.row("value", values, Map::kSigned, largest(values)),
                  thirds.row("s × v", products, Map::kSigned, largest(values))};
    for (int s = terms.first; s < terms.first + terms.shown(); ++s) {
      terms.heads.push_back(words_.key(cell.terms[static_cast<std::size_t>(s)].key));
    }
    set_rest(terms, products);
    const auto count = static_cast<std::int64_t>(products.size());
    m_.lines = {{"sum", {mono(grouped(count) + (count == 1 ? " product" : " products"))}, num(cell.sum), true}};
    m_.row_note = {{"shares of row ", Face::kRegular, Pair::kMuted},
                   mono(grouped(m_.cell.query), Pair::kT),
                   {" × number ", Face::kRegular, Pair::kMuted},
                   mono(std::to_string(m_.number), Pair::kD)};
    m_.value = num(cell.sum);
    m_.value_name = "merged";
    m_.formula = m_.lines.front().expression.front().text;
  }

  /// Eight keys of the row with their exponents and shares, round the picked one.
  void make_row() {
    const auto count = static_cast<int>(row_.size());
    m_.row_title = {{"Row ", Face::kStrong},
                    mono(grouped(m_.cell.query), Pair::kT),
                    {": ", Face::kStrong},
                    {count_word(count), Face::kStrong, Pair::kW},
                    {count == 1 ? " share that is " : " shares that add to ", Face::kStrong},
                    mono("1")};
    int picked = -1;
    for (int s = 0; s < count; ++s) {
      if (row_[static_cast<std::size_t>(s)].key == m_.cell.key) picked = s;
    }
    CardTerms& t = m_.row;
    const int about = picked >= 0 ? picked - kTermsShown / 2 : count;
    t.first = legal_first(in_.state.card_first_key >= 0 ? in_.state.card_first_key : about, count);
    std::vector<double> scores, exps, shares;
    for (const engine::ShareTerm& term : row_) {
      scores.push_back(term.score);
      exps.push_back(term.exp);
      shares.push_back(term.share);
    }
    const Cells two{in_.palette, t.first, 2, false};
    t.rows = {two.row("score", scores, Map::kSigned, largest(scores)), two.row("exp", exps, Map::kShares, 1),
              two.row("share", shares, Map::kShares, 1)};
    for (int s = t.first; s < t.first + t.shown(); ++s) {
      t.heads.push_back(words_.key(row_[static_cast<std::size_t>(s)].key));
    }
    t.marked = picked >= t.first && picked < t.first + t.shown() ? picked - t.first : -1;
    set_rest(t, shares);
  }

  void make_tests() {
    const int asked = config::panel_window(c_);
    const int window = asked == config::kAllKeys ? asked : std::min(asked, config::key_count(c_));
    m_.tests = tests_of(m_.cell, window, c_.causal, config::off_reason(config::Control::kCausal, c_).has_value(),
                        score_.struck);
  }

  void make_score_column() {
    std::string terms;
    for (std::size_t d = 0; d < score_.products.size() && terms.size() < 200; ++d) {
      if (d > 0) terms += " + ";
      terms += in_line_two(score_.q[d]) + "·" + in_line_two(score_.k[d]);
    }
    m_.score_in_words = characters(terms) <= kColumnCharacters;
    if (!m_.score_in_words) {
      const auto count = static_cast<std::int64_t>(score_.products.size());
      m_.score_lines = {{"", {mono("sum of "), mono(grouped(count), Pair::kD), mono(" products")}, num(score_.raw)}};
    } else {
      m_.score_lines = {{"", {mono(terms)}, num(score_.raw)}};
    }
    m_.score_lines.push_back(divided());
    if (m_.struck) m_.score_lines.push_back(struck_line());
    for (CardLine& line : m_.score_lines) line.name.clear();
    m_.score_lines.back().last = true;
    if (in_.trace.scaled) {
      m_.score_hint = {{"√", Face::kRegular, Pair::kMuted},
                       {"D", Face::kStrong, Pair::kD},
                       {" keeps the spread of scores even as ", Face::kRegular, Pair::kMuted},
                       {"D", Face::kStrong, Pair::kD},
                       {" grows", Face::kRegular, Pair::kMuted}};
    }
  }

  void make_share_column() {
    m_.share_in_words = row_.size() <= 2;
    std::string sum;
    if (m_.share_in_words) {
      for (const engine::ShareTerm& t : row_) {
        m_.share_lines.push_back({words_.key_name(t.key),
                                  {mono("e^(" + num(t.score) + " − " + num(score_.peak) + ")")},
                                  num(t.exp),
                                  false,
                                  t.key == m_.cell.key});
        sum += (sum.empty() ? "" : " + ") + num(t.exp);
      }
      if (row_.size() > 1) m_.share_lines.push_back({"", {mono(sum)}, num(score_.total)});
    } else {
      if (!m_.struck || in_.trace.strike_zero) {
        CardLine line = exponent();
        line.name = words_.key_name(m_.cell.key);
        line.marked = true;
        m_.share_lines.push_back(line);
      }
      const auto count = static_cast<std::int64_t>(row_.size());
      m_.share_lines.push_back({"", {mono("sum of " + count_word(count) + " terms")}, num(score_.total)});
    }
    CardLine last = divided_by_total();
    last.name.clear();
    m_.share_lines.push_back(last);
  }

  /// The merged row's numbers of this head: as lines where they are few, else as cells.
  void make_merged_column() {
    const int depth = in_.trace.shape.head_width;
    m_.merged_title = {{"Merged row ", Face::kStrong}, mono(grouped(m_.cell.query), Pair::kT)};
    m_.merged_hint = {{"shares × values, head ", Face::kRegular, Pair::kMuted},
                      mono(std::to_string(m_.head), Pair::kH)};
    m_.merged_in_words = depth <= 3 && row_.size() <= 2;
    std::vector<double> numbers;
    const std::size_t row = in_.trace.row_index(0, m_.head, m_.cell.query) * depth;
    for (int d = 0; d < depth; ++d) {
      numbers.push_back(in_.trace.head_out[row + static_cast<std::size_t>(d)]);
      if (!m_.merged_in_words) continue;
      const engine::MergedCell cell = engine::explain_merged(in_.trace, 0, m_.head, m_.cell.query, d);
      std::string terms;
      for (const engine::MergedTerm& t : cell.terms) {
        terms += (terms.empty() ? "" : " + ") + fixed(t.share, 3) + "·" + in_line_two(t.value);
      }
      if (characters(terms) > kMergedCharacters) m_.merged_in_words = false;
      m_.merged_lines.push_back({"", {mono(terms)}, num(cell.sum), true, d == m_.number});
    }
    CardTerms& t = m_.merged_numbers;
    t.count = depth;
    t.first = legal_first(m_.number >= 0 ? m_.number - kTermsShown / 2 : in_.state.card_first_term, depth);
    const Cells cells{in_.palette, t.first, 3, false};
    t.rows = {cells.row("", numbers, Map::kSigned, largest(numbers))};
    t.marked = m_.number >= 0 ? m_.number - t.first : -1;
  }
  std::string in_line_two(double v) const { return given_ ? plain(v, 3) : fixed(v, 2); }

  CardModel& m_;
  const ModelInput& in_;
  const Config& c_;
  CardWords words_;
  bool given_;
  engine::ScoreCell score_;
  std::vector<engine::ShareTerm> row_;
};

}  // namespace

void update_card(CardModel& model, const ModelInput& input) {
  CardModel::Key key{input.trace.runs, input.trace.shape, input.config, input.state, input.words, input.palette.dark};
  // A strip that is dragged and a menu that opens change nothing here.
  key.state.moves_scroll = key.state.moves_grab = key.state.moves_pressed = 0;
  key.state.menu = Menu::kNone;
  key.state.held.reset();
  key.state.clicked_value.reset();
  if (model.made_from == key) return;
  model = {};
  Maker(model, input).make();
  model.made_from = std::move(key);
}

}  // namespace bandscope::view
