#!/usr/bin/env bash
# Compares perft with other programs on random positions, move by move: notnil/chess,
# Fairy-Stockfish (Debian) for most variants, ffish (npm) for dobutsu, whose lion Debian's
# Fairy-Stockfish takes for a royal king. Installs both if it may, names on stderr what it
# skips, and fails if a count differs. 1000 positions take an hour, 50 some minutes.
# Usage: scripts/cross.sh [POSITIONS]    1000 of each variant by default
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/peers.sh
positions=${1:-1000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
skipped=
go build -o "$tmp/cross" ./scripts/cross

"$tmp/cross" equal -positions "$positions" -peer notnil chess

if install fairy-stockfish; then
  "$tmp/cross" equal -positions "$positions" tinyhouse tinyhouse-firstrank losalamos gardner peasants
  "$tmp/cross" equal -own -positions "$positions" chess crazyhouse
else
  skipped="$skipped fairy-stockfish"
fi

if command -v npm >/dev/null && timeout 120 npm install --silent --no-audit --no-fund --prefix "$tmp" ffish >"$tmp/npm.log" 2>&1; then
  NODE_PATH="$tmp/node_modules" "$tmp/cross" equal -own -positions "$positions" -peer "node scripts/cross/ffish.js" dobutsu
else
  skipped="$skipped ffish"
fi
[ -z "$skipped" ] || echo "SKIPPED: no comparison with$skipped, not installed and not installable here" >&2
