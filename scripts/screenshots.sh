#!/usr/bin/env bash
# Takes pictures of the web app in a folder: boards of all shapes, both themes, two screens,
# and board.png, the one of README.md. It needs Debian's chromium.
# Usage: scripts/screenshots.sh OUT
set -euo pipefail
[ $# = 1 ] || { sed -n 2,4p "$0" | sed 's/^# //' >&2; exit 2; }
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
go test ./cmd/site -run TestScreenshots -shots "$out" -count=1
