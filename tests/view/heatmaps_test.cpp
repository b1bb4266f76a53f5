#include "view/heatmaps.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <limits>

#include "support/view_frame.h"
#include "view/numbers.h"

using namespace bandscope;
using support::ViewFrame;

namespace {

/// T, H, D and W as a query.
std::string sized(int tokens, int heads, int head_width, int window) {
  return "t=" + std::to_string(tokens) + "&h=" + std::to_string(heads) + "&d=" + std::to_string(head_width) +
         "&w=" + std::to_string(window);
}

/// The words of runs, without their looks.
std::string plain_text(const std::vector<view::Run>& runs) {
  std::string text;
  for (const view::Run& run : runs) text += run.text;
  return text;
}

view::Rgba texel(const view::Bitmap& bitmap, int row, int column) {
  return bitmap.texels[static_cast<std::size_t>(row * bitmap.width + column)];
}

view::BandModel band_of(const ViewFrame& scene) {
  view::BandModel model;
  view::update_band(model, scene.input());
  return model;
}

}  // namespace

TEST_CASE("the band's texels and counts are the engine's mask") {
  for (const bool causal : {true, false}) {
    for (int tokens = 1; tokens <= 20; ++tokens) {
      for (int window = 1; window <= tokens; ++window) {
        ViewFrame scene(sized(tokens, 1, 2, window));
        scene.config.causal = causal;
        scene.run();
        const view::BandModel model = band_of(scene);
        const engine::KeyRanges& keep = scene.layer.trace().keep;
        REQUIRE(model.kept.size() == static_cast<std::size_t>(tokens));
        for (int i = 0; i < tokens; ++i) {
          int count = 0;
          for (int j = 0; j < tokens; ++j) {
            const bool kept = keep.keeps(0, i, j);
            count += kept ? 1 : 0;
            const view::Rgba colour = texel(model.sheet.cells, i, j);
            REQUIRE((colour.a != 0) == kept);
            if (kept) REQUIRE(colour == view::palette(false)[view::Token::kWTint]);
          }
          REQUIRE(model.kept[static_cast<std::size_t>(i)].text == std::to_string(count));
        }
        REQUIRE(model.sheet.has_struck == (model.sheet.range.any && (causal ? tokens > 1 : window < tokens)));
      }
    }
  }
}

TEST_CASE("the W edge is a stair from the left side down, and is absent where W cuts nothing") {
  ViewFrame scene(sized(24, 1, 2, 6));
  scene.run();
  const view::SheetModel sheet = band_of(scene).sheet;
  const view::Box box = sheet.grid.box;
  REQUIRE(sheet.edges.window.size() == 1);
  const view::Polyline& stair = sheet.edges.window[0];
  // Row 6 is the first that loses a key.
  CHECK(stair.front() == view::Point{box.x, box.y + 6 * 12});
  CHECK(stair[1] == view::Point{box.x + 12, box.y + 6 * 12});
  CHECK(stair.back() == view::Point{box.x + 18 * 12, box.bottom()});
  REQUIRE(sheet.edges.causal.size() == 1);
  CHECK(sheet.edges.causal[0].front() == view::Point{box.x + 12, box.y});
  CHECK(sheet.edges.causal[0].back() == view::Point{box.right(), box.bottom()});

  scene.config.window = 24;
  scene.run();
  CHECK(band_of(scene).sheet.edges.window.empty());
  scene.config.window = config::kAllKeys;
  scene.run();
  CHECK(band_of(scene).sheet.edges.window.empty());
  CHECK(band_of(scene).sheet.edges.causal.size() == 1);
}

TEST_CASE("two-sided, both edges are the window's") {
  ViewFrame scene(sized(24, 1, 2, 6));
  scene.config.causal = false;
  scene.run();
  const view::BandModel model = band_of(scene);
  CHECK(model.sheet.edges.causal.empty());
  REQUIRE(model.sheet.edges.window.size() == 2);
  const view::Box box = model.sheet.grid.box;
  CHECK(model.sheet.edges.window[1].front() == view::Point{box.x + 6 * 12, box.y});
  CHECK(model.sheet.edges.window[1].back() == view::Point{box.right(), box.y + 18 * 12});
  REQUIRE(model.after);
  CHECK(model.after->text == "too far");
  REQUIRE(model.before);
  CHECK(model.before->text == "too far");
}

