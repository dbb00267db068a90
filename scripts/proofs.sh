#!/usr/bin/env bash
# Proves what is known of Tinyhouse's first moves and replies, verifies each certificate and keeps
# it in FOLDER, with the checkpoint of an unfinished proof. Takes some minutes and 3 GB. LONG=1 adds
# the longest proof: from a quarter of an hour to hours with two processors, and 12 GB.
# Usage: [LONG=1] [THREADS=N] [MEMORY=SIZE] scripts/proofs.sh [FOLDER]    tb/proofs by default
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-tb/proofs}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/tinyhouse" ./cmd/tinyhouse
mkdir -p "$folder"

# prove MOVE...: the side to move after these moves wins.
prove() {
  local fen name verdict
  fen=$(printf 'position startpos moves %s\nd\n' "$*" | "$tmp/tinyhouse" | sed -n 's/^Fen: //p')
  [ -n "$fen" ] || { echo "proofs.sh: no position after $*" >&2; exit 1; }
  name=tinyhouse-$(tr ' ' '-' <<<"$*").thc
  "$tmp/tinyhouse" solve --mode weak --question win --threads "${THREADS:-1}" --memory "${MEMORY:-3G}" --fen "$fen" --log-level warn \
    --out "$tmp/$name" --checkpoint "$folder/$name.checkpoint" >/dev/null
  verdict=$("$tmp/tinyhouse" verify --log-level warn "$tmp/$name" | tail -n 2 | tr '\n' ' ')
  printf '%s: %s\n' "$*" "$verdict"
  mv "$tmp/$name" "$folder/"
}

prove d1c2
for reply in a4b3 d3d2 b4c2; do prove a1b2 "$reply"; done
for reply in a4b3 c4c3 b4a2 d4c3; do prove a2a3 "$reply"; done
prove b1b2 a4b3
for reply in a4b3 b4c2; do prove c1d3 "$reply"; done
if [ -n "${LONG:-}" ]; then THREADS=2 MEMORY=12G prove a1b2 c4c3; fi
