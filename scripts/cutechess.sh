#!/usr/bin/env bash
# Plays the engine against itself as CuteChess would have it, in the games that both know, and
# reads every line (tinyhouse match --cutechess --strict): fails on illegal moves and lines,
# stalls, crashes, and lost clocks.
# Usage: scripts/cutechess.sh GAMES [FLAGS]; GAMES is for each variant, the clock 0.2 s and
# 0.01 s a move unless told, as in --tc 1+0.01.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:?want a number of games}
shift
MATCH="--cutechess --tc 0.2+0.01 $*" exec bash scripts/selfplay.sh $((4 * games)) standard crazyhouse losalamos dobutsu
