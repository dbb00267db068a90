#!/usr/bin/env bash
# Plays the engine against Fairy-Stockfish with equal clocks, one thread and 64 MB each, from
# random balanced openings, and prints the difference in Elo with its error bar. Fails on illegal
# moves, time losses, stalls and crashes of either engine.
# Usage: scripts/versus.sh [GAMES [VARIANT...]], by default 200 games each of tinyhouse,
# crazyhouse and losalamos. MATCH contains more flags, such as "--tc 10+0.1 --concurrency 2".
# Needs the command fairy-stockfish, or its path in FSF. With a folder OUT the games are kept and
# a stopped match resumes.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-200}
shift || true
[ $# -gt 0 ] || set -- tinyhouse crazyhouse losalamos
peer=${FSF:-$(PATH=$PATH:/usr/games command -v fairy-stockfish)}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
out=${OUT:-$tmp}
bash scripts/build.sh "$tmp/tinyhouse" >/dev/null
failed=0
for variant in "$@"; do
  # shellcheck disable=SC2086
  "$tmp/tinyhouse" match --variant "$variant" --games "$games" --tc 2+0.02 --pgn "$out/$variant.pgn" --max-moves 300 \
    --each option.Threads=1,option.Hash=64 --engine "cmd=$tmp/tinyhouse,name=ours" --engine "cmd=$peer,name=theirs" \
    ${MATCH:-} >"$out/$variant.log" 2>&1 || failed=1
  echo "== $variant"
  grep -E '\{.*(illegal|time|stalls|disconnects)' "$out/$variant.log" && failed=1
  grep -E '^(Score|Elo|Ptnml|Faults|tinyhouse:)' "$out/$variant.log" | tail -4
done
exit "$failed"
