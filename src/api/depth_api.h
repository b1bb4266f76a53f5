// For programs: a stack of layers without its tensors. C functions behind web/engine/depth.mjs, which checks their
// limits.
#pragma once

#include <cstdint>

extern "C" {

/// engine::StackRule: tokens, layers 1..64, and a pattern of letters L and G.
struct BandscopeStackRule {
  std::int32_t tokens;
  std::int32_t window;  // 0: none
  std::int32_t layers;
  std::int32_t causal;  // 0 or 1
  const char* pattern;
};

/// The inputs that can matter to the output rows first..last: one entry a row in `firsts` and in `lasts`.
void bandscope_reach(const BandscopeStackRule* rule, int first, int last, std::int32_t* firsts, std::int32_t* lasts);

/// Writes mean, sigma and radius99 to `numbers`, and the layers · (window - 1) + 1 shares to `shares` unless it is
/// null. window from 1, layers 1..1000, alpha 0..1.
void bandscope_uniform_relay(int window, int layers, double alpha, double* numbers, double* shares);

/// Writes counts in decimal digits, a space between two and a 0 at the end, to `text`, which has room for 512 bytes and
/// is returned: pairs full, causal, kept; multiply-adds project, score, blend, output; score bytes band, full; cache
/// tokens, bytes in float32, bytes in 16 bits. heads · head_width up to 2^31 - 1.
const char* bandscope_cost(const BandscopeStackRule* rule, int heads, int head_width, char* text);
}
