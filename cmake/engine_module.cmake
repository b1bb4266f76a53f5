# The engine without the page, behind web/engine.mjs: engine.mjs (renamed engine_wasm.mjs in the
# site, where engine.mjs is the hand-written module) and engine.wasm.
file(GLOB_RECURSE api_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/api/*.cpp")
set(api_exports "${CMAKE_SOURCE_DIR}/src/api/exports.txt")
if(api_sources AND EXISTS "${api_exports}")
  add_executable(bandscope_engine_module ${api_sources})
  set_target_properties(bandscope_engine_module PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/engine_module")
  # Checks and copies: the work is in the engine.
  bandscope_own_code(bandscope_engine_module size)
  target_link_libraries(bandscope_engine_module PRIVATE bandscope_engine)
  bandscope_link_engine_module(bandscope_engine_module "${api_exports}")
  bandscope_relaxed(bandscope_engine_module LINK bandscope_engine)
  bandscope_link_engine_module(bandscope_engine_module_relaxed "${api_exports}")
endif()
