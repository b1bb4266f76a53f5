# Everything that is not ours: Dear ImGui, GLFW, Eigen, Highway, and for the tests Catch2 and
# nlohmann/json. Each is declared from its own repository and tag. On Debian the tools pass
# FETCHCONTENT_SOURCE_DIR_<NAME> with Debian's own copy of the sources, and nothing is fetched.
# Their headers are system headers: our warnings are for our code.
include(FetchContent)
set(FETCHCONTENT_QUIET ON)

# Highway and ImGui are used without their own build files: a folder that does not exist skips them.
FetchContent_Declare(imgui
  GIT_REPOSITORY https://github.com/ocornut/imgui.git GIT_TAG v1.92.2b GIT_SHALLOW ON
  SOURCE_SUBDIR no-build-file)
FetchContent_Declare(highway
  GIT_REPOSITORY https://github.com/google/highway.git GIT_TAG 1.3.0 GIT_SHALLOW ON
  SOURCE_SUBDIR no-build-file)
FetchContent_Declare(eigen
  GIT_REPOSITORY https://gitlab.com/libeigen/eigen.git GIT_TAG 3.4.0 GIT_SHALLOW ON
  SOURCE_SUBDIR no-build-file)
FetchContent_Declare(glfw
  GIT_REPOSITORY https://github.com/glfw/glfw.git GIT_TAG 3.4 GIT_SHALLOW ON)
FetchContent_Declare(catch2
  GIT_REPOSITORY https://github.com/catchorg/Catch2.git GIT_TAG v3.7.1 GIT_SHALLOW ON)
FetchContent_Declare(nlohmann_json
  GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.3 GIT_SHALLOW ON
  SOURCE_SUBDIR no-build-file)

# ---- Eigen 3.4: headers --------------------------------------------------------------------------
find_package(Eigen3 3.4 QUIET NO_CMAKE_FIND_ROOT_PATH)
if(NOT TARGET Eigen3::Eigen)
  FetchContent_MakeAvailable(eigen)
  add_library(bandscope_eigen INTERFACE)
  target_include_directories(bandscope_eigen SYSTEM INTERFACE "${eigen_SOURCE_DIR}")
  add_library(Eigen3::Eigen ALIAS bandscope_eigen)
endif()

# ---- Highway: headers only -----------------------------------------------------------------------
FetchContent_MakeAvailable(highway)
add_library(bandscope_highway INTERFACE)
target_include_directories(bandscope_highway SYSTEM INTERFACE "${highway_SOURCE_DIR}")
target_compile_definitions(bandscope_highway INTERFACE HWY_HEADER_ONLY)

# ---- Dear ImGui ----------------------------------------------------------------------------------
FetchContent_MakeAvailable(imgui)

function(bandscope_imgui_library name)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/backends"
    "${CMAKE_SOURCE_DIR}/cmake") # imgui_config.h
  target_compile_definitions(${name} PUBLIC
    "IMGUI_USER_CONFIG=\"imgui_config.h\""
    $<$<BOOL:${BANDSCOPE_WEB}>:IMGUI_IMPL_OPENGL_ES3>)
  if(BANDSCOPE_WEB)
    bandscope_web_compile_flags(${name} size)
  endif()
endfunction()

bandscope_imgui_library(bandscope_imgui
  "${imgui_SOURCE_DIR}/imgui.cpp"
  "${imgui_SOURCE_DIR}/imgui_draw.cpp"
  "${imgui_SOURCE_DIR}/imgui_tables.cpp"
  "${imgui_SOURCE_DIR}/imgui_widgets.cpp")
bandscope_imgui_library(bandscope_imgui_gl "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
target_link_libraries(bandscope_imgui_gl PUBLIC bandscope_imgui)

# ---- GLFW and OpenGL: the desktop window. On the web Emscripten has its own GLFW ------------------
if(NOT BANDSCOPE_WEB)
  find_package(OpenGL QUIET COMPONENTS OpenGL)
  find_package(glfw3 3.3 QUIET)
  if(NOT TARGET glfw)
    set(GLFW_BUILD_DOCS OFF)
    set(GLFW_BUILD_TESTS OFF)
    set(GLFW_BUILD_EXAMPLES OFF)
    set(GLFW_INSTALL OFF)
    FetchContent_MakeAvailable(glfw)
  endif()
  target_link_libraries(bandscope_imgui_gl PUBLIC glfw OpenGL::GL ${CMAKE_DL_LIBS})
  bandscope_imgui_library(bandscope_imgui_glfw "${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp")
  target_link_libraries(bandscope_imgui_glfw PUBLIC bandscope_imgui glfw)
endif()

# ---- For the tests -------------------------------------------------------------------------------
# Called by tests.cmake, so that a build without tests needs neither.
function(bandscope_test_dependencies)
  FetchContent_MakeAvailable(catch2)
  foreach(library Catch2 Catch2WithMain)
    # One file each: 20 s instead of 100.
    set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    # It is not what is tested.
    target_compile_options(${library} PRIVATE -O0
      $<$<BOOL:${BANDSCOPE_SANITIZE}>:-fno-sanitize=all>)
    if(BANDSCOPE_WEB)
      # Catch2 throws, so it and its users take exceptions.
      target_compile_options(${library} PUBLIC -fwasm-exceptions)
      target_link_options(${library} PUBLIC -fwasm-exceptions)
    endif()
    get_target_property(include_directories ${library} INTERFACE_INCLUDE_DIRECTORIES)
    set_target_properties(${library} PROPERTIES
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${include_directories}")
  endforeach()

  # Copied into the build: Debian has it straight in /usr/include, which under Emscripten must never
  # become an include folder.
  find_path(BANDSCOPE_JSON_DIR nlohmann/json.hpp
    PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
  if(BANDSCOPE_JSON_DIR)
    file(COPY "${BANDSCOPE_JSON_DIR}/nlohmann" DESTINATION "${CMAKE_BINARY_DIR}/json")
    set(json_include "${CMAKE_BINARY_DIR}/json")
  else()
    FetchContent_MakeAvailable(nlohmann_json)
    set(json_include "${nlohmann_json_SOURCE_DIR}/single_include")
  endif()
  add_library(bandscope_json INTERFACE)
  target_include_directories(bandscope_json SYSTEM INTERFACE "${json_include}")
endfunction()
