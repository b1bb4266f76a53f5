// The strip of moves: stops, shapes and thumbnails.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/view_frame.h"

using namespace bandscope;
using support::ViewFrame;
using view::MoveStop;

namespace {

std::string joined(const std::vector<view::Run>& runs) {
  std::string text;
  for (const view::Run& run : runs) text += run.text;
  return text;
}

const MoveStop& stop(const ViewFrame& frame, std::string_view label) {
  for (const MoveStop& s : frame.models.moves.stops) {
    if (s.label == label) return s;
  }
  FAIL("there is no stop " << label);
  return frame.models.moves.stops.front();
}

}  // namespace

TEST_CASE("Eleven stops carry the shape at each seam", "[moves]") {
  ViewFrame frame("t=24&h=4&d=8");
  frame.update();
  REQUIRE(frame.models.moves.stops.size() == 11);
  const auto shape = [&](std::string_view label) {
    const MoveStop& s = stop(frame, label);
    return joined(s.symbolic) + " = " + joined(s.numeric);
  };
  CHECK(shape("move tokens") == "(T, C) = (24, 32)");
  CHECK(shape("move project") == "(T, 3C) = (24, 96)");
  CHECK(shape("move cut") == "3 × (T, C) = 3 × (24, 32)");
  CHECK(shape("move split") == "(H, T, D) = (4, 24, 8)");
  CHECK(shape("move score") == "(H, T, T) = (4, 24, 24)");
  CHECK(shape("move softmax") == "(H, T, T) = (4, 24, 24)");
  CHECK(shape("move blend") == "(H, T, D) = (4, 24, 8)");
  CHECK(shape("move merge") == "(T, C) = (24, 32)");
  CHECK(shape("move output") == "(T, C) = (24, 32)");
  CHECK(stop(frame, "move softmax").active);
}

TEST_CASE("A built text's rows are E wide", "[moves]") {
  ViewFrame frame("text=one+two+three");
  frame.update();
  CHECK(joined(stop(frame, "move tokens").symbolic) == "(T, E)");
  CHECK(joined(stop(frame, "move tokens").numeric) == "(3, 17)");
}

TEST_CASE("Given Q, K and V leave eight stops", "[moves]") {
  ViewFrame frame("example=sliding-window");
  frame.update();
  REQUIRE(frame.models.moves.stops.size() == 8);
  CHECK(joined(frame.models.moves.stops.front().name) == "given Q, K, V");
  CHECK(joined(frame.models.moves.stops.front().numeric) == "3 × (4, 4)");
  CHECK(frame.models.moves.stops.back().label == "move merge");

  ViewFrame nolan("example=nolan");
  nolan.update();
  CHECK(joined(nolan.models.moves.stops.front().numeric) == "(1, 4), 2×(2, 4)");
  CHECK(joined(nolan.models.moves.stops.front().short_numeric) == "(1,4),2×(2,4)");
  CHECK(joined(stop(nolan, "move score").symbolic) == "(H, 1, T)");

  ViewFrame long_text("t=2000&h=2&d=4&w=3");
  long_text.update();
  CHECK(joined(stop(long_text, "move score").numeric) == "(2, 2,000, 2,000)");
  CHECK(joined(stop(long_text, "move score").short_numeric) == "(2,2000,2000)");
}

TEST_CASE("Thumbnails fit their room and show every number where there is room", "[moves]") {
  for (const char* query : {"t=24&h=4&d=8", "t=1&h=1&d=1", "t=256&h=16&d=64&w=256", "t=300&h=1&d=1&w=7",
                            "example=sliding-window", "example=nolan", "t=7&h=16&d=3"}) {
    ViewFrame frame(query);
    frame.update();
    for (const MoveStop& s : frame.models.moves.stops) {
      INFO(query << " " << s.label);
      REQUIRE(s.thumbnail != nullptr);
      CHECK(s.thumbnail->height <= view::kThumbHeight);
      CHECK(s.thumbnail->width <= view::kThumbWidth);
      REQUIRE(!s.thumbnail->blocks.empty());
      for (const auto& block : s.thumbnail->blocks) {
        CHECK(block.bitmap.texels.size() ==
              static_cast<std::size_t>(block.bitmap.width) * static_cast<std::size_t>(block.bitmap.height));
        CHECK(block.box.width >= 1);
        CHECK(block.box.height >= 1);
      }
    }
  }
  ViewFrame frame("t=24&h=4&d=8");
  frame.update();
  const view::Thumbnail& score = *stop(frame, "move score").thumbnail;
  CHECK(score.blocks.size() == 4);
  CHECK(score.width == 105);
  CHECK(score.blocks.front().bitmap.width == 24);
}

TEST_CASE("A thumbnail is made again only when its stage has run", "[moves]") {
  ViewFrame frame("t=24");
  frame.update();
  const auto revision = [&](std::string_view label) {
    return stop(frame, label).thumbnail->blocks.front().bitmap.revision;
  };
  const auto project = revision("move project"), score = revision("move score"), strike = revision("move strike");
  frame.config.window = 9;
  frame.update();
  CHECK(revision("move project") == project);
  CHECK(revision("move score") == score);
  CHECK(revision("move strike") > strike);
  frame.config.seed = 2;
  frame.update();
  CHECK(revision("move project") > project);
}

TEST_CASE("Fewer stops spread over the strip, more of them scroll", "[moves]") {
  CHECK(view::moves_pitch(11, 1232) == 112);
  CHECK(view::moves_pitch(8, 1232) == 154);
  CHECK(view::moves_scroll_end(11, 1232) == 0);
  CHECK(view::moves_scroll_end(11, 358) == 874);
}
