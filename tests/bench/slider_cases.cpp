#include <algorithm>

#include "bench/case.h"
#include "engine/inputs.h"
#include "engine/layer.h"

namespace bandscope::bench {
namespace {

/// What src/app/apply.cpp keeps of one page, at the two ends of a step.
struct Page {
  engine::InputSource inputs;
  engine::Layer<float> layer;
  std::array<engine::InputSpec, 2> specs;
  std::array<int, 2> windows{};
  bool with_output = true;
  int at = 0;

  void step() {
    at = 1 - at;
    const auto end = static_cast<std::size_t>(at);
    engine::Tensors<float> tensors = inputs.make(specs[end]);
    if (!with_output) tensors.w_o = {};
    engine::LayerSettings settings;
    settings.shape = inputs.shape();
    settings.window = std::min(windows[end], specs[end].tokens);
    static_cast<void>(layer.run(tensors, settings));
  }
};

std::string runs_between(const engine::StageRuns& before, const engine::StageRuns& after) {
  static constexpr std::array kNames{"project", "split", "score", "scale", "mask",
                                     "shares",  "blend", "merge", "output"};
  std::string list;
  for (std::size_t n = 0; n < kNames.size(); ++n) {
    if (after[n] == before[n]) continue;
    list += (list.empty() ? "" : " ") + std::string(kNames[n]);
    if (after[n] - before[n] > 1) list += "*" + std::to_string(after[n] - before[n]);
  }
  return list;
}

}  // namespace

std::unique_ptr<Case> slider_case(Words words) {
  if (words.size() < 6 || number(words, 1) == 0) return nullptr;
  const auto page = std::make_shared<Page>();
  engine::InputSpec& from = page->specs[0];
  from.tokens = number(words, 1);
  from.heads = number(words, 2);
  from.head_width = number(words, 3);
  page->windows = {number(words, 4), number(words, 4)};
  page->with_output = words[5] == "output";
  engine::InputSpec& to = page->specs[1];
  to = from;
  if (words[0] == "t") {
    ++to.tokens;
  } else if (words[0] == "h") {
    ++to.heads;
  } else if (words[0] == "d") {
    ++to.head_width;
  } else if (words[0] == "w") {
    ++page->windows[1];
  } else if (words[0] == "seed") {
    ++to.seed;
  } else {
    return nullptr;
  }
  std::string there, back;
  for (int n = 0; n < 4; ++n) {
    const engine::StageRuns before = page->layer.trace().runs;
    page->step();
    (page->at == 1 ? there : back) = runs_between(before, page->layer.trace().runs);
  }
  auto made = std::make_unique<Case>();
  made->run = [page] { page->step(); };
  made->facts = R"({"there": ")" + there + R"(", "back": ")" + back + R"("})";
  return made;
}

}  // namespace bandscope::bench
