#include <algorithm>

#include "bench/case.h"
#include "engine/kernels/registry.h"

namespace bandscope::bench {

std::unique_ptr<Case> kernel_case(Words words) {
  using namespace engine::kernels;
  const auto kernels = registry();
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const Kernel& k) { return !words.empty() && k.name == words[0]; });
  Problem problem;
  problem.rows = number(words, 1);
  problem.keys = number(words, 2);
  problem.depth = number(words, 3);
  problem.window = number(words, 4);
  if (found == kernels.end() || std::min({problem.rows, problem.keys, problem.depth, problem.window}) == 0) {
    return nullptr;
  }
  struct Room {
    std::vector<float> a, b, c, out;
    std::function<void(float*)> run;
  };
  const auto room = std::make_shared<Room>();
  const auto depth = static_cast<std::size_t>(problem.depth);
  room->a = drawn(static_cast<std::size_t>(problem.rows) * depth, 1);
  room->b = drawn(static_cast<std::size_t>(problem.keys) * depth, 2);
  room->c = drawn(static_cast<std::size_t>(problem.keys) * depth, 3);
  problem.a = room->a;
  problem.b = room->b;
  problem.c = room->c;
  room->out.resize(found->outputs(problem));
  room->run = found->prepare(problem);
  auto made = std::make_unique<Case>();
  made->run = [room] { room->run(room->out.data()); };
  made->result = [room] { return std::span<const float>(room->out); };
  // The work of an element-wise kernel is its elements.
  const bool elements = found->work(problem) <= static_cast<double>(room->out.size());
  made->facts = R"({"operations": )" + std::to_string((elements ? 1 : 2) * found->work(problem)) + R"(, "elements": )" +
                (elements ? "true" : "false") + "}";
  return made;
}

}  // namespace bandscope::bench
