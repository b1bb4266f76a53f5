// One move: what comes in, what goes out, with the numbers of this state, and one of them worked out.
#include <algorithm>
#include <cmath>
#include <utility>

#include "config/limits.h"
#include "engine/examples.h"
#include "engine/explain.h"
#include "view/lesson/lesson.h"
#include "view/lesson/runs.h"
#include "view/lesson/stage_words.h"
#include "view/lesson/table.h"
#include "view/models.h"
#include "view/numbers.h"
#include "view/sheet.h"

namespace bandscope::view {
namespace {

using config::Stage;

std::string exponential(double value) { return fixed(value, value < 10 ? 3 : 2); }
/// From here on e^score is not written out: the row's peak is taken away first, as the engine does.
constexpr double kLongest = 1e6;

/// Makes the tables of this state.
class Tables {
 public:
  explicit Tables(const ModelInput& in)
      : in_(in),
        t_(in.trace),
        s_(in.trace.shape),
        pick_(config::effective_pick(in.config)),
        head_(std::clamp(in.config.head, 0, std::max(0, s_.heads - 1))) {}

  int head() const { return head_; }
  config::Pick pick() const { return pick_; }

  Table x() const { return rows("x", "T,E", s_.embed_width, t_.x.data(), s_.embed_width); }
  Table wide() const { return rows("Q, K and V in one row", "T,3C", 3 * merged(), t_.qkv.data(), 3 * merged()); }
  Table merged_rows() const { return rows("merged", "T,C", merged(), t_.merged.data(), merged()); }
  Table output() const { return rows("output", "T,E", s_.embed_width, t_.output.data(), s_.embed_width); }

  /// Q, K or V as rows of C; with dividers where its heads begin.
  Table label(const char* name, const engine::HeadView<float>& v, bool divided) const {
    Table t = whole({strong(name)}, divided ? "T,H,D" : "T,C", static_cast<int>(v.shape[2]), merged());
    t.shape = {v.shape[2], merged()};
    if (divided) t.shape = {v.shape[2], s_.heads, s_.head_width};
    t.divider = divided ? s_.head_width : 0;
    const int width = s_.head_width;
    t.read = [&v, width](int r, int c) { return Reading{true, v.at(0, c / width, r, c % width)}; };
    t.column = head_ * width;
    if (divided) {
      t.column_label = [width](int c) { return "h" + std::to_string(c / width); };
      t.column_pair = Pair::kH;
    }
    return t;
  }
  Table of_head(std::string name, const engine::HeadView<float>& v, int head, bool turned = false) const {
    const int tokens = static_cast<int>(v.shape[2]);
    Table t = turned ? whole({strong(std::move(name))}, "D,T", s_.head_width, tokens)
                     : whole({strong(std::move(name))}, "T,D", tokens, s_.head_width);
    t.title.push_back(ink(" of "));
    t.title.push_back(strong("h" + std::to_string(head), Pair::kH));
    t.row = turned ? 0 : v.shape[2] == s_.queries ? pick_.query : pick_.key;
    t.column = turned ? pick_.key : 0;
    t.read = [&v, head, turned](int r, int c) {
      return Reading{true, turned ? v.at(0, head, c, r) : v.at(0, head, r, c)};
    };
    if (turned) {
      t.row_label = [](int r) { return "d" + std::to_string(r); };
      t.column_label = labels();
      t.row_pair = Pair::kD;
      t.column_pair = Pair::kT;
    } else {
      t.column_label = [](int c) { return "d" + std::to_string(c); };
      t.column_pair = Pair::kD;
    }
    return t;
  }
  Table square(std::string name, Reader read) const {
    Table t = whole({strong(std::move(name))}, "T,T", s_.queries, s_.keys);
    const engine::Trace<float>& trace = t_;
    const int head = head_;
    t.read = [&trace, head, read](int r, int c) { return read(trace, head, r, c); };
    t.column = pick_.key;
    t.column_label = labels();
    t.column_pair = Pair::kT;
    t.picks_row = t.picks_column = true;
    return t;
  }
  Table head_out(int head) const {
    Table t = whole({strong("out")}, "T,D", s_.queries, s_.head_width);
    t.title.push_back(ink(" of "));
    t.title.push_back(strong("h" + std::to_string(head), Pair::kH));
    const engine::Trace<float>& trace = t_;
    const int width = s_.head_width;
    t.read = [&trace, head, width](int r, int c) {
      return Reading{
          true,
          trace.head_out[trace.row_index(0, head, r) * static_cast<std::size_t>(width) + static_cast<std::size_t>(c)]};
    };
    t.column_label = [](int c) { return "d" + std::to_string(c); };
    t.column_pair = Pair::kD;
    return t;
  }

