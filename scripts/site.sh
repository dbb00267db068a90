#!/usr/bin/env bash
# Builds the web app into a folder, which any file server can serve, under any path.
# Usage: scripts/site.sh OUT
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 1 ] || { sed -n 2,3p "$0" | sed 's/^# //' >&2; exit 2; }
go run ./cmd/site "$1"
