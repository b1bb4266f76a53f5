# A second binary of what is downloaded, for browsers that have relaxed SIMD: the same objects and the same script, but
# for the kernels, which multiply and add in one instruction. A reader downloads one of both (web/engine/relaxed.mjs).
file(GLOB kernel_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/engine/kernels/*.cpp")
add_library(bandscope_kernels_relaxed STATIC ${kernel_sources})
target_link_libraries(bandscope_kernels_relaxed PRIVATE Eigen3::Eigen bandscope_highway)
bandscope_own_code(bandscope_kernels_relaxed speed)
target_compile_options(bandscope_kernels_relaxed PRIVATE -mrelaxed-simd)

# Links a program with the relaxed kernels, into the folder relaxed/. Their archive stands before the engine's, and the
# linker takes what it needs from the first that has it.
function(bandscope_link_relaxed target)
  cmake_parse_arguments(relaxed "" "" "LINK" ${ARGN})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/relaxed")
  target_link_libraries(${target} PRIVATE bandscope_kernels_relaxed ${relaxed_LINK})
endfunction()

# bandscope_relaxed(target LINK libraries...): adds target_relaxed, of the objects of `target`.
function(bandscope_relaxed target)
  add_executable(${target}_relaxed "$<TARGET_OBJECTS:${target}>")
  set_target_properties(${target}_relaxed PROPERTIES LINKER_LANGUAGE CXX)
  bandscope_link_relaxed(${target}_relaxed ${ARGN})
endfunction()
