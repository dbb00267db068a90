#!/usr/bin/env bash
# Attacks the program: changes checkpoints, tables and certificates, kills runs, feeds hostile files
# and input, and plants bugs. Prints how much was tried, refused and accepted, and fails if an answer
# was false, a run lost, or a process hung, crashed or took too much memory. Needs Go alone, a POSIX
# system and 4 GB; at most 15 minutes on two cores.
# Usage: scripts/attack.sh [-size small|full] [-seed N] [-jobs N] [-only NAME,...]
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/tinyhouse" ./cmd/tinyhouse
go build -o "$tmp/attack" ./scripts/attack
"$tmp/attack" -binary "$tmp/tinyhouse" "$@"
