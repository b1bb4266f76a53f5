#include "view/merge.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "support/view_frame.h"

using namespace bandscope;
using support::ViewFrame;

namespace {

view::MergeModel merge_of(const ViewFrame& scene) {
  view::MergeModel model;
  view::update_merge(model, scene.input());
  return model;
}

}  // namespace

TEST_CASE("the blocks' texels are the merged row's numbers") {
  ViewFrame scene("t=24&h=4&d=8&w=6");
  scene.run();
  const view::MergeModel m = merge_of(scene);
  REQUIRE(m.blocks.size() == 4);
  CHECK(m.cell_width == 5);  // (200 - 3 * 12) / 32
  CHECK(m.blocks[1].box.x - m.blocks[0].box.right() == 12);
  CHECK(m.cells.width == 4 * 40 + 3 * 12);
  const std::vector<float>& merged = scene.layer.trace().merged;
  const view::Palette& palette = view::palette(false);
  for (int row = 0; row < 24; ++row) {
    for (int column = 0; column < 32; ++column) {
      const view::Box cell = m.cell_box(row, column);
      const int x = static_cast<int>(std::lround(cell.x - m.sheet.x));
      const float v = merged[static_cast<std::size_t>(row * 32 + column)];
      CHECK(m.cells.texels[static_cast<std::size_t>(row * m.cells.width + x)] ==
            palette.map(view::Map::kSigned, v, m.range.most));
      const auto at = m.cell_at(cell.centre());
      CHECK(at[0] == row);
      CHECK(at[1] == column);
    }
  }
  // The gap is clear.
  CHECK(m.cells.texels[45].a == 0);
}

TEST_CASE("the gap shrinks to 4 and 1, then heads round the picked one are shown") {
  ViewFrame scene("t=4&h=16&d=2&w=4");
  scene.run();
  view::MergeModel m = merge_of(scene);
  CHECK(m.blocks.size() == 16);
  CHECK(m.blocks[1].box.x - m.blocks[0].box.right() == 4);  // 12 would leave 20 px for 32 numbers
  scene.config.head_width = 11;
  scene.run();
  m = merge_of(scene);
  CHECK(m.blocks.size() == 16);
  CHECK(m.blocks[1].box.x - m.blocks[0].box.right() == 1);
  scene.config.head_width = 64;
  scene.config.head = 4;
  scene.run();
  m = merge_of(scene);
  CHECK(m.blocks.size() == 3);
  CHECK(m.part == "heads 3 to 5 of 16");
  CHECK(m.cell_width == 1);
  CHECK(m.tray_cell == 1);
  scene.config.heads = 2;
  scene.config.head_width = 256;
  scene.config.head = 1;
  scene.run();
  m = merge_of(scene);
  CHECK(m.blocks.size() == 1);
  CHECK(m.part == "head 1 of 2");
}

TEST_CASE("the tray is the merged row of the pointed query") {
  ViewFrame scene("example=sliding-window");
  scene.config.pick = config::Pick{3, 3};
  scene.run();
  view::MergeModel m = merge_of(scene);
  CHECK(m.pointed_row == 3);
  REQUIRE(m.tray_cells.width == 4);
  CHECK(m.tray_cells.texels[0] == view::palette(false).map(view::Map::kSigned, 1.5F, m.range.most));
  scene.state.hover = view::Hover{{0, 0}, -1};
  view::update_merge(m, scene.input());
  CHECK(m.pointed_row == 0);
}
