#include <unistd.h>

#include <cstdint>

#include "bench/case.h"
#include "engine/forward.h"

namespace bandscope::bench {

/// The end of the program's heap, which never falls: what was ever held at once, and what lies waste between.
static std::int64_t heap_end() { return reinterpret_cast<std::intptr_t>(sbrk(0)); }

std::unique_ptr<Case> memory_case(Words words) {
  const int tokens = number(words, 0), width = number(words, 1), heads = number(words, 2), window = number(words, 3);
  if (tokens == 0 || width == 0 || heads == 0 || window == 0) return nullptr;
  const auto size = [](int rows, int columns) { return static_cast<std::size_t>(rows) * columns; };
  const std::int64_t before = heap_end();
  std::size_t held = 0;
  {
    const std::vector<float> x(size(tokens, width), 1), w_qkv(size(width, 3 * width), 0.5F),
        w_o(size(width, width), 0.5F);
    std::vector<float> output(size(tokens, width));
    held = x.size() + w_qkv.size() + w_o.size() + output.size();
    engine::Tensors<float> tensors;
    tensors.w_qkv = w_qkv;
    tensors.w_o = w_o;
    engine::LayerSettings settings;
    settings.shape = {1, tokens, tokens, width, heads, width / heads};
    settings.window = window;
    engine::Forward<float> layer;
    layer.open(tensors, settings.shape);
    tensors.x = x;
    layer.run(tensors, settings, {{}, output, 0, tokens});
  }
  auto made = std::make_unique<Case>();
  made->run = [] {};
  made->facts = R"({"peak": )" + std::to_string(heap_end() - before) + R"(, "tensors": )" +
                std::to_string(held * sizeof(float)) + "}";
  return made;
}

}  // namespace bandscope::bench
