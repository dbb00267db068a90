#!/usr/bin/env bash
# Plays the engine against itself at a very short clock, in every variant, under a referee
# that reads every line (see scripts/selfplay). Fails on anything illegal, late or untrue.
# Usage: scripts/selfplay.sh [FLAGS], such as -games 200 -variants crazyhouse; -help lists them.
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/" ./scripts/selfplay ./cmd/tinyhouse
"$tmp/selfplay" -engine "$tmp/tinyhouse" "$@"
