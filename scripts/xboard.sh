#!/usr/bin/env bash
# Plays the engine against itself, or against another XBoard engine, in XBoard on a virtual
# screen (Debian: xboard, xvfb; for a picture, imagemagick), and prints the end of each game.
# Fails unless all games end by the rules: on a forfeit, a false claim or a missing game.
# Usage: scripts/xboard.sh VARIANT GAMES [PICTURE.png]
# OTHER is the command of the opponent, such as fairy-stockfish; SECONDS_EACH the clock (default
# 5, plus 0.1 per move); KEEP a folder for the games and XBoard's log.
set -euo pipefail
cd "$(dirname "$0")/.."
variant=${1:?want a variant} games=${2:?want a number of games} picture=${3:-}
[ "$variant" = chess ] && variant=normal # as XBoard has it
PATH=$PATH:/usr/games
for need in xboard Xvfb; do
  command -v "$need" >/dev/null || { echo "xboard.sh: $need is not installed" >&2; exit 1; }
done
tmp=$(mktemp -d)
screen='' board=''
cleanup() {
  for pid in $board $screen; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$tmp"
}
trap cleanup EXIT
go build -o "$tmp/tinyhouse" ./cmd/tinyhouse
keep=$(realpath "${KEEP:-$tmp}")

Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>"$tmp/display" >"$tmp/xvfb.log" 2>&1 &
screen=$!
for _ in $(seq 100); do [ -s "$tmp/display" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$tmp/display")
export DISPLAY
: >"$tmp/xboard.log"
# XBoard would save its settings in the folder of the user, whatever $HOME is.
xboard -saveSettingsOnExit false -fcp "$tmp/tinyhouse xboard" -scp "${OTHER:-$tmp/tinyhouse xboard}" -fd "$tmp" -sd "$tmp" \
  -variant "$variant" -matchGames "$games" -timeControl "0:${SECONDS_EACH:-5}" -timeIncrement 0.1 \
  -saveGameFile "$keep/games.pgn" -debug -nameOfDebugFile "$keep/xboard.debug" -soundProgram '' \
  -popupExitMessage false -popupMoveErrors false >"$tmp/xboard.log" 2>&1 &
board=$!
if [ -n "$picture" ]; then
  sleep 8
  import -window root -trim "$picture"
fi
# XBoard reports an unsupported variant in a window that stays open.
while kill -0 "$board" 2>/dev/null; do
  if grep -aE 'not supported|does not play' "$tmp/xboard.log" >&2; then exit 1; fi
  sleep 0.5
done
wait "$board" || { cat "$tmp/xboard.log" >&2; echo "xboard.sh: XBoard gave up: does OTHER start an engine that speaks its protocol?" >&2; exit 1; }
board=''

# The games, one a line: result, then the last comment.
[ -e "$keep/games.pgn" ] || { cat "$tmp/xboard.log" >&2; exit 1; }
tr '\n' ' ' <"$keep/games.pgn" | sed 's/\[Event /\n&/g' | grep -a '^\[Event' |
  sed -E 's/.*\[Result "([^"]*)"\].*\{([^{}]*)\} *[^ ]+ *$/\1 {\2}/' >"$tmp/ends"
cat "$tmp/ends"
bad=$(grep -aciE 'forfeit|false|illegal|exit|disconnect|^\*' "$tmp/ends" || true)
played=$(wc -l <"$tmp/ends")
grep -a 'final score' "$tmp/xboard.log" || true
echo "xboard: $variant: $played of $games games, $bad that did not end by the rules"
[ "$bad" = 0 ] && [ "$played" = "$games" ]
