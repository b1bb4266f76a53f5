// What the stack costs: counts, the rolling cache, and a chart against T.
#include <algorithm>
#include <cmath>
#include <string>

#include "panels/depth/cost_parts.h"
#include "panels/depth/depth_panels.h"
#include "panels/depth/depth_parts.h"

namespace bandscope::panels {
namespace {

using view::Align;
using view::Box;
using view::CostModel;
using view::CostRow;
using view::CostTable;
using view::Face;
using view::Pair;
using view::Token;
using view::Type;

constexpr float kUnits = 100;  // room of the units at the right of a wide table
constexpr float kLabels = 98;

/// One size for all tables: 13, or 11 where the longest number has no room.
Type number_type(const PanelInput& in, const CostModel& m) {
  const float width = m.boxes.groups[0].width - kLabels - (m.boxes.narrow ? 0.0F : kUnits);
  for (const CostTable& table : m.tables) {
    for (const CostRow& row : table.rows) {
      if (in.painter.text_width(row.number, Face::kMono, Type::k13) > width) return Type::k11;
    }
  }
  return Type::k13;
}

void draw_table(const PanelInput& in, const CostTable& table, const Box& box, float pitch, bool narrow, Type size) {
  view::Painter& p = in.painter;
  p.text({box.x, box.y + 16}, table.title, {Face::kStrong, Type::k16});
  p.text({box.right(), box.y + 16}, table.of, {Face::kRegular, Type::k11, Pair::kMuted, Align::kRight});
  float y = box.y + view::kCostHeading;
  for (const CostRow& row : table.rows) {
    p.rect({box.x, y, box.width, 1}, in.palette[Token::kHairline]);
    const float baseline = y + 17;
    const Pair pair = row.strong ? Pair::kInk : Pair::kMuted;
    p.text({box.x, baseline}, row.label, {row.strong ? Face::kStrong : Face::kRegular, Type::k13, pair});
    // Where even 11 has no room for a number, it takes the unit's too.
    const float most = box.width - kLabels - kUnits;
    const bool alone = !narrow && p.text_width(row.number, Face::kMono, size) > most;
    const float right = narrow || alone ? box.right() : box.right() - kUnits;
    p.text({right, baseline}, row.number, {Face::kMono, size, Pair::kInk, Align::kRight});
    y += pitch;
    if (alone) continue;
    p.text({box.right(), narrow ? baseline + 14 : baseline}, row.human,
           {Face::kRegular, narrow ? Type::k11 : Type::k13, pair, Align::kRight});
  }
}

}  // namespace

void draw_cost(const PanelInput& in, Wishes& wishes) {
  const CostModel& m = in.models.cost;
  if (m.title.empty()) return;
  draw_depth_title(in, m.title, m.subtitle);
  const Type size = number_type(in, m);
  for (std::size_t i = 0; i < m.tables.size(); ++i) {
    draw_table(in, m.tables[i], m.boxes.groups[i], m.boxes.pitch, m.boxes.narrow, size);
  }
  view::draw_paragraph(in.painter, {m.boxes.note.x, m.boxes.note.y + 14}, m.note, Type::k13, m.boxes.note.width, 20);
  draw_cache_picture(in, wishes);
  draw_cost_chart(in, wishes);
}

}  // namespace bandscope::panels
