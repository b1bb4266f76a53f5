# What every tool shares: where things are, and how a step is announced, timed and excused.
# Sourced by the scripts in tools/; never run alone.
set -euo pipefail

repo_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cache_dir="${XDG_CACHE_HOME:-$HOME/.cache}/bandscope"
dist_dir="$repo_root/dist"
build_dir="$repo_root/build"
log_dir="$build_dir/logs"
mkdir -p "$log_dir"

now_ms() { date +%s%3N; }

seconds_since() { # START_MS -> "1.2 s"
  local ms=$(($(now_ms) - $1))
  printf '%d.%d s' $((ms / 1000)) $((ms % 1000 / 100))
}

say() { printf '%s\n' "$*"; }
warn() { printf '%s\n' "$*" >&2; }

# Ends the tool: what failed, and what to try.
die() { # WHAT [TRY]
  warn "failed: $1"
  [ $# -lt 2 ] || warn "try: $2"
  exit 1
}

# Runs a command as one step, its output in a log; prints one line when it is done, and the log's
# end with the advice when it fails. Returns the command's own exit code.
step() { # NAME TRY COMMAND...
  local name=$1 try=$2 start log code=0
  shift 2
  start=$(now_ms)
  log="$log_dir/$(printf '%s' "$name" | tr -c 'A-Za-z0-9' '-').log"
  [ ! -t 1 ] || printf '  …    %s\r' "$name"
  # A subshell with its own errexit: a function that fails in its middle fails the step.
  set +e
  (set -euo pipefail; "$@") >"$log" 2>&1 </dev/null
  code=$?
  set -e
  if [ $code -eq 0 ]; then
    printf '  ok   %-58s %8s\n' "$name" "$(seconds_since "$start")"
  else
    printf '  FAIL %-58s %8s\n' "$name" "$(seconds_since "$start")"
    tail -n "${BANDSCOPE_LOG_LINES:-60}" "$log" | sed 's/^/       | /'
    say "       what failed: $name (exit code $code); the whole log is ${log#"$repo_root"/}"
    say "       what to try: $try"
  fi
  return $code
}

# Runs a command as root: directly, or by sudo where that is needed.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "this step needs root: $*" "run it as root, or install sudo"
  fi
}

# Holds a lock on the cache while a command runs, so that two tools at once do not undo each other.
with_cache_lock() { # COMMAND...
  mkdir -p "$cache_dir"
  (
    flock 9
    "$@"
  ) 9>"$cache_dir/lock"
}

version_at_least() { # HAVE WANTED
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}
