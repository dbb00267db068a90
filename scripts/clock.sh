#!/usr/bin/env bash
# Plays the engine against itself at 1 s + 0.01 s a move beside twice as many busy loops as the
# machine has processors. Prints the games lost on time and the lowest clock of each engine, and
# fails if a game was lost on time.
# Usage: scripts/clock.sh [GAMES [VARIANT]], default 200 of tinyhouse. ENGINE names another
# program to play against, such as an older build.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-200} variant=${2:-tinyhouse}
tmp=$(mktemp -d) burners=()
trap 'kill "${burners[@]}" 2>/dev/null || true; rm -rf "$tmp"' EXIT
go build -o "$tmp/" ./cmd/tinyhouse
for _ in $(seq $((2 * $(nproc)))); do
  (while :; do :; done) &
  burners+=($!)
done
"$tmp/tinyhouse" match --variant "$variant" --games "$games" --tc 1+0.01 --timemargin 0 --max-moves 200 --pgn "$tmp/games.pgn" \
  --engine "cmd=$tmp/tinyhouse,name=A" --engine "cmd=${ENGINE:-$tmp/tinyhouse},name=B" >"$tmp/log" 2>&1 || { tail -5 "$tmp/log"; exit 1; }
grep '^Score' "$tmp/log" | tail -1
# Every move, White's first, has a comment, which ends with the time used: {+0.43/9 0.029s}.
awk -v RS='\n\n' '
  /^\[/ { match($0, /White "[^"]*/); name[0] = substr($0, RSTART + 7, RLENGTH - 7)
          match($0, /Black "[^"]*/); name[1] = substr($0, RSTART + 7, RLENGTH - 7); next }
  { gsub(/\n/, " "); moves = split($0, comment, "{"); clock[0] = clock[1] = 1
    for (i = 2; i <= moves; i++) if (match(comment[i], /[0-9.]+s/)) {
      side = i % 2; who = name[side]; clock[side] -= substr(comment[i], RSTART, RLENGTH - 1)
      if (!(who in lowest) || clock[side] < lowest[who]) lowest[who] = clock[side]
      clock[side] += 0.01 } }
  END { for (who in lowest) printf "lowest clock of %s: %.3f s\n", who, lowest[who] }
' "$tmp/games.pgn"
lost=$(grep -c '^Finished game.*on time' "$tmp/log" || true)
echo "games lost on time: $lost of $games"
[ "$lost" = 0 ]