TEST_CASE("every edge lies between a struck and a kept cell") {
  for (int queries = 1; queries <= 12; ++queries) {
    for (int keys = 1; keys <= 12; ++keys) {
      for (int window : {1, 2, 5, 12}) {
        for (const bool causal : {true, false}) {
          engine::KeyRanges keep;
          keep.queries = queries;
          keep.keys = keys;
          keep.window = window;
          keep.causal = causal;
          const int offset = keys - queries;
          for (int i = 0; i < queries; ++i) {
            const int first = std::clamp(i + offset - window + 1, 0, keys);
            const int last = std::clamp(causal ? i + offset + 1 : i + offset + window, 0, keys);
            keep.first.push_back(first);
            keep.count.push_back(std::max(0, last - first));
          }
          const view::Grid grid = view::grid_of({0, 0, 288, 288}, queries, keys, {0, 0}, 1);
          const view::Edges edges = view::edges_of(keep, grid);
          const auto kept = [&](float x, float y) {
            const auto [i, j] = grid.cell_at({x, y});
            return i >= 0 && keep.keeps(0, i, j);
          };
          const auto check = [&](const view::Polyline& line) {
            for (std::size_t n = 1; n < line.size(); ++n) {
              const view::Point a = line[n - 1];
              const view::Point b = line[n];
              REQUIRE((a.x == b.x || a.y == b.y));
              // A step at a time along the segment: the cells on both sides differ.
              const float length = std::abs(b.x - a.x) + std::abs(b.y - a.y);
              for (float at = grid.cell / 2; at < length; at += grid.cell) {
                const float x = a.x + (b.x - a.x) * at / length;
                const float y = a.y + (b.y - a.y) * at / length;
                const bool one = a.x == b.x ? kept(x - 1, y) : kept(x, y - 1);
                const bool other = a.x == b.x ? kept(x + 1, y) : kept(x, y + 1);
                CAPTURE(queries, keys, window, causal, x, y);
                REQUIRE(one != other);
              }
            }
          };
          for (const view::Polyline& line : edges.window) check(line);
          for (const view::Polyline& line : edges.causal) check(line);
        }
      }
    }
  }
}

TEST_CASE("scores: range, colours and numbers are those of the shown cells") {
  ViewFrame scene(sized(7, 2, 4, 3));
  scene.config.head = 1;
  scene.run();
  const engine::Trace<float>& trace = scene.layer.trace();
  view::ScoresModel model;
  view::update_scores(model, scene.input());
  float low = std::numeric_limits<float>::max();
  float high = -low;
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j) {
      if (!trace.keep.keeps(0, i, j)) continue;
      const float v = trace.scores_masked.at(0, 1, i, j, 0);
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  CHECK(model.sheet.range.low == low);
  CHECK(model.sheet.range.high == high);
  CHECK(model.sheet.range.most == std::max(-low, high));
  CHECK(model.bar.low == view::fixed(low, 2));
  CHECK(model.bar.high == view::fixed(high, 2));
  const view::Palette& palette = view::palette(false);
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j) {
      const view::Rgba colour = texel(model.sheet.cells, i, j);
      if (trace.keep.keeps(0, i, j)) {
        CHECK(colour == palette.map(view::Map::kSigned, trace.scores_masked.at(0, 1, i, j, 0), model.sheet.range.most));
      } else {
        CHECK(colour.a == 0);
      }
    }
  }
  for (const view::CellNumber& n : model.sheet.numbers) {
    CHECK(n.is_struck == !trace.keep.keeps(0, n.row, n.column));
    if (n.is_struck) {
      CHECK(n.text == "−∞");
    } else {
      CHECK(n.text == view::fixed(trace.scores_masked.at(0, 1, n.row, n.column, 0), 2));
    }
  }
}

TEST_CASE("raw and scaled show every scored pair") {
  ViewFrame scene(sized(6, 1, 4, 2));
  for (const config::Show show : {config::Show::kRaw, config::Show::kScaled}) {
    scene.config.show = show;
    scene.run();
    view::ScoresModel model;
    view::update_scores(model, scene.input());
    CHECK_FALSE(model.sheet.has_struck);
    CHECK(model.sheet.edges.window.size() == 1);
  }
  // Above 256 tokens pairs outside the band were never scored.
  ViewFrame large(sized(300, 1, 1, 7));
  large.config.show = config::Show::kRaw;
  large.run();
  view::ScoresModel model;
  view::update_scores(model, large.input());
  CHECK(model.sheet.has_struck);
}

