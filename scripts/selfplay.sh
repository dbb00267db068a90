#!/usr/bin/env bash
# Plays the engine against itself at a very short clock, in every variant, under a referee
# that reads every line (tinyhouse match --strict). Fails on anything illegal, late or untrue.
# Usage: scripts/selfplay.sh [GAMES [VARIANT...]], 1000 over all variants unless told;
# MATCH holds more flags, such as "--tc 0.2+0.01 --concurrency 2".
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000}
shift || true
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/" ./cmd/tinyhouse
# Every variant once, by its first name: the list has aliases too, with the same start.
if [ $# -eq 0 ]; then
  mapfile -t variants < <("$tmp/tinyhouse" variants --ini | sed -nE 's/^\[([a-z0-9-]+).*/\1/p')
  set -- "${variants[@]}"
fi
each=$(((games + $# - 1) / $#))
failed=0
for variant in "$@"; do
  echo "== $variant, $each games"
  # shellcheck disable=SC2086
  "$tmp/tinyhouse" match --variant "$variant" --strict --games "$each" --tc 0.05+0.001 --timemargin 50 --balance 0 --max-moves 300 \
    --each "cmd=$tmp/tinyhouse" --engine name=A --engine name=B ${MATCH:-} >"$tmp/log" 2>&1 || failed=1
  grep -E -A3 '^(Warning|tinyhouse:)' "$tmp/log" | head -40 || true
  grep -E '^(Faults|Overruns)|\{.*(illegal|time|stalls|disconnects)' "$tmp/log" || true
  grep '^Score' "$tmp/log" | tail -1 || true
done
[ "$failed" = 0 ] && echo "selfplay: all well"
exit "$failed"
