#!/usr/bin/env bash
# Kills a solution (SIGKILL) at random moments, lets it go on from its checkpoint each time,
# with other threads and other memory, and compares the table in the end with one that was
# made in one go, byte for byte. Exits with 1 if anything differs or is left behind.
# Usage: scripts/kill.sh [TIMES [WORK...]], 20 times and tinyhouse:W1P2 unless told; a work
# is VARIANT:MATERIAL.
set -euo pipefail
cd "$(dirname "$0")/.."
times=${1:-20}
shift || true
[ $# -gt 0 ] || set -- tinyhouse:W1P2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/" ./cmd/tinyhouse ./scripts/kill
"$tmp/kill" "$tmp/tinyhouse" "$times" "$@"