TEST_CASE("the sliding window by pencil reads as printed") {
  ViewFrame scene("example=sliding-window");
  scene.config.pick = config::Pick{1, 1};
  scene.run();
  view::ScoresModel scores;
  view::SharesModel shares;
  view::MergeModel merge;
  view::update_scores(scores, scene.input());
  view::update_shares(shares, scene.input());
  view::update_merge(merge, scene.input());
  const auto number = [](const std::vector<view::CellNumber>& numbers, int row, int column) {
    for (const view::CellNumber& n : numbers) {
      if (n.row == row && n.column == column) return n.text;
    }
    return std::string();
  };
  CHECK(number(scores.sheet.numbers, 0, 0) == "0.707");
  CHECK(number(scores.sheet.numbers, 2, 1) == "1.414");
  CHECK(number(scores.sheet.numbers, 0, 1) == "−∞");
  CHECK(number(shares.sheet.numbers, 1, 0) == "0.330");
  CHECK(number(shares.sheet.numbers, 1, 1) == "0.670");
  CHECK(number(shares.sheet.numbers, 0, 1) == "0");
  CHECK(shares.sheet.number_size == view::Type::k16);
  CHECK(number(merge.numbers, 3, 0) == "1.500");
  CHECK(number(merge.numbers, 3, 3) == "0.670");
  CHECK(merge.number_size == view::Type::k13);
  CHECK(scores.bar.high == "1.414");
  CHECK(plain_text(band_of(scene).sentence) == "Query 1 reads keys 0 to 1: two keys, itself included.");
}

TEST_CASE("numbers: two decimals below 44 px, three from there, none below 34") {
  ViewFrame scene(sized(8, 1, 2, 8));
  scene.run();
  view::SharesModel model;
  view::update_shares(model, scene.input());
  CHECK(model.sheet.grid.cell == 36);
  bool some = false;
  for (const view::CellNumber& n : model.sheet.numbers) {
    if (n.is_struck) continue;
    some = true;
    CHECK(n.text.size() == 4);
  }
  CHECK(some);
  scene.config.tokens = 6;
  scene.run();
  view::update_shares(model, scene.input());
  for (const view::CellNumber& n : model.sheet.numbers) CHECK((n.is_struck || n.text.size() == 5));
  scene.config.tokens = 9;
  scene.run();
  view::update_shares(model, scene.input());
  CHECK(model.sheet.numbers.empty());
}

TEST_CASE("labels: every n-th, words whole, numbers else") {
  ViewFrame scene(sized(64, 1, 2, 8));
  scene.run();
  view::BandModel model = band_of(scene);
  CHECK(model.sheet.grid.cell == 4);
  CHECK(model.sheet.label_step == 4);
  CHECK(model.sheet.row_label(63) == "63");
  ViewFrame text("text=the+mill+and+the+river&t=5");
  text.run();
  model = band_of(text);
  CHECK(model.sheet.label_step == 1);
  CHECK(model.sheet.row_label(1) == "mill");
  CHECK(model.sheet.column_label(4) == "river");
}

TEST_CASE("sentences say the rule for a row") {
  const auto sentence = [](const ViewFrame& scene, int query) {
    return plain_text(view::sentence_of(scene.layer.trace().keep, query));
  };
  ViewFrame scene(sized(16, 1, 2, 4));
  scene.run();
  CHECK(sentence(scene, 5) == "Query 5 reads keys 2 to 5: four keys, itself included.");
  CHECK(sentence(scene, 0) == "Query 0 reads only itself.");
  scene.config.window = 1;
  scene.run();
  CHECK(sentence(scene, 9) == "Query 9 reads only itself.");
  scene.config.window = 3;
  scene.config.causal = false;
  scene.run();
  CHECK(sentence(scene, 5) == "Query 5 reads keys 3 to 7: five keys, itself included.");
  ViewFrame nolan("example=nolan");
  nolan.run();
  CHECK(sentence(nolan, 0) == "Query 0 reads keys 0 to 1: two keys.");
  engine::KeyRanges none;
  none.queries = 3;
  none.keys = 2;
  none.first = {0, 0, 0};
  none.count = {0, 1, 2};
  CHECK(plain_text(view::sentence_of(none, 0)) == "Query 0 reads no key: its shares and its output are 0.");
}

TEST_CASE("a number that is not finite is yellow, named, and outside the range") {
  ViewFrame scene(sized(6, 1, 4, 3));
  scene.run();
  engine::Trace<float> trace = scene.layer.trace();
  trace.scores_masked.row(0, 0, 4)[0] = std::numeric_limits<float>::quiet_NaN();
  const view::ModelInput input = scene.input();
  const view::ModelInput bad{input.config, input.opened,  trace,       input.words, input.notices, input.layout,
                             input.state,  input.palette, input.depth, input.dpr,   false,         0};
  view::ScoresModel model;
  view::update_scores(model, bad);
  CHECK(texel(model.sheet.cells, 4, 2) == view::palette(false)[view::Token::kWarning]);
  CHECK(model.sheet.bad == "NaN at query 4, key 2");
  CHECK(std::isfinite(model.sheet.range.most));
  CHECK(model.sheet.crosses.size() == 1);
}

