# Toolchain file of the web presets: the Emscripten whose emcc is first on PATH, wherever it is
# (emsdk, Debian's package, or the one that tools/ keeps in the user's cache).
if(NOT BANDSCOPE_EMSCRIPTEN_ROOT)
  find_program(BANDSCOPE_EMCC emcc NO_CMAKE_FIND_ROOT_PATH)
  if(NOT BANDSCOPE_EMCC)
    message(FATAL_ERROR "emcc is not on PATH: use tools/build, or emsdk >= 3.1.69")
  endif()
  file(REAL_PATH "${BANDSCOPE_EMCC}" emcc_file)
  get_filename_component(emcc_folder "${emcc_file}" DIRECTORY)
  set(BANDSCOPE_EMSCRIPTEN_ROOT "${emcc_folder}" CACHE PATH "The folder of emcc")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BANDSCOPE_EMSCRIPTEN_ROOT)
include("${BANDSCOPE_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
