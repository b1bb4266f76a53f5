#include "view/depth/reach.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/limits.h"
#include "engine/stack/reach.h"
#include "view/models.h"
#include "view/numbers.h"

namespace bandscope::view {
namespace {

constexpr std::int64_t kMostFollowed = 40'000'000;  // multiplications through real shares, a frame
constexpr int kNodesOfCard = 500;
constexpr float kCardRows = 72;  // height of the card's lattice
constexpr float kCardPitch = 24, kCardCell = 21;
constexpr float kCardLeastPitch = 9;  // below, rows are strips
constexpr float kLabelGap = 6;        // between two numbers under the lattice
constexpr float kWordStep = 13;       // between two upright words

bool is_mixed(const engine::StackRule& rule) {
  return rule.pattern.find('L') != std::string::npos && rule.pattern.find('G') != std::string::npos;
}

struct Place {
  ColumnRoom room;
  LatticeLook look;
};

Place place_of(const ReachModel& model, const ModelInput& input, bool bench) {
  Place p;
  p.room.dpr = p.look.dpr = input.dpr;
  if (!bench) {
    p.room.left = model.boxes.first_row.x;
    p.room.right = model.boxes.right;
    p.look.top = model.boxes.first_row.y;
    p.look.pitch = model.boxes.pitch;
    p.look.key = "reach";
    return p;
  }
  const Box& card = input.layout.reach_card;
  p.room.left = card.x + (model.rule.layers < 10 ? 24.0F : 34.0F);  // beside the layers' numbers
  p.room.right = card.right() - 13;
  p.room.widest = kCardCell;
  p.look.pitch = std::min(kCardPitch, kCardRows / static_cast<float>(model.rule.layers));
  if (p.look.pitch >= kCardLeastPitch) p.look.pitch = std::floor(p.look.pitch);
  p.room.most_nodes = p.look.pitch >= kCardLeastPitch ? kNodesOfCard : 0;
  p.look.top = card.y + 44;
  p.look.most_radius = 4.5F;
  p.look.at_rest = false;
  p.look.key = "reach card";
  return p;
}

/// 1, 2, 5, 10, … with room for a label at each.
std::int64_t label_step_of(const Columns& columns, float room) {
  const double each = static_cast<double>(columns.cell) * columns.count / static_cast<double>(columns.tokens);
  for (std::int64_t unit = 1; unit <= 1'000'000'000; unit *= 10) {
    for (const std::int64_t step : {unit, 2 * unit, 5 * unit}) {
      if (static_cast<double>(step) * each >= room) return step;
    }
  }
  return 1'000'000'000;
}

void label_tokens(ReachModel& model, const ModelInput& input) {
  const Columns& c = model.lattice.columns;
  model.words = input.config.source() == config::Source::kText && !input.words.empty();
  const engine::Span hard = engine::reach(model.rule, model.node.token, model.node.layer);
  const auto text = [&](std::int64_t token) {
    return model.words ? token_label(input.words, static_cast<int>(token)) : grouped(token);
  };
  const auto room = [&](std::int64_t token) {
    return model.words ? kWordStep : mono_width(count_letters(text(token)), Type::k11) + kLabelGap;
  };
  const Box& row = model.boxes.labels;
  const auto add = [&](std::int64_t token) {
    if (!c.shows(token)) return;
    // The chip of a long number would stand out of the page.
    const float half = model.words ? 0 : room(token) / 2 + 2;
    const float x = std::min(std::max(c.x(token), row.x + half), row.right() - half);
    for (const TokenLabel& other : model.token_labels) {
      if (std::abs(other.x - x) < (room(token) + room(other.token)) / 2) return;
    }
    const bool inside = token >= hard.first && token <= hard.last;
    const bool edge = token == hard.first || (!model.rule.causal && token == hard.last);
    model.token_labels.push_back({x, text(token), token, token == model.node.token, edge, inside});
  };
  add(model.node.token);
  add(hard.first);
  if (!model.rule.causal) add(hard.last);
  const std::int64_t step = label_step_of(c, room(c.first + c.tokens - 1));
  for (std::int64_t token = (c.first + step - 1) / step * step; token < c.first + c.tokens; token += step) add(token);
}

/// Takes the real shares where they are in step with the config; else keeps the last ones of the same node.
void follow_real(ReachModel::Followed& to, const RelayAsk& ask, bool preview, const DepthInput& depth) {
  const bool current = depth.stack != nullptr && depth.stack_current;
  if (current) {
    const ReachModel::RealKey key{ask, depth.stack->revision()};
    if (to.real_from == key) return;
    to.real = real_shares(ask, *depth.stack, preview ? kMostPreviewed : kMostFollowed);
    to.real_from = key;
    return;
  }
  const bool same = depth.stack != nullptr && to.real_from && to.real_from->ask.node == ask.node &&
                    to.real_from->ask.columns == ask.columns;
  if (same) return;
  to.real = {};
  to.real_from.reset();
}

Ink ink_of(const ReachModel& model, const DepthInput& depth) {
  const bool late = depth.stack != nullptr && !depth.stack_current;
  if (model.real().there) return late ? Ink::kRealLate : Ink::kReal;
  if (model.uniform().there) return late ? Ink::kEqualLate : Ink::kEqual;
  return model.preview ? Ink::kWaits : Ink::kNone;
}

/// Where the cone of what is held ends at the input: the key's side must not follow the pointer.
std::pair<float, float> held_cone(const ReachModel& model, Node held, const Columns& columns) {
  const engine::Span hard = engine::reach(model.rule, held.token, held.layer);
  return {columns.x(hard.first), columns.x(hard.last)};
}

class Maker {
 public:
  Maker(ReachModel& model, const ModelInput& input, bool bench) : m_(model), in_(input), bench_(bench) {}

