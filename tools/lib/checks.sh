# The checks of our own files that tools/lint and tools/test share.

own_files() { # every C++ file of ours, one a line
  (cd "$repo_root" && find src tests -name '*.cpp' -o -name '*.h' | sort)
}

clang_format() { command -v clang-format-19 || command -v clang-format; }

check_format() { # [FILE...]: names the first line of each file that is not formatted
  cd "$repo_root"
  local found
  found=$({ [ $# -gt 0 ] && printf '%s\n' "$@" || own_files; } |
    xargs -d '\n' "$(clang_format)" --dry-run --Werror 2>&1 |
    grep ' error: ' | sort -t: -k1,1 -u || true)
  [ -z "$found" ] || {
    printf '%s\n' "$found"
    return 1
  }
}

check_tidy() { # [FILE.cpp...]
  python3 "$repo_root/tools/lib/lint.py" "$build_dir/native-debug" "$@"
}
