#!/usr/bin/env bash
# Proves what is known of Tinyhouse's first moves and replies, verifies each certificate, and
# leaves them in FOLDER, with the checkpoint of the proof under way. It takes some minutes and
# 3 GB. With LONG=1 it also proves the reply that takes longest: with two processors a quarter of
# an hour or more, and 12 GB. The rest of the 33 first pairs of moves is open.
# Usage: scripts/proofs.sh [FOLDER], tb/proofs unless told
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-tb/proofs}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/tinyhouse" ./cmd/tinyhouse
mkdir -p "$folder"

# prove MOVE...: the side to move after these wins. Stopped, this proof goes on the next time.
prove() {
  local fen name verdict
  fen=$(printf 'position startpos moves %s\nd\n' "$*" | "$tmp/tinyhouse" | sed -n 's/^Fen: //p')
  if [ -z "$fen" ]; then
    echo "proofs.sh: no position after $*" >&2
    exit 1
  fi
  name=tinyhouse-$(tr ' ' '-' <<<"$*").thc
  "$tmp/tinyhouse" solve --mode weak --question win --threads "${THREADS:-1}" --memory "${MEMORY:-3G}" --fen "$fen" --log-level warn \
    --out "$tmp/$name" --checkpoint "$folder/$name.checkpoint" >/dev/null
  verdict=$("$tmp/tinyhouse" verify --log-level warn "$tmp/$name" | tail -n 2 | tr '\n' ' ')
  printf '%s: %s\n' "$*" "$verdict"
  mv "$tmp/$name" "$folder/"
}

prove d1c2
prove a1b2 a4b3
prove a1b2 d3d2
prove a1b2 b4c2
prove a2a3 a4b3
prove a2a3 c4c3
prove a2a3 b4a2
prove a2a3 d4c3
prove b1b2 a4b3
prove c1d3 a4b3
prove c1d3 b4c2
if [ -n "${LONG:-}" ]; then THREADS=2 MEMORY=12G prove a1b2 c4c3; fi
