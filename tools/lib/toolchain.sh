# Emscripten >= 3.1.69 and the sources of Dear ImGui, Catch2 and Highway.
#
# An emcc on PATH that is new enough is used as it is (Debian 13, emsdk). Debian 12's own package is
# too old, but Debian 13's runs there beside Debian 12's LLVM 19, given Debian 13's C library for
# Binaryen. So a private apt, which never touches the system's configuration, fetches a few Debian 13
# packages, and they are unpacked in the user's cache folder. The library sources come from Debian's
# source packages in the same way. Every part is unpacked beside its place, renamed at the end and
# then stamped, so a run that was interrupted is simply run again.

emscripten_minimum=3.1.69
toolchain_dir="$cache_dir/toolchain-1" # the number changes when the recipe below does
sources_dir="$cache_dir/sources-1"

# Source packages: name, the version that was tried, the least that will do.
# sid moves on; when the tried version is gone, the newest that meets the minimum is taken.
source_packages=(
  "imgui 1.92.2b+ds-1 1.92"
  "catch2 3.7.1-0.6 3.5"
  "highway 1.3.0-1 1.2"
)

emcc_version() { # EMCC -> "3.1.69"
  "$1" --version 2>/dev/null | sed -nE '1s/.* ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p'
}

private_apt() { # apt-get or apt-cache, and arguments, in the private configuration
  local tool=$1
  shift
  APT_CONFIG="$cache_dir/apt/apt.conf" "$tool" "$@"
}

make_private_apt() {
  local dir="$cache_dir/apt" mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg by=''
  mirror=$(debian_mirror)
  [ ! -r $keyring ] || by="[signed-by=$keyring] "
  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial" "$dir/none"
  # Only trixie as binaries, or apt would take sid's C library.
  printf '%s\n' "deb ${by}$mirror trixie main" "deb-src ${by}$mirror trixie main" \
    "deb-src ${by}$mirror sid main" >"$dir/sources.list"
  cat >"$dir/apt.conf" <<END
Dir::Etc::sourcelist "$dir/sources.list";
Dir::Etc::sourceparts "$dir/none";
Dir::Etc::preferences "$dir/none/preferences";
Dir::Etc::preferencesparts "$dir/none";
Dir::State::lists "$dir/lists";
Dir::Cache "$dir/cache";
Dir::Cache::archives "$dir/cache/archives";
APT::Sandbox::User "";
APT::Default-Release "trixie";
Acquire::Languages "none";
Acquire::Retries "3";
END
  private_apt apt-get update
}

# The private package lists, fetched once a day at most.
refresh_private_apt() {
  local stamp="$cache_dir/apt/updated"
  [ -n "$(find "$stamp" -mmin -720 2>/dev/null)" ] && return 0
  make_private_apt
  touch "$stamp"
}

