#!/usr/bin/env bash
# Solves the games that the README tells of, verifies every value of every table, and prints
# a line of a Markdown table for each. All of it takes hours; a game whose table is in FOLDER
# already is not solved again.
# Usage: scripts/solved.sh [FOLDER [GROUP...]]: tables, and all groups of
# scripts/solved/groups.go, unless told; GROUP may also be VARIANT:MATERIAL.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-tables}
shift || true
[ $# -gt 0 ] || set -- tinyhouse firstrank chess small dobutsu
mkdir -p "$folder"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bash scripts/build.sh "$tmp/tinyhouse" >/dev/null
go build -o "$tmp/solved" ./scripts/solved
"$tmp/solved" "$tmp/tinyhouse" "$folder" "${THREADS:-2}" "$@"
