#!/usr/bin/env bash
# Times strong solutions, with one thread and with two, and their peak memory; medians of
# ROUNDS runs. Thin Chess beside a C++ prototype's 20 s, Dobutsu shogi beside the 194 s of
# clausecker's generator, both with one thread on a machine like the one these figures are
# read on. Run it with nothing else running.
# Usage: scripts/solve.sh [ROUNDS [WORK...]], 3 rounds unless told; works as scripts/solve
# has them.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-3}
shift || true
[ $# -gt 0 ] || set -- thinchess::20 dobutsu::194 tinyhouse:W1U1F1: chess:KQvKR:
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bash scripts/build.sh "$tmp/tinyhouse" >/dev/null
go build -o "$tmp/solve" ./scripts/solve
"$tmp/solve" "$tmp/tinyhouse" "$rounds" "$@"
