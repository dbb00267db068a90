#!/usr/bin/env bash
# Gives 50 positions of Tinyhouse games, half won and half lost for the side to move, to our
# proof solver, with one thread and with two, and to Fairy-Stockfish's search for mate, with
# ten seconds and a hash table of 256 MiB each; prints times, nodes and ratios, medians of
# ROUNDS runs. Run it with nothing else running: it takes up to 25 minutes a round.
#
#   scripts/mates.sh draw      draws 50 new problems from games instead, within the hour
#
# Usage: scripts/mates.sh [ROUNDS], 1 unless told. Needs Debian's fairy-stockfish, which it
# installs when it may.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/games"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if ! command -v fairy-stockfish >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get update && apt-get install -y fairy-stockfish; } >"$tmp/apt.log" 2>&1 || true
fi
command -v fairy-stockfish >/dev/null || { echo "SKIPPED: fairy-stockfish is not installed" >&2; exit 1; }
bash scripts/build.sh "$tmp/tinyhouse" >/dev/null
go build -o "$tmp/mates" ./scripts/mates
case ${1:-1} in
  draw) "$tmp/mates" draw "$tmp/tinyhouse" ;;
  *) "$tmp/mates" run -rounds "${1:-1}" "$tmp/tinyhouse" ;;
esac
