#include "view/moves.h"

#include <algorithm>
#include <limits>

#include "config/limits.h"
#include "view/models.h"
#include "view/numbers.h"
#include "view/thumbnail.h"

namespace bandscope::view {
namespace {

using engine::Stage;

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint64_t kKeys = 0x6d6f'7665'0000'0000ULL;  // "move": thumbnails' names among the textures

struct MoveRow {
  std::string_view name;
  Stage stage;  // whose arrays it shows
  std::string_view tip;
};
/// By Move.
constexpr std::array<MoveRow, kMoveCount> kRows = {{
    {"tokens", Stage::kProject, "A row of numbers for each token."},
    {"project", Stage::kProject, "Every row times one shared table of weights: one multiply makes Q, K and V."},
    {"cut", Stage::kSplit, "The wide row is cut in three: Q, K and V. No number changes."},
    {"split", Stage::kSplit,
     "Each row becomes H slices of D numbers, and each head gets its own table. No number moves."},
    {"score", Stage::kScore, "Each query row dotted with each key row, a table for each head."},
    {"scale", Stage::kScale, "Every score divided by the root of D, so that wide heads are no louder."},
    {"strike", Stage::kMask, "Keys that a query may not read are struck before the shares are made."},
    {"softmax", Stage::kShares, "Each row becomes shares that add to one."},
    {"blend", Stage::kBlend, "Each query takes the values of its keys by their shares."},
    {"merge", Stage::kMerge, "The heads' rows laid side by side again, one row a token."},
    {"output", Stage::kOutput, "The merged row times the output table."},
    {"given Q, K, V", Stage::kSplit, "This example begins with Q, K and V."},
}};
const MoveRow& row_of(Move move) { return kRows[static_cast<std::size_t>(move)]; }

Run number(std::int64_t value, Pair pair) { return {grouped(value), Face::kMono, pair}; }
Run sign(std::string text) { return {std::move(text), Face::kMono, Pair::kMuted}; }

/// One factor of a shape: its letter or letters, its size, its colour.
struct Axis {
  std::string letter;
  std::int64_t size;
  Pair pair = Pair::kMuted;
  bool coloured() const { return pair != Pair::kMuted; }
};

/// "(T, 3C)" and "(24, 96)", or "3 × (T, C)".
void set_shape(MoveStop& stop, const std::vector<Axis>& axes, int times = 1) {
  const std::string lead = times > 1 ? std::to_string(times) + " × (" : "(";
  stop.symbolic = {muted(lead)};
  stop.numeric = {sign(lead)};
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const std::string after = a + 1 < axes.size() ? ", " : ")";
    stop.symbolic.push_back({axes[a].letter, axes[a].coloured() ? Face::kStrong : Face::kRegular, axes[a].pair});
    stop.symbolic.push_back(muted(after));
    stop.numeric.push_back(number(axes[a].size, axes[a].pair));
    stop.numeric.push_back(sign(after));
  }
}

/// The same numbers without the spaces and commas that only make them easier to read.
std::vector<Run> compact(std::vector<Run> runs) {
  for (Run& run : runs) {
    const bool number = run.text.front() >= '0' && run.text.front() <= '9' && run.text.find('(') == std::string::npos;
    std::erase_if(run.text, [&](char c) { return c == ' ' || (number && c == ','); });
  }
  return runs;
}

class Strip {
 public:
  Strip(MovesModel& model, const ModelInput& input) : m_(model), in_(input), t_(input.trace), s_(input.trace.shape) {}

  void make() {
    m_.stops.clear();
    if (s_.queries < 1 || s_.heads < 1) return;
    const bool given = t_.x.empty();
    if (given) {
      add(Move::kGiven);
    } else {
      add(Move::kTokens);
      add(Move::kProject);
      add(Move::kCut);
    }
    for (const Move move :
         {Move::kSplit, Move::kScore, Move::kScale, Move::kStrike, Move::kSoftmax, Move::kBlend, Move::kMerge}) {
      add(move);
    }
    if (!t_.output.empty()) add(Move::kOutput);
  }