 private:
  int merged() const { return s_.merged_width(); }
  std::function<std::string(int)> labels() const {
    const std::vector<std::string>& words = in_.words;
    return [&words](int index) {
      std::string label = token_label(words, index);
      return count_letters(label) > 6 ? "t" + std::to_string(index) : label;
    };
  }
  Table whole(std::vector<Run> title, std::string letters, int row_count, int columns) const {
    Table t;
    t.title = std::move(title);
    t.letters = std::move(letters);
    t.shape = {row_count, columns};
    t.rows = row_count;
    t.columns = columns;
    t.row = std::min(row_count == s_.queries ? pick_.query : pick_.key, std::max(0, row_count - 1));
    t.row_label = labels();
    return t;
  }
  Table rows(const char* name, const char* letters, int columns, const float* data, int stride) const {
    Table t = whole({strong(name)}, letters, s_.queries, columns);
    t.read = [data, stride](int r, int c) {
      return Reading{
          true, data[static_cast<std::size_t>(r) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(c)]};
    };
    return t;
  }

  const ModelInput& in_;
  const engine::Trace<float>& t_;
  const engine::LayerShape& s_;
  config::Pick pick_;
  int head_;
};

struct Side {
  std::vector<Table> in, out;
  std::string_view sign;  // of what happens between, "×" or "→"
};

Side sides(Stage stage, const Tables& make, const ModelInput& in) {
  const engine::Trace<float>& t = in.trace;
  const int h = make.head(), next = std::min(h + 1, t.shape.heads - 1);
  const auto two = [&](const auto& table) {
    std::vector<Table> both = {table(h == next && h > 0 ? h - 1 : h)};
    if (t.shape.heads > 1) both.push_back(table(h == next ? h : next));
    return both;
  };
  Table shares = make.square("shares", read_share);
  shares.is_share = true;
  shares.struck = "0";
  shares.picks_column = false;
  switch (stage) {
    case Stage::kProject:
      return {{make.x()}, {make.wide()}, "× W_qkv"};
    case Stage::kCut:
      return {
          {make.wide()}, {make.label("Q", t.q, false), make.label("K", t.k, false), make.label("V", t.v, false)}, ""};
    case Stage::kSplit:
      return {{make.label("Q", t.q, false)}, {make.label("Q", t.q, true)}, ""};
    case Stage::kReshelve:
      return {{make.label("Q", t.q, true)}, two([&](int head) { return make.of_head("Q", t.q, head); }), ""};
    case Stage::kFlip:
      return {{make.of_head("K", t.k, h)}, {make.of_head("K turned", t.k, h, true)}, ""};
    case Stage::kScore: {
      Table q = make.of_head("Q", t.q, h), k = make.of_head("K turned", t.k, h, true);
      q.picks_row = true;
      k.picks_column = true;
      return {{std::move(q), std::move(k)}, {make.square("scores", score_reader(config::Show::kRaw))}, ""};
    }
    case Stage::kScale:
      return {{make.square("scores", score_reader(config::Show::kRaw))},
              {make.square("scaled", score_reader(config::Show::kScaled))},
              t.scaled ? "÷ √D" : "÷ 1"};
    case Stage::kMask: {
      Table keep = make.square("keep", read_mask);
      keep.is_mask = true;
      keep.struck = "0";
      return {{}, {std::move(keep)}, ""};
    }
    case Stage::kStrike:
      return {{make.square("scaled", score_reader(config::Show::kScaled))},
              {make.square("masked", score_reader(config::Show::kMasked))},
              ""};
    case Stage::kSoftmax: {
      Table scores = make.square("masked", score_reader(config::Show::kMasked));
      scores.picks_column = false;
      return {{std::move(scores)}, {std::move(shares)}, "softmax"};
    }
    case Stage::kBlend: {
      Table out = make.head_out(h);
      out.picks_row = true;
      return {{std::move(shares), make.of_head("V", t.v, h)}, {std::move(out)}, ""};
    }
    case Stage::kMerge: {
      Table merged = make.merged_rows();
      merged.divider = t.shape.head_width;
      merged.column = h * t.shape.head_width;
      merged.picks_row = true;
      return {two([&](int head) {
                Table out = make.head_out(head);
                out.picks_row = true;
                return out;
              }),
              {std::move(merged)},
              ""};
    }
    case Stage::kOutput:
      return {{make.merged_rows()}, {make.output()}, "× W_o"};
  }
  return {};
}

/// "1 × 0 + 1 × 2": at most four terms, then "…".
std::string products(const std::vector<double>& a, const std::vector<double>& b, int decimals) {
  std::string out;
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; i < std::min(kMost, a.size()); ++i) {
    if (i > 0) out += " + ";
    out += plain(a[i], decimals) + " × " + plain(b[i], decimals);
  }
  return a.size() > kMost ? out + " + …" : out;
}

/// e to each score of the picked row, and what it is divided by.
float softmax_lines(Scene& scene, Point at, float width, const ModelInput& in, const Tables& make) {
  const std::vector<engine::ShareTerm> terms = engine::explain_row(in.trace, 0, make.head(), make.pick().query);
  double total = 0;
  for (const engine::ShareTerm& term : terms) total += term.plain;
  const bool guarded = !(total < kLongest);
  if (guarded) {
    total = 0;
    for (const engine::ShareTerm& term : terms) total += term.exp;
  }
  constexpr std::size_t kMost = 6;
  float y = at.y;
  const auto cell = [&](float x, std::string text, Pair pair = Pair::kInk, Face face = Face::kMono) {
    scene.say({at.x + x * std::min(1.0F, width / 360), y}, std::move(text), Type::k13, pair, face, Align::kRight);
  };
  cell(60, "key", Pair::kMuted, Face::kRegular);
  cell(140, "score", Pair::kMuted, Face::kRegular);
  cell(260, guarded ? "e^(s − peak)" : "e^score", Pair::kMuted, Face::kRegular);
  cell(350, "share", Pair::kMuted, Face::kRegular);
  for (std::size_t i = 0; i < std::min(kMost, terms.size()); ++i) {
    y += 20;
    cell(60, std::to_string(terms[i].key), Pair::kT);
    cell(140, fixed(terms[i].score, 3));
    cell(260, exponential(guarded ? terms[i].exp : terms[i].plain));
    cell(350, fixed(100 * terms[i].share, 1) + " %");
  }
  y += 20;
  if (terms.size() > kMost)
    cell(140, "and " + std::to_string(terms.size() - kMost) + " more", Pair::kMuted, Face::kRegular);
  cell(260, exponential(total));
  cell(350, terms.empty() ? "keeps nothing: 0 %" : "100.0 %");
  return y + 8;
}

/// The article's own pour, for examples whose Q, K and V are given.
float article_pour(Scene& scene, Point at, float width, const ModelInput& in) {
  const engine::Pour pour = engine::article_pour(in.config.example == config::Example::kNolan);
  const auto outputs = static_cast<int>(pour.out.size());
  scene.tell(
      at,
      sentence("This example begins with Q, K and V. Its article pours one row through a small table to show how "
               "they are made:"),
      width);
  float y = at.y + (width < 340 ? 86.0F : width < kNarrowLesson ? 66.0F : 30.0F);
  for (int c = 0; c < outputs; ++c) {
    std::vector<double> column;
    column.reserve(pour.in.size());
    for (std::size_t r = 0; r < pour.in.size(); ++r)
      column.push_back(pour.table[r * pour.out.size() + static_cast<std::size_t>(c)]);
    const bool tight = width < 340;
    scene.say({at.x, y},
              {mono((tight ? "" : "output ") + std::to_string(c) + " = " + products(pour.in, column, 3) + " = "),
               mono(plain(pour.out[static_cast<std::size_t>(c)], 3), Pair::kAccent)});
    y += 22;
  }
  return y;
}

/// One number of the stage, worked out. Returns the y below it.
float worked(Scene& scene, Point at, float width, Stage stage, const ModelInput& in, const Tables& make) {
  const engine::Trace<float>& t = in.trace;
  const config::Pick pick = make.pick();
  const int h = make.head();
  const std::string i = std::to_string(pick.query), j = std::to_string(pick.key);
  const engine::ScoreCell cell = engine::explain_score(t, 0, h, pick.query, pick.key);
  const auto line = [&](const std::string& text) {
    scene.tell(at, {mono(text)}, width, Type::k13, 20);
    return at.y + (width < kNarrowLesson ? 44.0F : 24.0F);
  };
  switch (stage) {
    case Stage::kScore:
      return line("q[" + i + "] · k[" + j + "] = " + products(cell.q, cell.k, 2) + " = " + plain(cell.raw, 3));
    case Stage::kScale:
      return line(plain(cell.raw, 3) + " ÷ " + fixed(cell.divisor, 3) + " = " + fixed(cell.scaled, 3));
    case Stage::kMask:
    case Stage::kStrike: {
      const bool kept = t.keep.keeps(0, pick.query, pick.key);
      return line("query " + i + ", key " + j + ": " +
                  (kept ? "kept, " + fixed(cell.scaled, 3) + " stays"
                        : "struck, " + fixed(cell.scaled, 3) + " becomes " + fixed(cell.masked, 0)));
    }
    case Stage::kSoftmax:
      return softmax_lines(scene, at, width, in, make);
    case Stage::kBlend: {
      const engine::MergedCell merged = engine::explain_merged(t, 0, h, pick.query, 0);
      std::vector<double> shares, values;
      for (const engine::MergedTerm& term : merged.terms) {
        shares.push_back(term.share);
        values.push_back(term.value);
      }
      return line("out[" + i + "][0] = " + products(shares, values, 3) + " = " + fixed(merged.sum, 3));
    }
    default:
      return at.y - 12;
  }
}

}  // namespace

