#!/usr/bin/env bash
# Makes the embedded tables with the program itself and prints their sizes. The same sources make
# the same bytes. Run it when index.Version or the rules of one of these variants change: tests of
# tb/embedded name stale tables, and the engine ignores them. Takes seconds.
# Usage: scripts/embed.sh [FOLDER]    tb/embedded/tables by default
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-tb/embedded/tables}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/new"
go build -o "$tmp/tinyhouse" ./cmd/tinyhouse

# solve VARIANT NAME [FLAG...]: makes the table VARIANT-NAME.tht.
solve() {
  local variant=$1 name=$2
  shift 2
  "$tmp/tinyhouse" solve --variant "$variant" --log-level warn --out "$tmp/new/$variant-$name.tht" "$@" >/dev/null
}

# Every choice of one or two units out of those of the start.
for variant in tinyhouse tinyhouse-firstrank; do
  for units in W{0..2}U{0..2}F{0..2}P{0..2}; do
    digits=${units//[A-Z]/}
    sum=$((${digits:0:1} + ${digits:1:1} + ${digits:2:1} + ${digits:3:1}))
    if [ "$sum" -eq 1 ] || [ "$sum" -eq 2 ]; then solve "$variant" "$units" --units "$units"; fi
  done
done

# Three pieces: the table of the pawn has what it promotes to.
for variant in chess losalamos gardner; do
  solve "$variant" KPvK --material KPvK
done

# Whole games.
solve thinchess8 KNRvKNR
solve peasants1 PPvPP
solve peasants2 PPPPvPPPP

mkdir -p "$folder"
rm -f "$folder"/*.tht
mv "$tmp"/new/*.tht "$folder/"
wc -c "$folder"/*.tht
