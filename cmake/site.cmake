# The target `site` puts the web site together in BANDSCOPE_DIST_DIR: the page's wasm, the engine
# module, everything in web/, and the licences of what is inside.
#
# A manifest says what goes where, a line a file: place in the site, then its sources, one of which
# may be missing (a licence lies in different places on different systems), several are joined.
set(site_manifest
  "bandscope.mjs|$<TARGET_FILE_DIR:bandscope>/bandscope.mjs"
  "bandscope.wasm|$<TARGET_FILE_DIR:bandscope>/bandscope.wasm"
  "bandscope_relaxed.wasm|$<TARGET_FILE_DIR:bandscope_relaxed>/bandscope.wasm")
set(site_targets bandscope bandscope_relaxed)
if(TARGET bandscope_engine_module)
  list(APPEND site_targets bandscope_engine_module bandscope_engine_module_relaxed)
  list(APPEND site_manifest
    "engine_wasm.mjs|$<TARGET_FILE_DIR:bandscope_engine_module>/engine.mjs"
    "engine.wasm|$<TARGET_FILE_DIR:bandscope_engine_module>/engine.wasm"
    "engine_relaxed.wasm|$<TARGET_FILE_DIR:bandscope_engine_module_relaxed>/engine.wasm")
endif()

# Licences: the faces' from assets/, the rest from where the code came from: the sources, or Debian's
# copyright files.
set(debian_doc /usr/share/doc)
set(emscripten "${BANDSCOPE_EMSCRIPTEN_ROOT}")
list(APPEND site_manifest
  "licences/bandscope.txt|${CMAKE_SOURCE_DIR}/LICENSE"
  "licences/dear-imgui.txt|${imgui_SOURCE_DIR}/LICENSE.txt"
  "licences/highway.txt|${highway_SOURCE_DIR}/LICENSE|${highway_SOURCE_DIR}/LICENSE-BSD3"
  "licences/eigen.txt|${debian_doc}/libeigen3-dev/copyright|${eigen_SOURCE_DIR}/COPYING.MPL2"
  "licences/inter.txt|${CMAKE_SOURCE_DIR}/assets/licences/inter.txt"
  "licences/jetbrains-mono.txt|${CMAKE_SOURCE_DIR}/assets/licences/jetbrains-mono.txt"
  # Emscripten with its GLFW, musl, libc++ and compiler-rt: Debian's file has all, emsdk has several.
  "licences/emscripten.txt|${emscripten}/../doc/emscripten/copyright|${emscripten}/LICENSE|${emscripten}/system/lib/libc/musl/COPYRIGHT|${emscripten}/system/lib/libcxx/LICENSE.TXT|${emscripten}/system/lib/compiler-rt/LICENSE.TXT")
list(JOIN site_manifest "\n" site_manifest)
file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/site_manifest.txt" CONTENT "${site_manifest}\n")

# One script serves both binaries of a program.
set(same_scripts)
foreach(target IN LISTS site_targets)
  if(TARGET ${target}_relaxed)
    list(APPEND same_scripts
      COMMAND "${CMAKE_COMMAND}" -E compare_files "$<TARGET_FILE:${target}>" "$<TARGET_FILE:${target}_relaxed>")
  endif()
endforeach()

add_custom_target(site ALL
  ${same_scripts}
  COMMAND "${CMAKE_COMMAND}" "-DMANIFEST=${CMAKE_BINARY_DIR}/site_manifest.txt"
    "-DWEB=${CMAKE_SOURCE_DIR}/web" "-DDIST=${BANDSCOPE_DIST_DIR}"
    -P "${CMAKE_SOURCE_DIR}/cmake/assemble_site.cmake"
  DEPENDS ${site_targets}
  COMMENT "Putting the site together" VERBATIM)
add_dependencies(site ${site_targets})