TEST_CASE("strike by zero: struck cells have a share, and the leak is said") {
  ViewFrame scene(sized(8, 1, 4, 3));
  scene.config.strike = config::Strike::kZero;
  scene.config.pick = config::Pick{5, 4};
  scene.run();
  view::SharesModel model;
  view::update_shares(model, scene.input());
  const engine::Trace<float>& trace = scene.layer.trace();
  double leak = 0;
  for (int j = 0; j < 8; ++j) {
    if (!trace.keep.keeps(0, 5, j)) leak += trace.shares.at(0, 0, 5, j, 0);
  }
  CHECK(leak > 0);
  CHECK(model.leak == "struck by 0: leaks " + view::per_cent(leak));
  CHECK(texel(model.sheet.cells, 0, 7).a != 0);
}

TEST_CASE("a bitmap is built again only when what it shows changed") {
  ViewFrame scene(sized(32, 4, 4, 6));
  scene.run();
  view::Models models;
  const auto update = [&] {
    view::update_band(models.band, scene.input());
    view::update_scores(models.scores, scene.input());
    view::update_shares(models.shares, scene.input());
    view::update_merge(models.merge, scene.input());
  };
  update();
  const auto revisions = [&] {
    return std::array<std::uint64_t, 4>{models.band.sheet.cells.revision, models.scores.sheet.cells.revision,
                                        models.shares.sheet.cells.revision, models.merge.cells.revision};
  };
  auto before = revisions();
  scene.state.hover = view::Hover{{3, 2}, -1};
  scene.config.pick = config::Pick{9, 8};
  scene.run();
  update();
  CHECK(revisions() == before);
  scene.config.window = 7;
  scene.run();
  update();
  for (std::size_t n = 0; n < 4; ++n) CHECK(revisions()[n] == before[n] + 1);
  // Raw scores do not depend on the window.
  scene.config.show = config::Show::kRaw;
  update();
  before = revisions();
  scene.config.window = 9;
  scene.run();
  update();
  CHECK(revisions()[1] == before[1]);
  CHECK(revisions()[2] == before[2] + 1);
}

TEST_CASE("words in struck corners lie on struck cells and off the picked row and column") {
  for (int tokens : {12, 16, 24, 40, 100, 256}) {
    for (int window : {1, 3, 6, tokens / 2, tokens}) {
      for (const bool causal : {true, false}) {
        ViewFrame scene(sized(tokens, 1, 1, window));
        scene.config.causal = causal;
        scene.config.pick = config::Pick{tokens * 2 / 3, tokens / 2};
        scene.run();
        const view::BandModel model = band_of(scene);
        const view::Grid& g = model.sheet.grid;
        const view::Box cell = g.cell_box(tokens * 2 / 3, tokens / 2);
        for (const auto* word : {&model.before, &model.after}) {
          if (!*word) continue;
          const view::Box patch = (*word)->patch;
          CHECK(g.box.holds(patch, 0.01F));
          CHECK_FALSE(patch.meets({g.box.x, cell.y, g.box.width, cell.height}));
          CHECK_FALSE(patch.meets({cell.x, g.box.y, cell.width, g.box.height}));
          for (float y = patch.y + 0.5F; y < patch.bottom(); y += 1) {
            for (float x = patch.x + 0.5F; x < patch.right(); x += 1) {
              const auto [i, j] = g.cell_at({x, y});
              if (i >= 0 && scene.layer.trace().keep.keeps(0, i, j)) FAIL("a word on a kept cell");
            }
          }
          if (model.bracket && !model.bracket->label.empty()) CHECK_FALSE(patch.meets(model.bracket->patch));
        }
      }
    }
  }
}

TEST_CASE("more tokens than device pixels: a part round the pick, and it says which") {
  ViewFrame scene(sized(400, 1, 1, 20));
  scene.config.pick = config::Pick{399, 395};
  scene.run();
  const view::SheetModel sheet = band_of(scene).sheet;
  CHECK_FALSE(sheet.grid.whole);
  CHECK(sheet.grid.rows == 288);
  CHECK(sheet.part == "tokens 112 to 399 of 400");
  CHECK(sheet.cells.width <= 288);
}

TEST_CASE("head all: a map a head with a gap, or a reason") {
  ViewFrame scene(sized(16, 5, 2, 4));
  scene.config.head = config::kAllHeads;
  scene.run();
  view::SharesModel model;
  view::update_shares(model, scene.input());
  REQUIRE(model.all.on);
  REQUIRE(model.all.maps.size() == 5);
  const view::Grid& first = model.all.maps[0].grid;
  CHECK(first.cell == 5);  // (288 - 2 * 4) / 3 / 16
  CHECK(model.all.maps[1].grid.box.x - first.box.right() == 4);
  CHECK(model.all.maps[3].grid.box.y - first.box.bottom() == 4);
  CHECK(model.sheet.numbers.empty());
  scene.config.tokens = 200;
  scene.run();
  view::update_shares(model, scene.input());
  CHECK_FALSE(model.all.on);
  CHECK(model.all.off == "All 5 heads fit up to T = 93");
}
