#!/usr/bin/env bash
# Makes the tables that are embedded in the program anew, by the program itself, and prints
# their sizes. The same sources always make the same bytes. They have to be made anew
# whenever index.Version changes, or the rules of one of these variants: tests of
# tb/embedded name those that are stale, and the engine does not see them.
# Usage: scripts/embed.sh [FOLDER], tb/embedded/tables unless told
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-tb/embedded/tables}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/new"
go build -o "$tmp/tinyhouse" ./cmd/tinyhouse

# solve VARIANT NAME [FLAG...]: the table NAME is its material.
solve() {
  local variant=$1 name=$2
  shift 2
  "$tmp/tinyhouse" solve --variant "$variant" --log-level warn --out "$tmp/new/$variant-$name.tht" "$@" >/dev/null
}

# Every choice of up to two units out of those of the start.
for variant in tinyhouse tinyhouse-firstrank; do
  for units in W1 U1 F1 P1 W2 U2 F2 P2 W1U1 W1F1 W1P1 U1F1 U1P1 F1P1; do
    solve "$variant" "$units" --units "$units"
  done
done

# Three men: what the pawn becomes is in the table of the pawn.
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
