#!/usr/bin/env bash
# Plays the engine against itself with a very short clock in every variant under a strict
# referee (tinyhouse match --strict). Fails on illegal moves and lines, time losses and crashes.
# Usage: scripts/selfplay.sh [GAMES [VARIANT...]], by default 1000 games over all variants.
# MATCH contains more flags, such as "--tc 0.2+0.01 --concurrency 2".
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000}
shift || true
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/" ./cmd/tinyhouse
# The ini text has each variant once, without aliases.
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
[ "$failed" = 0 ] && echo "selfplay: no faults"
exit "$failed"
