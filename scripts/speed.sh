#!/usr/bin/env bash
# Times perft beside other programs in the same run, one thread each, and prints the
# ratios; medians of ROUNDS runs, taken in turns. Run it with nothing else running.
# Usage: scripts/speed.sh [ROUNDS], 5 unless told. Needs Debian's fairy-stockfish and
# stockfish, which it installs when it may.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
export PATH="$PATH:/usr/games" GOAMD64=v3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for peer in fairy-stockfish stockfish; do
  if ! command -v $peer >/dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get update && apt-get install -y $peer; } >"$tmp/apt.log" 2>&1 || true
  fi
  command -v $peer >/dev/null || { echo "SKIPPED: $peer is not installed" >&2; exit 1; }
done
go build -pgo=scripts/tinyhouse.pgo -o "$tmp/cross" ./scripts/cross
echo "$(go version | cut -d' ' -f3), GOAMD64=$GOAMD64, median of $rounds"
"$tmp/cross" speed -rounds "$rounds" -own crazyhouse tinyhouse:8 crazyhouse:5 crazyhouse:3:hands
"$tmp/cross" speed -rounds "$rounds" -peer stockfish -own chess chess:6
