# Debian packages: which are needed for what, and installing those that are missing.
# A look at what is missing takes a few hundredths of a second, so every run can afford it.

# To build the site. fonttools takes its light alternatives (munkres, defcon, unicodedata2), or it
# brings SciPy and Python's headers.
packages_build=(
  build-essential cmake ninja-build git python3 ca-certificates dpkg-dev xz-utils
  clang-19 lld-19 llvm-19 node-acorn
  libeigen3-dev nlohmann-json3-dev fonts-inter fonts-jetbrains-mono
  python3-fonttools python3-munkres python3-defcon python3-unicodedata2
)
# To test it: the desktop build, its window in software, the linters and a browser.
packages_test=(
  g++ libglfw3-dev libgl-dev libgl1-mesa-dri xvfb xauth
  clang-format-19 clang-tidy-19 chromium python3-numpy
)
# For pictures of every view.
packages_shots=(chromium fonts-inter)

is_debian() { [ -r /etc/os-release ] && grep -q '^ID=debian' /etc/os-release; }
is_debian_12() { is_debian && grep -q '^VERSION_ID="12"' /etc/os-release; }

missing_packages() { # PACKAGE... -> the missing ones, one a line
  local installed
  installed=$(dpkg-query -W -f '${Package}|${db:Status-Status}\n' "$@" 2>/dev/null |
    sed -n 's/|installed$//p' || true) # dpkg-query fails when it does not know one of them
  comm -23 <(printf '%s\n' "$@" | sort -u) <(printf '%s\n' "$installed" | sort -u)
}

install_packages() { # PACKAGE...
  local missing
  is_debian || return 0
  mapfile -t missing < <(missing_packages "$@")
  # Node comes from Debian or from anywhere else; only a missing one is installed.
  command -v node >/dev/null || missing+=(nodejs)
  [ ${#missing[@]} -gt 0 ] || return 0
  with_cache_lock apt_install "${missing[@]}"
}

apt_install() { # PACKAGE...
  local options=(-y --no-install-recommends -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" "$@" && return 0
  # A new machine has no package lists, an old one has stale ones.
  as_root apt-get update -o Acquire::Retries=3
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" "$@"
}

# One line of "  ok ..." only when something has to be done: a step that has nothing to do is silent.
ensure_packages() { # WHAT PACKAGE...
  local what=$1 missing
  shift
  if is_debian; then
    mapfile -t missing < <(missing_packages "$@")
    command -v node >/dev/null || missing+=(nodejs)
    [ ${#missing[@]} -gt 0 ] || return 0
    # Asked for here and not inside the step, whose input and output are not the terminal.
    [ "$(id -u)" -eq 0 ] || ! command -v sudo >/dev/null || sudo -v
    step "install Debian packages: $what" \
      "apt-get update && apt-get install ${missing[*]}" install_packages "$@"
  else
    local tool
    for tool in cmake ninja node python3; do
      command -v "$tool" >/dev/null ||
        die "$tool is not installed" "install cmake >= 3.25, ninja, node >= 18, python3 with fonttools, and emsdk 3.1.69"
    done
  fi
}

# The Debian mirror of this machine: the one its own package sources name.
debian_mirror() {
  local uri
  uri=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
    awk '$2 ~ /^(bookworm|stable|oldstable)$/ { print $1; exit }')
  [ -n "$uri" ] || uri=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -nE 's/^deb +(\[[^]]*\] +)?([^ ]+) +(bookworm|stable|oldstable) .*/\2/p' | head -n 1)
  [ -n "$uri" ] || uri=$(awk '/^URIs:/ { uri = $2 } /^Suites:.* ?(bookworm|stable|oldstable)( |$)/ { print uri; exit }' \
    /etc/apt/sources.list.d/*.sources 2>/dev/null)
  [ -n "$uri" ] || uri=http://deb.debian.org/debian/
  printf '%s\n' "${uri%/}"
}