  void make() {
    m_.rule = rule_of(in_.config);
    m_.node = followed_node(in_.config, in_.state);
    const Node held = held_node(in_.config);
    m_.preview = in_.state.node_hover && m_.node != held;
    m_.off = config::off_reason(config::Control::kL, in_.config).value_or("");
    m_.token_labels.clear();
    const Box& picture = in_.layout.depth.picture;
    const ReachShape shape{m_.rule.layers, in_.config.source() == config::Source::kText, is_mixed(m_.rule)};
    if (!bench_) m_.boxes = reach_boxes(picture, shape, picture.x, picture.right());
    const Place place = place_of(m_, in_, bench_);
    const Columns columns = columns_of(m_.rule, held, place.room);
    if (!bench_) {
      const auto [left, right] = held_cone(m_, held, columns);
      m_.boxes = reach_boxes(picture, shape, left, right);
    }
    take_shares(columns);
    LatticeLook look = place.look;
    look.faint = m_.ink == Ink::kRealLate;
    make_lattice(m_.lattice, m_.rule, m_.node, columns, m_.real().there ? m_.real() : m_.uniform(), look, in_.palette);
    m_.row_labels = labelled_layers(m_.lattice, bench_ ? 11 : 14, m_.rule);
    m_.row_all.assign(static_cast<std::size_t>(m_.rule.layers) + 1, false);
    for (int layer = 1; layer <= m_.rule.layers; ++layer) {
      m_.row_all[static_cast<std::size_t>(layer)] = is_mixed(m_.rule) && engine::is_global(m_.rule.pattern, layer);
    }
    m_.hard_words = bench_ ? short_reach_words(m_.rule, m_.node) : hard_reach_words(m_.rule, m_.node);
    if (!bench_) make_view(columns);
  }

 private:
  void take_shares(const Columns& columns) {
    RelayAsk ask{m_.rule, in_.config.alpha, m_.node, columns, near_of(m_.rule, m_.node)};
    const std::int64_t most = m_.preview ? kMostPreviewed : kMostBlended;
    const ReachModel::UniformKey key{ask, most};
    ReachModel::Followed& to = m_.followed[m_.preview ? 1 : 0];
    if (to.uniform_from != key) {
      to.uniform = uniform_shares(ask, most);
      to.uniform_from = key;
    }
    follow_real(to, ask, m_.preview, in_.depth);
    m_.ink = ink_of(m_, in_.depth);
  }

  void make_view(const Columns& columns) {
    m_.title = reach_title(m_.rule, m_.node);
    m_.subtitles = reach_subtitles(m_.rule, m_.node, m_.ink);
    m_.notes = reach_notes(in_.config, m_.rule, m_.node);
    const bool stacked = in_.depth.stack != nullptr;
    const std::string& missing = stacked ? in_.depth.influence.off : in_.depth.no_stack;
    if (!missing.empty()) m_.notes.insert(m_.notes.begin(), {{missing + ".", Face::kRegular, Pair::kMuted}});
    label_tokens(m_, in_);
    m_.part.clear();
    if (!columns.whole()) {
      m_.part = "tokens " + grouped(columns.first) + " to " + grouped(columns.first + columns.tokens - 1) + " of " +
                grouped(columns.all);
    }
    SoftAsk ask{m_.rule, m_.node, m_.preview, near_of(m_.rule, m_.node), in_.config.axis, m_.boxes.plot};
    make_soft_reach(m_.soft, ask, m_.lattice, m_.uniform(), m_.real(), m_.ink == Ink::kRealLate, in_.depth);
  }

  ReachModel& m_;
  const ModelInput& in_;
  bool bench_;
};

}  // namespace

void update_reach(ReachModel& model, const ModelInput& input) {
  const bool bench = !is_depth(input.layout.form);
  const DepthInput& depth = input.depth;
  ReachModel::Key key;
  key.config = input.config;
  key.node = followed_node(input.config, input.state);
  key.preview = input.state.node_hover.has_value();
  key.box = bench ? input.layout.reach_card : input.layout.depth.picture;
  key.bench = bench;
  key.dpr = input.dpr;
  key.inks = inks_of(input.palette);
  if (!bench) key.words = input.words;
  key.no_stack = depth.no_stack;
  key.stack_there = depth.stack != nullptr;
  key.stack_current = depth.stack_current;
  key.stack_revision = depth.stack != nullptr ? depth.stack->revision() : 0;
  key.influence_revision = bench ? 0 : depth.influence.revision;
  if (model.made_from == key) return;
  Maker(model, input, bench).make();
  model.made_from = std::move(key);
}

}  // namespace bandscope::view
