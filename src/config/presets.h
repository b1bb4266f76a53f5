// Published sizes of windowed models: what a preset puts under the other settings.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "config/config.h"

namespace bandscope::config {

/// What each preset is called in a link, by the enum.
inline constexpr std::string_view kPresetKeys[] = {
    "",           "mistral-7b", "gemma-2-2b",  "gemma-2-9b",  "gemma-2-27b",     "gemma-3-270m",
    "gemma-3-1b", "gemma-3-4b", "gemma-3-12b", "gemma-3-27b", "longformer-base", "tokens-100k"};

struct PresetRow {
  Preset preset = Preset::kNone;
  std::string_view name;
  int tokens = 16;  // the longest context it was made for
  int heads = 4;
  int head_width = 8;
  int key_heads = 4;  // key/value heads; below H, several query heads share one
  int window = 4;
  int layers = 3;
  std::string_view pattern = "L";
  bool causal = true;
  View view = View::kReach;
};

// Mistral 7B (Jiang and others, 2023), Gemma 2 and 3 (their technical reports, 2024 and 2025), Longformer (Beltagy,
// Peters, Cohan, 2020; its 512 counts both sides, so W = 257). The last is the articles' long document.
inline constexpr std::array kPresets = {
    PresetRow{Preset::kMistral7b, "Mistral 7B", 131'072, 32, 128, 8, 4096, 32},
    PresetRow{Preset::kGemma2b2, "Gemma 2 2B", 8192, 8, 256, 4, 4096, 26, "LG"},
    PresetRow{Preset::kGemma2b9, "Gemma 2 9B", 8192, 16, 256, 8, 4096, 42, "LG"},
    PresetRow{Preset::kGemma2b27, "Gemma 2 27B", 8192, 32, 128, 16, 4096, 46, "LG"},
    PresetRow{Preset::kGemma3m270, "Gemma 3 270M", 32'768, 4, 256, 1, 512, 18, "LLLLLG"},
    PresetRow{Preset::kGemma3b1, "Gemma 3 1B", 32'768, 4, 256, 1, 512, 26, "LLLLLG"},
    PresetRow{Preset::kGemma3b4, "Gemma 3 4B", 131'072, 8, 256, 4, 1024, 34, "LLLLLG"},
    PresetRow{Preset::kGemma3b12, "Gemma 3 12B", 131'072, 16, 256, 8, 1024, 48, "LLLLLG"},
    PresetRow{Preset::kGemma3b27, "Gemma 3 27B", 131'072, 32, 128, 16, 1024, 62, "LLLLLG"},
    PresetRow{Preset::kLongformerBase, "Longformer base", 4096, 12, 64, 12, 257, 12, "L", false},
    PresetRow{Preset::kTokens100k, "100,000 tokens", 100'000, 4, 8, 4, 1024, 1, "L", true, View::kCost},
};
inline constexpr std::size_t kPresetCount = kPresets.size();

/// The row of a preset; null for none.
constexpr const PresetRow* preset_row(Preset preset) {
  for (const PresetRow& row : kPresets) {
    if (row.preset == preset) return &row;
  }
  return nullptr;
}

/// Whether the config still has the sizes of its preset.
bool preset_unchanged(const Config& config);

}  // namespace bandscope::config
