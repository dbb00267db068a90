#!/usr/bin/env bash
# Builds the web app into a folder, which any file server can serve, under any path.
# Usage: scripts/site.sh OUT [--tables FILES]    FILES: tables, certificates or folders of them to carry, with commas
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 3 ] && [ "$2" = --tables ]; then set -- --tables "$3" "$1"; fi
[ $# = 1 ] || [ $# = 3 ] || { sed -n 2,3p "$0" | sed 's/^# //' >&2; exit 2; }
go run ./cmd/site "$@"
