#!/usr/bin/env bash
# Takes pictures of the web app in a folder: boards of five shapes, both themes, two screens. It needs Debian's chromium.
# Usage: scripts/screenshots.sh OUT
set -euo pipefail
[ $# = 1 ] || { sed -n 2,3p "$0" | sed 's/^# //' >&2; exit 2; }
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
go test ./cmd/site -run TestScreenshots -shots "$out" -count=1
