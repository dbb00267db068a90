#!/usr/bin/env bash
# Times the search of the Tinyhouse start position to 10 and to 12 plies, one thread,
# fresh hash each time, and compares with the figures published by the author of another
# Tinyhouse engine: 6.6 M nodes in 0.71 s and 129 M nodes in 14.8 s.
# Usage: scripts/depth.sh [ROUNDS], 5 unless told.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bash scripts/build.sh "$tmp/tinyhouse" >/dev/null
for ((i = 0; i < rounds; i++)); do
  printf 'position startpos\ngo depth 12\nquit\n' | "$tmp/tinyhouse"
done >"$tmp/lines"
report() { # plies, seconds of the other engine
  # The last line of an iteration counts: it has been searched to its end.
  awk -v plies="$1" '/^info depth / && $3 == plies { for (i = 1; i < NF; i++) { if ($i == "time") t = $(i+1); if ($i == "nodes") n = $(i+1) } got = 1 }
    /^bestmove/ { if (got) print t, n; got = 0 }' "$tmp/lines" | sort -n |
    awk -v plies="$1" -v other="$2" '{ t[NR] = $1; n = $2 } END { m = t[int((NR + 1) / 2)]; if (m < 1) m = 1
      printf "%d plies: %d nodes, %.3f s (median of %d), %.1f times sooner than %.2f s\n", plies, n, m / 1000, NR, other * 1000 / m, other }'
}
report 10 0.71
report 12 14.8
