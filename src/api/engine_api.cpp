#include "api/engine_api.h"

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "engine/check.h"
#include "engine/dense.h"
#include "engine/forward.h"
#include "engine/layer.h"

using namespace bandscope;

struct BandscopeRun {
  engine::Layer<float> layer;
  std::string error;
  engine::DenseArray result;
};

struct BandscopeLayer {
  engine::Forward<float> forward;
  std::string error;
};

namespace {

engine::LayerSettings settings_of(const BandscopeRequest& request) {
  engine::LayerSettings settings;
  settings.shape = {1, request.queries, request.keys, request.embed_width, request.heads, request.head_width};
  settings.window = request.window == 0 ? engine::kNoWindow : request.window;
  settings.causal = request.causal != 0;
  if (request.key_mask != nullptr) settings.key_mask.assign(request.key_mask, request.key_mask + request.keys);
  return settings;
}

std::span<const float> tensor(const float* data, std::int64_t rows, std::int64_t columns) {
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(rows * columns)};
}

engine::Tensors<float> tensors_of(const BandscopeRequest& request) {
  const std::int64_t queries = request.queries, keys = request.keys, embed = request.embed_width;
  const std::int64_t merged = std::int64_t{request.heads} * request.head_width;
  engine::Tensors<float> tensors;
  tensors.x = tensor(request.x, queries, embed);
  tensors.w_qkv = tensor(request.w_qkv, embed, 3 * merged);
  tensors.w_o = tensor(request.w_o, merged, embed);
  tensors.q = tensor(request.q, queries, merged);
  tensors.k = tensor(request.k, keys, merged);
  tensors.v = tensor(request.v, keys, merged);
  return tensors;
}

}  // namespace

double bandscope_bytes(const BandscopeRequest* request) {
  const bool given = request->q != nullptr;
  const std::int64_t held = engine::estimate_bytes(settings_of(*request), given, request->w_o != nullptr);
  // While it runs: one head's keys on end, and the key ranges once more.
  const double scratch = 4.0 * request->keys * request->head_width + 8.0 * request->queries + 100'000;
  return static_cast<double>(held) + scratch;
}

int bandscope_can_hold(double bytes) {
  if (!(bytes < static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max()))) return 0;
  // Volatile, or the compiler sees that nothing is kept, and takes it as done.
  void* volatile memory = std::malloc(static_cast<std::size_t>(bytes));
  const int can = memory != nullptr ? 1 : 0;
  std::free(memory);
  return can;
}

BandscopeRun* bandscope_run(const BandscopeRequest* request) {
  auto run = std::make_unique<BandscopeRun>();
  if (auto error = run->layer.run(tensors_of(*request), settings_of(*request))) run->error = std::move(error->message);
  return run.release();
}

const char* bandscope_error(const BandscopeRun* run) { return run->error.c_str(); }

const float* bandscope_result(BandscopeRun* run, const char* name, int first, int last) {
  run->result = {};
  auto found = engine::dense(run->layer.trace(), name, first, last);
  if (!found) return nullptr;
  auto* const array = std::get_if<engine::DenseArray>(&*found);
  if (array == nullptr) return nullptr;
  run->result = std::move(*array);
  return run->result.data.data();
}

int bandscope_rank(const BandscopeRun* run) { return static_cast<int>(run->result.shape.size()); }

int bandscope_extent(const BandscopeRun* run, int axis) {
  return static_cast<int>(run->result.shape[static_cast<std::size_t>(axis)]);
}

void bandscope_close(BandscopeRun* run) { delete run; }

double bandscope_layer_bytes(const BandscopeRequest* request) {
  return static_cast<double>(
      engine::estimate_forward_bytes(settings_of(*request), request->q != nullptr, request->w_o != nullptr));
}

BandscopeLayer* bandscope_layer_open(const BandscopeRequest* request) {
  auto layer = std::make_unique<BandscopeLayer>();
  layer->forward.open(tensors_of(*request), settings_of(*request).shape);
  return layer.release();
}

const char* bandscope_layer_run(BandscopeLayer* layer, const BandscopeRequest* request, int first, int last,
                                float* merged, float* output) {
  const engine::LayerSettings settings = settings_of(*request);
  const engine::Tensors<float> tensors = tensors_of(*request);
  layer->error.clear();
  // The tensors' lengths follow from the sizes here, and there is no Trace that might not fit.
  if (auto error = engine::check_sizes(settings, request->q != nullptr)) {
    layer->error = std::move(error->message);
    return layer->error.c_str();
  }
  const int rows = last - first + 1;
  const auto span = [rows](float* data, std::int64_t columns) {
    return std::span<float>(data, data == nullptr ? 0 : static_cast<std::size_t>(rows * columns));
  };
  layer->forward.run(
      tensors, settings,
      {span(merged, settings.shape.merged_width()), span(output, settings.shape.embed_width), first, rows});
  return layer->error.c_str();
}

void bandscope_layer_close(BandscopeLayer* layer) { delete layer; }