 private:
  Axis queries() const { return s_.queries == s_.keys ? Axis{"T", s_.queries, Pair::kT} : Axis{"1", s_.queries}; }
  Axis keys() const { return {"T", s_.keys, Pair::kT}; }
  Axis heads() const { return {"H", s_.heads, Pair::kH}; }
  Axis depth() const { return {"D", s_.head_width, Pair::kD}; }
  Axis merged(int times = 1) const {
    return {times > 1 ? std::to_string(times) + "C" : "C", static_cast<std::int64_t>(times) * s_.merged_width()};
  }
  Axis embed() const { return {s_.embed_width == s_.merged_width() ? "C" : "E", s_.embed_width}; }

  void add(Move move) {
    MoveStop stop;
    stop.move = move;
    const MoveRow& row = row_of(move);
    stop.label = "move " + std::string(move == Move::kGiven ? "given" : row.name);
    stop.tip = row.tip;
    // The card ends in a share, or in a number of the merged row.
    const bool blending = in_.state.hover ? in_.state.hover->column >= 0 : in_.state.merged_column.has_value();
    stop.active = move == (blending ? Move::kMerge : Move::kSoftmax);
    const Face face = stop.active ? Face::kStrong : Face::kRegular;
    stop.name = {{std::string(row.name), face}};
    if (move == Move::kScale) {
      if (t_.scaled) {
        stop.name = {{"scale ÷ √", face}, {"D", Face::kStrong, Pair::kD}};
      } else {
        stop.name = {{"scale", face}, {" off", Face::kRegular, Pair::kMuted}};
        stop.tip = "The scores are not divided by the root of D: wide heads are louder.";
      }
    }
    if (move == Move::kStrike && t_.strike_zero) stop.name.push_back({" by 0", Face::kRegular, Pair::kMuted});
    if (move == Move::kCut && in_.config.tie) stop.tip = "The wide row is cut in three, and K becomes a copy of Q.";
    switch (move) {
      case Move::kTokens:
      case Move::kOutput:
        set_shape(stop, {queries(), embed()});
        break;
      case Move::kProject:
        set_shape(stop, {queries(), merged(3)});
        break;
      case Move::kCut:
        set_shape(stop, {queries(), merged()}, 3);
        break;
      case Move::kGiven:
        set_given(stop);
        break;
      case Move::kSplit:
        set_shape(stop, {heads(), keys(), depth()});
        break;
      case Move::kScore:
      case Move::kScale:
      case Move::kStrike:
      case Move::kSoftmax:
        set_shape(stop, {heads(), queries(), keys()});
        break;
      case Move::kBlend:
        set_shape(stop, {heads(), queries(), depth()});
        break;
      case Move::kMerge:
        set_shape(stop, {queries(), merged()});
        break;
    }
    stop.short_numeric = compact(stop.numeric);
    stop.thumbnail = &thumbnail(move);
    m_.stops.push_back(std::move(stop));
  }

  void set_given(MoveStop& stop) {
    if (s_.queries == s_.keys) return set_shape(stop, {keys(), merged()}, 3);
    // One query against several keys.
    set_shape(stop, {queries(), merged()});
    MoveStop two;
    set_shape(two, {keys(), merged()}, 2);
    // Without its spaces, or the two shapes run into the next stop's.
    two.symbolic.front() = muted("2×(");
    two.numeric.front() = sign("2×(");
    stop.symbolic.push_back(muted(", "));
    stop.numeric.push_back(sign(", "));
    stop.symbolic.insert(stop.symbolic.end(), two.symbolic.begin(), two.symbolic.end());
    stop.numeric.insert(stop.numeric.end(), two.numeric.begin(), two.numeric.end());
  }

  const Thumbnail& thumbnail(Move move) {
    MovesModel::Cached& cached = m_.cache[static_cast<std::size_t>(move)];
    const std::uint32_t run = t_.runs[static_cast<std::size_t>(row_of(move).stage)];
    const int head = std::max(0, in_.config.head);
    if (cached.made && cached.run == run && cached.shape == s_ && cached.dark == in_.palette.dark &&
        (!cached.thumbnail.cut || cached.first_head == head)) {
      return cached.thumbnail;
    }
    cached.run = run;
    cached.shape = s_;
    cached.first_head = head;
    cached.dark = in_.palette.dark;
    cached.made = true;
    cached.thumbnail = make_thumbnail(source(move, head), in_.palette, kKeys + (static_cast<std::uint64_t>(move) << 8),
                                      ++cached.revision);
    return cached.thumbnail;
  }

