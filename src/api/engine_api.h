// For programs: one layer. C functions behind web/engine/forward.mjs, which checks types and lengths and says what is
// wrong.
//
// A call: bandscope_run() runs a layer and needs its inputs no longer; bandscope_result() makes one array dense at a
// time; bandscope_close() frees it all.
#pragma once

#include <cstdint>

extern "C" {

/// What a layer is made of. Pointers to row-major float32, or null: x (T, E) and w_qkv (E, 3C), or q (Tq, C), k and v
/// (Tk, C); w_o (C, E); key_mask (Tk).
struct BandscopeRequest {
  std::int32_t queries, keys, embed_width, heads, head_width;
  std::int32_t window;  // 0: none
  std::int32_t causal;  // 0 or 1
  const float* x;
  const float* w_qkv;
  const float* w_o;
  const float* q;
  const float* k;
  const float* v;
  const std::uint8_t* key_mask;
};
struct BandscopeRun;

/// Bytes that the run would need, its inputs not counted, as a double: an absurd request is a large number.
double bandscope_bytes(const BandscopeRequest* request);
/// Whether this much more memory can be had, in one piece.
int bandscope_can_hold(double bytes);

/// Runs a layer. Never null; see bandscope_error().
BandscopeRun* bandscope_run(const BandscopeRequest* request);
/// Why the layer was refused, or an empty text.
const char* bandscope_error(const BandscopeRun* run);
/// Makes rows first..last of an array by its name in the Trace (scores_raw, shares, ...). Its values, valid until the
/// next call with this run; null where it does not exist or is too large.
const float* bandscope_result(BandscopeRun* run, const char* name, int first, int last);
int bandscope_rank(const BandscopeRun* run);
int bandscope_extent(const BandscopeRun* run, int axis);
void bandscope_close(BandscopeRun* run);

// Without a Trace: weights packed once, then as many runs as are wanted, of any length.

struct BandscopeLayer;
/// Bytes that a run would hold beside its inputs and results, the packed weights with it.
double bandscope_layer_bytes(const BandscopeRequest* request);
/// Packs the request's w_qkv and w_o, which are needed no longer. Its E, heads and head_width hold for every run.
BandscopeLayer* bandscope_layer_open(const BandscopeRequest* request);
/// Rows first..last of merged (rows, C) and output (rows, E), each where it is not null. The request's weights only say
/// by not being null what there is. An empty text, or why it was refused.
const char* bandscope_layer_run(BandscopeLayer* layer, const BandscopeRequest* request, int first, int last,
                                float* merged, float* output);
void bandscope_layer_close(BandscopeLayer* layer);
}
