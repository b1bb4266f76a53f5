# A room is a library of our own code. Two functions: what all of it has in common, and a room.

# Own code: C++20, warnings that are errors, no exceptions (wrong input is a returned, typed error),
# and what it is optimised for in a release: `size` (the page is downloaded), `speed`, or `test`.
function(bandscope_own_code target optimize)
  get_target_property(type ${target} TYPE)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/src")
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wfloat-conversion -Wnon-virtual-dtor -Werror
    $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
    # GCC 12 sees overlaps in std::string's own copies at -O3 (its bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
  if(optimize STREQUAL "test")
    # Tests are compiled more often than they run, and what they test is optimised.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O0>)
  else()
    # Nothing asks what type an object has: without it the page is smaller. (The sanitizers ask.)
    target_compile_options(${target} PRIVATE -fno-exceptions $<$<BOOL:${BANDSCOPE_WEB}>:-fno-rtti>)
  endif()
  if(BANDSCOPE_WEB)
    bandscope_web_compile_flags(${target} ${optimize})
  endif()
endfunction()

# bandscope_room(name DIRECTORY dir OPTIMIZE size|speed [OBJECTS] [EXCLUDE file...] [LINK target...])
# A room without sources yet is an interface, so that all others can be configured and built.
function(bandscope_room name)
  cmake_parse_arguments(room "OBJECTS" "DIRECTORY;OPTIMIZE" "EXCLUDE;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    "${CMAKE_SOURCE_DIR}/${room_DIRECTORY}/*.cpp" "${CMAKE_SOURCE_DIR}/${room_DIRECTORY}/*.h")
  foreach(file IN LISTS room_EXCLUDE)
    list(REMOVE_ITEM sources "${CMAKE_SOURCE_DIR}/${file}")
  endforeach()
  set(compiled ${sources})
  list(FILTER compiled INCLUDE REGEX "\\.cpp$")
  if(NOT compiled)
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE "${CMAKE_SOURCE_DIR}/src")
    target_link_libraries(${name} INTERFACE ${room_LINK})
    return()
  endif()
  if(room_OBJECTS)
    add_library(${name} OBJECT ${sources})
  else()
    add_library(${name} STATIC ${sources})
  endif()
  target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}/src")
  target_link_libraries(${name} PUBLIC ${room_LINK})
  bandscope_own_code(${name} ${room_OPTIMIZE})
endfunction()