fetch_emscripten() {
  local work="$toolchain_dir.part" root="$toolchain_dir" prefix tool package
  [ ! -e "$root/complete" ] || return 0
  refresh_private_apt
  rm -rf "$root"
  mkdir -p "$work/debs" "$work/prefix" "$work/binaryen/bin"
  prefix="$work/prefix"
  # What an interrupted run has fetched whole is not fetched again: apt renames a file when it is whole.
  (cd "$work/debs" && private_apt apt-get download emscripten binaryen libc6 libstdc++6 libgcc-s1)
  for package in "$work"/debs/*.deb; do
    dpkg -x "$package" "$prefix" || {
      rm -rf "$work/debs" # so that the next run fetches them again
      return 1
    }
  done
  rm -rf "$work/debs"
  # From -O2 up emcc calls acorn, as an ES module, for which NODE_PATH does not help.
  ln -sfn /usr/share/nodejs "$prefix/usr/share/emscripten/node_modules"
  # The paths below are those after the rename.
  for tool in "$prefix"/usr/bin/wasm*; do
    tool=$(basename "$tool")
    cat >"$work/binaryen/bin/$tool" <<END
#!/bin/sh
exec "$root/prefix/usr/lib64/ld-linux-x86-64.so.2" --library-path "$root/prefix/usr/lib/x86_64-linux-gnu" "$root/prefix/usr/bin/$tool" "\$@"
END
    chmod +x "$work/binaryen/bin/$tool"
  done
  # Beside emcc itself, so that no environment variable is needed to find it.
  rm -f "$prefix/usr/share/emscripten/.emscripten"
  cat >"$prefix/usr/share/emscripten/.emscripten" <<END
LLVM_ROOT = '/usr/lib/llvm-19/bin'
BINARYEN_ROOT = '$root/binaryen'
NODE_JS = '$(command -v node)'
FROZEN_CACHE = True
END
  touch "$work/complete"
  mv "$work" "$root"
}

# Puts an Emscripten that is new enough first on PATH, or ends with what to do.
use_emscripten() {
  local have='' path
  if path=$(command -v emcc); then
    have=$(emcc_version "$path")
    if [ -n "$have" ] && version_at_least "$have" "$emscripten_minimum"; then return 0; fi
  fi
  is_debian_12 && [ "$(dpkg --print-architecture)" = amd64 ] || die \
    "Emscripten >= $emscripten_minimum is not on PATH${have:+ (found $have)}" \
    "install emsdk, then: emsdk install $emscripten_minimum && emsdk activate $emscripten_minimum && . ./emsdk_env.sh"
  if [ ! -e "$toolchain_dir/complete" ]; then
    step "fetch Emscripten from Debian 13 (237 MB, once)" \
      "run it again: it goes on where it stopped; else install emsdk $emscripten_minimum" \
      with_cache_lock fetch_emscripten
  fi
  export PATH="$toolchain_dir/prefix/usr/share/emscripten:$PATH"
  export EM_CONFIG="$toolchain_dir/prefix/usr/share/emscripten/.emscripten"
  export EMSDK_PYTHON=/usr/bin/python3
}

fetch_source() { # NAME TRIED MINIMUM
  local name=$1 tried=$2 minimum=$3 version work="$sources_dir/$1.part"
  [ ! -e "$sources_dir/$name/.complete" ] || return 0
  refresh_private_apt
  rm -rf "$work" "${sources_dir:?}/$name"
  mkdir -p "$work"
  version=$(private_apt apt-cache showsrc "$name" | sed -n 's/^Version: //p' | sort -Vru)
  if printf '%s\n' "$version" | grep -qxF "$tried"; then
    version=$tried
  else
    version=$(printf '%s\n' "$version" | head -n 1)
    dpkg --compare-versions "$version" ge "$minimum" || {
      say "Debian has $name $version, but $minimum or newer is needed"
      return 1
    }
  fi
  (cd "$work" && private_apt apt-get source --download-only "$name=$version" &&
    dpkg-source --no-check -x ./*.dsc tree)
  touch "$work/tree/.complete"
  mv "$work/tree" "$sources_dir/$name"
  rm -rf "$work"
}

fetch_sources() {
  local package
  for package in "${source_packages[@]}"; do
    # shellcheck disable=SC2086 # three words
    fetch_source $package
  done
}

# Sets cmake_source_arguments: where CMake finds the libraries that Debian's sources give it. Empty
# on other systems, where FetchContent takes each from its own repository.
cmake_source_arguments=()
use_sources() {
  local package name complete=1
  is_debian || return 0
  for package in "${source_packages[@]}"; do
    name=${package%% *}
    [ -e "$sources_dir/$name/.complete" ] || complete=0
    cmake_source_arguments+=("-DFETCHCONTENT_SOURCE_DIR_${name^^}=$sources_dir/$name")
  done
  [ $complete -eq 1 ] || step "fetch the sources of ImGui, Catch2 and Highway" \
    "run it again: what is whole is kept" with_cache_lock fetch_sources
}
