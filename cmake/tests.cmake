# Two test programs: engine_tests (config and engine; natively, and as wasm under Node) and ui_tests
# (view, panels, app and platform on the null platform; native only). tests/ mirrors src/.
bandscope_test_dependencies()

function(bandscope_tests name)
  cmake_parse_arguments(tests "" "" "DIRECTORIES;LINK" ${ARGN})
  set(sources)
  foreach(directory IN LISTS tests_DIRECTORIES)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/${directory}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    # So that the target exists from the first day; Catch2 says itself that it ran no test.
    file(WRITE "${CMAKE_BINARY_DIR}/${name}_empty.cpp" "")
    set(sources "${CMAKE_BINARY_DIR}/${name}_empty.cpp")
  endif()
  add_executable(${name} ${sources})
  bandscope_own_code(${name} test)
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  # Only for the files that ask: a path in the command line keeps work trees from sharing a compile.
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" asks REGEX "BANDSCOPE_(GOLDEN|TESTS)_DIR" LIMIT_COUNT 1)
    if(asks)
      set_source_files_properties("${source}" PROPERTIES COMPILE_DEFINITIONS
        "BANDSCOPE_GOLDEN_DIR=\"${CMAKE_SOURCE_DIR}/tests/golden\";BANDSCOPE_TESTS_DIR=\"${CMAKE_SOURCE_DIR}/tests\"")
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE ${tests_LINK} bandscope_json Catch2::Catch2WithMain)
  if(BANDSCOPE_WEB)
    bandscope_link_node_test(${name})
  endif()
  add_test(NAME ${name} COMMAND ${name})
endfunction()

bandscope_tests(engine_tests DIRECTORIES config engine support
  LINK bandscope_engine bandscope_config)
if(BANDSCOPE_WEB)
  bandscope_relaxed(engine_tests LINK bandscope_engine bandscope_config bandscope_json Catch2::Catch2WithMain)
  set_target_properties(engine_tests_relaxed PROPERTIES OUTPUT_NAME engine_tests)
  bandscope_link_node_test(engine_tests_relaxed)
else()
  bandscope_tests(ui_tests DIRECTORIES view panels app platform support
    LINK bandscope_platform_null bandscope_app)
endif()