  ThumbnailSource flat(const std::vector<float>& values, int width) const {
    ThumbnailSource s;
    s.rows = s_.queries;
    s.columns = width;
    s.missing = in_.palette[Token::kChip];
    s.at = [&values, width](int, int r, int c) { return values[static_cast<std::size_t>(r) * width + c]; };
    return s;
  }
  ThumbnailSource by_head(int head, int rows, int columns) const {
    ThumbnailSource s;
    s.blocks = s_.heads;
    s.first_block = head;
    s.rows = rows;
    s.columns = columns;
    s.missing = in_.palette[Token::kChip];
    return s;
  }
  ThumbnailSource table(const engine::KeyTable<float>& t, int head) const {
    ThumbnailSource s = by_head(head, s_.queries, s_.keys);
    s.at = [&t](int b, int r, int c) { return t.at(0, b, r, c, kNone); };
    return s;
  }

  ThumbnailSource source(Move move, int head) const {
    switch (move) {
      case Move::kTokens:
        return flat(t_.x, s_.embed_width);
      case Move::kProject: {
        ThumbnailSource s = flat(t_.qkv, 3 * s_.merged_width());
        s.groups = 3;
        return s;
      }
      case Move::kMerge:
        return flat(t_.merged, s_.merged_width());
      case Move::kOutput:
        return flat(t_.output, s_.embed_width);
      case Move::kCut:
      case Move::kGiven: {
        ThumbnailSource s;
        s.blocks = 3;
        s.rows = s_.keys;
        s.columns = s_.merged_width();
        s.missing = in_.palette[Token::kChip];
        s.at = [this](int b, int r, int c) {
          const engine::HeadView<float>& part = b == 0 ? t_.q : b == 1 ? t_.k : t_.v;
          return r < part.shape[2] ? part.at(0, c / s_.head_width, r, c % s_.head_width) : kNone;
        };
        return s;
      }
      case Move::kSplit: {
        ThumbnailSource s = by_head(head, s_.queries, s_.head_width);
        s.at = [this](int b, int r, int c) { return t_.q.at(0, b, r, c); };
        return s;
      }
      case Move::kScore:
        return table(t_.scores_raw, head);
      case Move::kScale:
        return table(t_.scores_scaled, head);
      case Move::kStrike: {
        ThumbnailSource s = table(t_.scores_masked, head);
        // By 0 a struck score is a 0 like others: the wrong way looks as harmless as it is not.
        if (t_.strike_zero) {
          s.at = [this](int b, int r, int c) { return t_.scores_masked.at(0, b, r, c, 0.0F); };
        }
        return s;
      }
      case Move::kSoftmax: {
        ThumbnailSource s = table(t_.shares, head);
        s.map = Map::kShares;
        s.missing = in_.palette[Token::kSurface];
        return s;
      }
      case Move::kBlend:
        break;
    }
    ThumbnailSource s = by_head(head, s_.queries, s_.head_width);
    s.at = [this](int b, int r, int c) { return t_.head_out[t_.row_index(0, b, r) * s_.head_width + c]; };
    return s;
  }

  MovesModel& m_;
  const ModelInput& in_;
  const engine::Trace<float>& t_;
  const engine::LayerShape& s_;
};

}  // namespace

void update_moves(MovesModel& model, const ModelInput& input) { Strip(model, input).make(); }

float moves_pitch(int stops, float width) {
  return stops < 1 ? kMovePitch : std::max(kMovePitch, width / static_cast<float>(stops));
}
float moves_scroll_end(int stops, float width) {
  return std::max(0.0F, moves_pitch(stops, width) * static_cast<float>(stops) - width);
}

}  // namespace bandscope::view
