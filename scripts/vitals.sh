#!/usr/bin/env bash
# Prints the Web Vitals of the app on a processor slowed down 4 times, its long tasks, and what a first visit transfers,
# beside the budgets; fails beyond them. Needs Debian's chromium; uses web-vitals where scripts/browser.sh has fetched it.
# Usage: scripts/vitals.sh
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 0 ] || { sed -n '2,4p' "$0" | sed 's/^# //' >&2; exit 2; }
go test ./cmd/site -run '^(TestVitals|TestFirstVisit)$' -count=1 -v -vitals | grep -v '^ *\(===\|---\|PASS\)' | sed 's/^ *[a-z_]*_test.go:[0-9]*: //'
go test ./cmd/wasm -run 'Size' -count=1 -v | sed -n 's/^ *[a-z_]*_test.go:[0-9]*: /module: /p'
