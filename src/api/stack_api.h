// For programs: a stack of layers with its tensors. C functions behind web/engine/stack.mjs, which checks types,
// lengths and limits and says what is wrong.
//
// A call: bandscope_stack_run() runs all layers; what is asked for is made one at a time; bandscope_stack_close() frees
// it. The weights and the request stay where they are until then.
#pragma once

#include <cstdint>

extern "C" {

/// engine::StackSettings and its tensors, row-major float32: x (T, E), and of each layer w_qkv (E, 3C) and w_o (C, E).
/// The same pointer may serve many layers.
struct BandscopeStackRequest {
  double alpha;  // 0..1
  std::int32_t tokens, embed_width, heads, head_width;
  std::int32_t window;  // 0: none
  std::int32_t causal;  // 0 or 1
  std::int32_t rms;     // 0: no norm
  std::int32_t layers;  // 1..64
  const char* pattern;
  const float* x;
  const float* const* w_qkv;  // (L)
  const float* const* w_o;    // (L)
};
struct BandscopeStack;

/// Bytes that the run would need, x and the weights not counted, as a double: an absurd request is a large number.
double bandscope_stack_bytes(const BandscopeStackRequest* request);
/// Bytes that bandscope_stack_gradient() would need beside it.
double bandscope_stack_gradient_bytes(const BandscopeStackRequest* request);
/// Runs the layers. Never null; see bandscope_stack_error().
BandscopeStack* bandscope_stack_run(const BandscopeStackRequest* request);
/// Why the stack was refused, or an empty text.
const char* bandscope_stack_error(const BandscopeStack* stack);
/// (T, E) of h[layer], layer 0..L. Valid until the close.
const float* bandscope_stack_h(const BandscopeStack* stack, int layer);
/// Writes layer 1..L's head-mean shares (T, T) to `out`, 0 where struck.
void bandscope_stack_shares(const BandscopeStack* stack, int layer, float* out);
/// Writes what comes of each input to the last layer's row, (T), by attention rollout.
void bandscope_stack_rollout(const BandscopeStack* stack, int row, double* out);
/// Writes how much each input moves the last layer's row, (T): the Frobenius norm of ∂h[L][row] / ∂x[j]. Exact where
/// `probes` is 0, else by so many probes of this seed. Gives the relative error, as engine::Influence does.
double bandscope_stack_gradient(BandscopeStack* stack, int row, int probes, std::uint32_t seed, double* out);
void bandscope_stack_close(BandscopeStack* stack);
}
