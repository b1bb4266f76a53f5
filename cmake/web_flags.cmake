# Every flag of the web build, in this one place. Sizes are checked by tools/sizes on every test run.

if(BANDSCOPE_WEB)
  # Sizes and dead code are decided at the link, over all files at once.
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set(CMAKE_C_FLAGS_RELEASE "-DNDEBUG")
    set(CMAKE_CXX_FLAGS_RELEASE "-DNDEBUG")
    set(CMAKE_EXE_LINKER_FLAGS_RELEASE "")
  else()
    set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
    set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")
  endif()
endif()

# How a library or program of ours (or ImGui) is compiled for the web.
#   size   -Oz: the page's own code, most of it run once a frame
#   speed  -O3 and the 128-bit vectors that every browser with WebGL2 has: the engine
#   test   hardly at all: what the tests run is the engine, which is
function(bandscope_web_compile_flags target optimize)
  if(optimize STREQUAL "size")
    set(release -Oz -flto)
  elseif(optimize STREQUAL "speed")
    set(release -O3 -msimd128)
  else()
    set(release -O0 -msimd128)
  endif()
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${release}>)
  if(optimize STREQUAL "speed")
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Release>>:-msimd128>)
  endif()
endfunction()

# Files of a room built for speed that are built at LEVEL, by default for size; called before the room, in the same folder.
function(bandscope_web_small_files)
  cmake_parse_arguments(small "" "DIRECTORY;LEVEL" "FILES" ${ARGN})
  if(NOT small_LEVEL)
    set(small_LEVEL -Oz)
  endif()
  foreach(file IN LISTS small_FILES)
    set_source_files_properties("${CMAKE_SOURCE_DIR}/${small_DIRECTORY}/${file}.cpp"
      DIRECTORY "${CMAKE_SOURCE_DIR}" PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:${small_LEVEL}>")
  endforeach()
endfunction()

# What every program for the web is linked with.
set(bandscope_web_link_common
  -sFILESYSTEM=0                # nothing reads or writes files
  -sALLOW_MEMORY_GROWTH         # a state may take up to 256 MB
  -sMAXIMUM_MEMORY=1GB          # and the page must not take the tab down
  -sMALLOC=emmalloc             # 2 KB instead of dlmalloc's 6
  -sMODULARIZE -sEXPORT_ES6     # a module whose default export makes an instance
  $<$<CONFIG:Release>:-Oz>
  $<$<CONFIG:Debug>:-O1>
  $<$<CONFIG:Debug>:-g>
  $<$<CONFIG:Debug>:-sASSERTIONS=2>
  $<$<CONFIG:Debug>:-sSTACK_OVERFLOW_CHECK=2>)

# The page: bandscope.mjs and bandscope.wasm.
function(bandscope_link_page target)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME bandscope SUFFIX .mjs)
  target_link_options(${target} PRIVATE
    ${bandscope_web_link_common}
    $<$<CONFIG:Release>:-flto>
    -sENVIRONMENT=web
    -sUSE_GLFW=3                # makes the window and its WebGL context; at the link only
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sSTACK_SIZE=256KB
    # Functions of ours that the page calls are marked EMSCRIPTEN_KEEPALIVE in src/platform/web.
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free
    -sEXPORTED_RUNTIME_METHODS=stringToUTF8,UTF8ToString,lengthBytesUTF8,HEAPF32,HEAPU8,HEAP32,HEAPU32)
endfunction()

# The engine alone: engine.mjs and engine.wasm, for browsers and Node. `exports` is a text file with
# one C function a line; it is small enough to be optimised for speed.
function(bandscope_link_engine_module target exports)
  file(STRINGS "${exports}" lines)
  set(functions _malloc _free)
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    if(line STREQUAL "" OR line MATCHES "^#")
      continue()
    endif()
    if(NOT line MATCHES "^_")
      set(line "_${line}")
    endif()
    list(APPEND functions "${line}")
  endforeach()
  list(REMOVE_DUPLICATES functions)
  list(JOIN functions "," functions)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${exports}")
  set_target_properties(${target} PROPERTIES OUTPUT_NAME engine SUFFIX .mjs)
  target_link_options(${target} PRIVATE
    ${bandscope_web_link_common}
    --no-entry
    -sENVIRONMENT=web,worker,node
    -sSTACK_SIZE=256KB
    -sEXPORTED_FUNCTIONS=${functions}
    -sEXPORTED_RUNTIME_METHODS=stringToUTF8,UTF8ToString,lengthBytesUTF8,HEAPF32,HEAPU8,HEAP32,HEAPU32)
endfunction()

# Tests under Node: a .js, since a .mjs is modularized and prints nothing.
function(bandscope_link_node_test target)
  set_target_properties(${target} PROPERTIES SUFFIX .js)
  target_link_options(${target} PRIVATE
    -sENVIRONMENT=node -sEXIT_RUNTIME -sNODERAWFS -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB -O1)
endfunction()

# The benchmark's program: as the engine module, with room for tensors.
function(bandscope_link_bench target)
  set_target_properties(${target} PROPERTIES SUFFIX .mjs)
  target_link_options(${target} PRIVATE
    ${bandscope_web_link_common}
    --no-entry
    -sENVIRONMENT=web,node
    -sSTACK_SIZE=256KB
    -sEXPORTED_FUNCTIONS=_bench_open,_bench_run,_bench_facts,_bench_list,_malloc,_free
    -sEXPORTED_RUNTIME_METHODS=stringToUTF8,UTF8ToString,lengthBytesUTF8,HEAPU8)
endfunction()
