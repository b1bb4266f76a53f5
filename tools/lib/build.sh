# Configuring and building a preset.

# Installs what a preset needs and sets the environment for it. Installing is silent when nothing is
# missing.
use_preset() { # PRESET
  ensure_packages "for the build" "${packages_build[@]}"
  use_sources
  case $1 in
    web-*) use_emscripten ;;
    native-*) ensure_packages "for the tests" "${packages_test[@]}" ;;
    *) die "there is no preset '$1'" "native-debug, native-release, web-release or web-debug" ;;
  esac
}

# Configures a preset, unless it already is with the same arguments: Ninja itself configures again
# when a CMake file or the list of sources changed.
configure() { # PRESET
  local preset=$1 folder="$build_dir/$1" wanted
  wanted="${cmake_source_arguments[*]:-} $(command -v emcc || true)"
  if [ -e "$folder/build.ninja" ] && [ "$(cat "$folder/.configured" 2>/dev/null)" = "$wanted" ]; then
    return 0
  fi
  # Another compiler or toolchain needs a fresh cache.
  rm -f "$folder/CMakeCache.txt" "$folder/.configured"
  (cd "$repo_root" && cmake --preset "$preset" "${cmake_source_arguments[@]}")
  printf '%s\n' "$wanted" >"$folder/.configured"
}

build() { # PRESET TARGET...
  local preset=$1
  shift
  cmake --build "$build_dir/$preset" --parallel "$(nproc)" --target "$@"
}
