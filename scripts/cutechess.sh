#!/usr/bin/env bash
# Plays the engine against itself as CuteChess would have it, in the games that both know, and
# reads every line (see scripts/selfplay): fails on illegal moves and lines, stalls, crashes,
# and lost clocks.
# Usage: scripts/cutechess.sh GAMES [FLAGS]; GAMES is for each variant, the clock 200 ms and
# 10 ms a move unless told, as in -tc 1000+10.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:?want a number of games}
shift
variants=chess,crazyhouse,losalamos,dobutsu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/" ./scripts/selfplay ./cmd/tinyhouse
"$tmp/selfplay" -engine "$tmp/tinyhouse" -cutechess -variants "$variants" -games $((4 * games)) -tc 200+10 "$@"
