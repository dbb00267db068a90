#!/usr/bin/env bash
# Times perft beside Fairy-Stockfish and Stockfish (Debian's, installed if it may), in turns,
# one thread each, and prints nodes per second and ratios, medians of ROUNDS runs. Takes about
# ten minutes; nothing else should run.
# Usage: scripts/speed.sh [ROUNDS]    5 by default
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/peers.sh
install fairy-stockfish stockfish
rounds=${1:-5}
export GOAMD64=v3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -pgo=scripts/tinyhouse.pgo -o "$tmp/cross" ./scripts/cross
echo "$(go version | cut -d' ' -f3), GOAMD64=$GOAMD64, median of $rounds"
"$tmp/cross" speed -rounds "$rounds" -own crazyhouse tinyhouse:8 crazyhouse:5 crazyhouse:3:hands
"$tmp/cross" speed -rounds "$rounds" -peer stockfish -own chess chess:6