void fill_stage(Scene& scene, Point at, float width, const ModelInput& in, LessonModel& /*model*/) {
  const config::Config& c = in.config;
  const Stage stage = config::effective_stage(c);
  const bool narrow = width < kNarrowLesson, example = c.source() == config::Source::kExample;
  float x = at.x, y = at.y;
  const float step = narrow ? 44.0F : 32.0F;
  for (int i = 0; i < config::kStageCount; ++i) {
    const auto each = static_cast<Stage>(i);
    // An example has no wide row to cut and no output table.
    if (example && (each == Stage::kCut || each == Stage::kOutput)) continue;
    const std::string name(stage_words(each).name);
    if (x + 76 > at.x + width) {
      x = at.x;
      y += step;
    }
    x += scene.tab("stage " + name, {x, y}, step, "stage=" + name, each == stage, name);
  }
  y += step + 16;
  const StageWords words = stage_words(stage);
  const Try todo = stage_try(stage, c);
  const float room_for_text = narrow ? width : std::min(width - 210, 640.0F);
  scene.tell({at.x, y + 14}, sentence(words.text), room_for_text, Type::k13, 20);
  const float text_lines = std::ceil(static_cast<float>(words.text.size()) * 6.6F / room_for_text);
  const Point button = narrow ? Point{at.x, y + 20 * text_lines + 12} : Point{at.x + room_for_text + 24, y};
  scene.button("try", button, 0, todo.text, todo.query);
  y += std::max(20 * text_lines, 32.0F) + (narrow ? 68.0F : 20.0F);

  const Tables make(in);
  if (stage == Stage::kProject && example) {
    scene.bottom = article_pour(scene, {at.x, y + 14}, width, in);
    return;
  }
  const Side side = sides(stage, make, in);
  const std::size_t count = side.in.size() + side.out.size();
  constexpr float kCell = 38, kBetween = 44;
  TableRoom room{kCell, 6, 6, 44};
  const float most = narrow ? width : (width - kBetween * static_cast<float>(count - 1)) / static_cast<float>(count);
  room.most_columns = std::clamp(static_cast<int>((most - room.gutter - 12) / kCell), 2, 12);
  x = at.x;
  float lowest = y;
  const auto place = [&](const Table& table) {
    const Box box = draw_table(scene, table, {x, y}, room, in.palette);
    lowest = std::max(lowest, box.bottom());
    if (narrow) {
      y = box.bottom() + 20;
    } else {
      x = box.right() + kBetween;
    }
  };
  for (std::size_t i = 0; i < side.in.size(); ++i) {
    if (i > 0 && !narrow)
      scene.say({x - kBetween / 2, y + 110}, "×", Type::k16, Pair::kMuted, Face::kRegular, Align::kCentre);
    place(side.in[i]);
  }
  if (!side.in.empty() && !narrow) {
    scene.arrow({x - kBetween + 6, y + 104}, kBetween - 12, in.palette[Token::kRule]);
    if (!side.sign.empty()) {
      scene.say({x - kBetween / 2, y + 94}, std::string(side.sign), Type::k11, Pair::kMuted, Face::kRegular,
                Align::kCentre);
    }
  }
  for (const Table& table : side.out) place(table);
  scene.bottom = worked(scene, {at.x, lowest + 36}, width, stage, in, make) + 16;
}

}  // namespace bandscope::view
