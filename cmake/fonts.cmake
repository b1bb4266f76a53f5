# The three faces, cut down to the glyphs that the interface writes and embedded as C++ in the build
# folder: `#include "fonts_data.h"`, namespace bandscope::fonts.

set(bandscope_glyphs
  U+0020-007E   # ASCII
  U+00A0-00FF   # Latin-1, with · × ÷
  U+0100-017F   # Latin Extended-A
  U+2013,U+2014 # – —
  U+2018,U+2019,U+201C,U+201D,U+201E # ‘ ’ “ ” „
  U+2026        # …
  U+2039,U+203A # ‹ ›
  U+03B1,U+03B5,U+03C3 # α ε σ
  U+2016,U+2248 # ‖ ≈
  U+2080-2089   # subscript digits
  U+2190-2193   # ← ↑ → ↓
  U+2202,U+2212,U+221A,U+221E,U+2264,U+2265 # ∂ − √ ∞ ≤ ≥
  U+FFFD)       # replacement character
# Words are never written in the mono face: it needs no accented letters.
set(bandscope_mono_glyphs ${bandscope_glyphs})
list(REMOVE_ITEM bandscope_mono_glyphs U+00A0-00FF U+0100-017F)
list(APPEND bandscope_mono_glyphs U+00A0-00BF U+00D7 U+00F7)
list(JOIN bandscope_mono_glyphs "," bandscope_mono_glyphs)
list(JOIN bandscope_glyphs "," bandscope_glyphs)

# Finds one face by file name where systems keep fonts, or by -D<VARIABLE>=file.
function(bandscope_find_font variable)
  find_file(${variable} NAMES ${ARGN}
    PATHS /usr/share/fonts /usr/local/share/fonts "$ENV{HOME}/.local/share/fonts" "$ENV{HOME}/.fonts"
    PATH_SUFFIXES opentype/inter truetype/jetbrains-mono inter jetbrains-mono
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${variable})
    message(FATAL_ERROR "None of the font files '${ARGN}' was found. Install the fonts Inter and "
      "JetBrains Mono (Debian: fonts-inter, fonts-jetbrains-mono), or pass -D${variable}=FILE.")
  endif()
endfunction()
bandscope_find_font(BANDSCOPE_INTER_REGULAR Inter-Regular.otf Inter-Regular.ttf)
bandscope_find_font(BANDSCOPE_INTER_SEMIBOLD Inter-SemiBold.otf Inter-SemiBold.ttf)
bandscope_find_font(BANDSCOPE_MONO_REGULAR JetBrainsMono-Regular.ttf)

# A Python that has fontTools: the system's own, or the first on PATH.
if(NOT BANDSCOPE_FONT_PYTHON)
  foreach(candidate /usr/bin/python3 python3 python)
    execute_process(COMMAND "${candidate}" -c "import fontTools.subset"
      RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
    if(code EQUAL 0)
      set(BANDSCOPE_FONT_PYTHON "${candidate}" CACHE STRING "A Python with fontTools")
      break()
    endif()
  endforeach()
  if(NOT BANDSCOPE_FONT_PYTHON)
    message(FATAL_ERROR "fontTools for Python is missing (Debian: python3-fonttools; elsewhere: "
      "pip install fonttools), or pass -DBANDSCOPE_FONT_PYTHON=PYTHON.")
  endif()
endif()

set(fonts_folder "${CMAKE_BINARY_DIR}/fonts")
file(MAKE_DIRECTORY "${fonts_folder}")

function(bandscope_embed_font name file glyphs)
  set(subset "${fonts_folder}/${name}.font")
  set(source "${fonts_folder}/${name}.cpp")
  add_custom_command(OUTPUT "${source}"
    # Kerning, ligatures and hints are not used: ImGui places glyph by glyph.
    COMMAND "${BANDSCOPE_FONT_PYTHON}" -m fontTools.subset "${file}" "--output-file=${subset}"
      "--unicodes=${glyphs}" --layout-features= --no-hinting --desubroutinize
      --name-IDs=1,2 --notdef-outline
    COMMAND "${CMAKE_COMMAND}" -DNAME=${name} "-DINPUT=${subset}" "-DOUTPUT=${source}"
      -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS "${file}" "${CMAKE_SOURCE_DIR}/cmake/embed.cmake" "${CMAKE_SOURCE_DIR}/cmake/fonts.cmake"
    COMMENT "Embedding the face ${name}" VERBATIM)
  target_sources(bandscope_fonts PRIVATE "${source}")
endfunction()

file(CONFIGURE OUTPUT "${fonts_folder}/fonts_data.h" @ONLY CONTENT [[
// Made by cmake/fonts.cmake: the faces of the interface, as OpenType or TrueType files in memory.
#pragma once

#include <cstddef>
#include <span>

namespace bandscope::fonts {

extern const std::span<const std::byte> inter_regular;   // Inter 400
extern const std::span<const std::byte> inter_semibold;  // Inter 600
extern const std::span<const std::byte> mono_regular;    // JetBrains Mono 400

}  // namespace bandscope::fonts
]])

add_library(bandscope_fonts STATIC)
target_include_directories(bandscope_fonts PUBLIC "${fonts_folder}")
bandscope_embed_font(inter_regular "${BANDSCOPE_INTER_REGULAR}" "${bandscope_glyphs}")
bandscope_embed_font(inter_semibold "${BANDSCOPE_INTER_SEMIBOLD}" "${bandscope_glyphs}")
bandscope_embed_font(mono_regular "${BANDSCOPE_MONO_REGULAR}" "${bandscope_mono_glyphs}")
