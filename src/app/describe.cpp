#include "app/describe.h"

#include <array>
#include <string_view>
#include <utility>

#include "app/json.h"
#include "config/words.h"

namespace bandscope::app {
namespace {

constexpr std::array<std::string_view, engine::kStageCount> kStageNames = {"project", "split", "score", "scale", "mask",
                                                                           "shares",  "blend", "merge", "output"};

void add(std::string& out, std::string_view name, const std::string& value) {
  if (out.size() > 1) out += ',';
  out += json_text(name) + ":" + value;
}

}  // namespace

std::string describe_stage_runs(const engine::StageRuns& runs) {
  std::string out = "{";
  for (std::size_t i = 0; i < runs.size(); ++i) add(out, kStageNames[i], std::to_string(runs[i]));
  return out + "}";
}

std::string describe_stats(const Canvas& canvas) {
  const Stats& stats = canvas.stats();
  const Numbers& numbers = canvas.app().numbers();
  std::string out = "{";
  add(out, "frames", std::to_string(stats.frames));
  add(out, "drawCalls", std::to_string(stats.draw_calls));
  add(out, "vertices", std::to_string(stats.vertices));
  add(out, "engineMs", json_number(numbers.engine_ms()));
  add(out, "workMs", json_number(canvas.app().work_ms()));
  add(out, "cellsScored", std::to_string(numbers.work().cells_scored));
  add(out, "pending", canvas.app().pending() ? "true" : "false");
  return out + "}";
}

std::string describe_depth(const view::DepthInput& depth) {
  const view::InfluenceInput& from = depth.influence;
  std::string influence = "{";
  add(influence, "current", from.current ? "true" : "false");
  add(influence, "exact", from.exact ? "true" : "false");
  add(influence, "probes", std::to_string(from.probes));
  add(influence, "relativeError", json_number(from.relative_error));
  add(influence, "layer", std::to_string(from.layer));
  add(influence, "token", std::to_string(from.row));
  std::string norms;
  for (const double norm : from.norms) norms += (norms.empty() ? "" : ",") + json_number(norm);
  add(influence, "norms", "[" + norms + "]");
  std::string out = "{";
  add(out, "layers", std::to_string(depth.stack == nullptr ? 0 : depth.stack->settings().layers));
  add(out, "done", std::to_string(depth.stack == nullptr ? 0 : depth.stack->done()));
  add(out, "current", depth.stack_current ? "true" : "false");
  add(out, "why", json_text(depth.no_stack));
  add(out, "influence", influence + "}");
  return out + "}";
}

std::string describe_boxes(const Canvas& canvas) {
  const panels::PageView& page = canvas.last().page;
  std::string out = "{";
  for (const panels::NamedBox& named : canvas.ui().boxes()) add(out, named.label, json_box(page.canvas(named.box)));
  return out + "}";
}

std::string describe_texts(const Canvas& canvas) {
  std::string out = "[";
  for (const view::TextRecord& record : canvas.painter().records()) {
    if (out.size() > 1) out += ',';
    std::string row = "{";
    add(row, "text", json_text(record.text));
    add(row, "box", json_box(record.ink));
    add(row, "size", std::to_string(static_cast<int>(record.style.size)));
    add(row, "panel", json_text(record.panel));
    add(row, "layer", std::to_string(record.layer));
    add(row, "chip", record.style.chip ? "true" : "false");
    out += row + "}";
  }
  return out + "]";
}

std::string describe_program(view::Language language, const config::Config& config) {
  const view::Program program = view::program(language, config, config::split_words(config.text));
  return "{\"text\":" + json_text(program.text) + ",\"off\":" + json_text(program.off) + "}";
}

std::string describe_notices(const State& state) {
  std::string out = "[";
  for (const std::string& notice : state.notices) {
    if (out.size() > 1) out += ',';
    out += json_text(notice);
  }
  return out + "]";
}

std::string describe_areas(const Canvas& canvas) {
  const view::Layout& l = canvas.app().layout();
  const std::pair<std::string_view, view::Box> areas[] = {{"page", {0, 0, l.width, l.height}},
                                                          {"header", l.header},
                                                          {"moves", l.moves},
                                                          {"band", l.band.area},
                                                          {"scores", l.scores.area},
                                                          {"shares", l.shares.area},
                                                          {"merge", l.merge.area},
                                                          {"sentence", l.sentence},
                                                          {"card", l.card},
                                                          {"reachCard", l.reach_card},
                                                          {"picture", l.depth.picture},
                                                          {"notice", l.notice}};
  std::string out = "{";
  for (const auto& [name, box] : areas) {
    if (!box.empty()) add(out, name, json_box(box));
  }
  return out + "}";
}

}  // namespace bandscope::app
