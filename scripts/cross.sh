#!/usr/bin/env bash
# Compares perft with other programs on random positions, move by move: notnil/chess,
# Fairy-Stockfish (Debian) for most variants, the newer ffish (npm) for dobutsu, whose
# lion the packaged program still takes for a royal king. Installs both when it may.
# Usage: scripts/cross.sh [POSITIONS], 1000 a variant unless told.
set -euo pipefail
cd "$(dirname "$0")/.."
positions=${1:-1000}
export PATH="$PATH:/usr/games"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
skipped=

if ! command -v fairy-stockfish >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get update && apt-get install -y fairy-stockfish; } >"$tmp/apt.log" 2>&1 || true
fi
go build -o "$tmp/cross" ./scripts/cross

"$tmp/cross" equal -positions "$positions" -peer notnil chess

if command -v fairy-stockfish >/dev/null; then
  "$tmp/cross" equal -positions "$positions" tinyhouse tinyhouse-firstrank losalamos gardner peasants
  "$tmp/cross" equal -own -positions "$positions" chess crazyhouse
else
  skipped="$skipped fairy-stockfish"
fi

if command -v npm >/dev/null && npm install --silent --no-audit --no-fund --prefix "$tmp" ffish >"$tmp/npm.log" 2>&1; then
  NODE_PATH="$tmp/node_modules" "$tmp/cross" equal -own -positions "$positions" -peer "node scripts/cross/ffish.js" dobutsu
else
  skipped="$skipped ffish"
fi

if [ -n "$skipped" ]; then
  echo "SKIPPED, not installed and not installable here:$skipped" >&2
fi
