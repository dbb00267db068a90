# shellcheck shell=bash
# peers.sh: sourced by scripts that compare this program with others.
export PATH="$PATH:/usr/games"

# install PACKAGE...: installs Debian packages whose command is not on the path, if it may. It fails if one is missing.
install() {
  local package log
  for package in "$@"; do
    command -v "$package" >/dev/null && continue
    log=$(mktemp)
    [ "$(id -u)" = 0 ] && { timeout 120 apt-get update && timeout 300 apt-get install -y "$package"; } >"$log" 2>&1 || true
    rm -f "$log"
    command -v "$package" >/dev/null || { echo "$package is not installed and cannot be installed here" >&2; return 1; }
  done
}
