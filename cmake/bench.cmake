# The benchmark's own program, built only when tools/bench asks for it: the ceiling, every kernel, the sliders and the
# memory; natively also the layer. Compiled as the engine's kernels are.
file(GLOB bench_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/bench/*.cpp")
if(BANDSCOPE_WEB)
  list(REMOVE_ITEM bench_sources "${CMAKE_SOURCE_DIR}/tests/bench/native_main.cpp")
endif()
add_executable(bench_program EXCLUDE_FROM_ALL ${bench_sources})
target_include_directories(bench_program PRIVATE "${CMAKE_SOURCE_DIR}/tests")
bandscope_own_code(bench_program speed)
target_link_libraries(bench_program PRIVATE bandscope_engine)
if(BANDSCOPE_WEB)
  bandscope_link_bench(bench_program)
endif()
