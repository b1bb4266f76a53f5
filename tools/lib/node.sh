# What the tools that drive a browser need beside Debian's packages: the packages of package.json.

ensure_node_packages() {
  local stamp="$repo_root/node_modules/.installed" wanted
  wanted=$(sha256sum <"$repo_root/package-lock.json")
  [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
  command -v npm >/dev/null || ! is_debian ||
    step "install Debian package: npm" "apt-get update && apt-get install npm" with_cache_lock apt_install npm
  step "install the browser driver (npm)" "cd into the repository and run: npm ci" install_node_packages "$wanted"
}

install_node_packages() { # STAMP
  cd "$repo_root"
  npm ci --no-audit --no-fund --ignore-scripts
  printf '%s\n' "$1" >node_modules/.installed
}
