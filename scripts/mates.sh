#!/usr/bin/env bash
# Solves 50 positions of Tinyhouse, half of them won and half lost, with our proof search (one
# thread and two) and with Fairy-Stockfish's "go mate" (Debian's, installed if it may): 10 s and
# 256 MiB each. Prints times, nodes and ratios, medians of ROUNDS runs. A round takes up to 25
# minutes; nothing else should run.
# Usage: scripts/mates.sh [ROUNDS]    1 by default
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/peers.sh
install fairy-stockfish
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bash scripts/build.sh "$tmp/tinyhouse" >/dev/null
go build -o "$tmp/cross" ./scripts/cross
"$tmp/cross" mates -rounds "${1:-1}" "$tmp/tinyhouse"
