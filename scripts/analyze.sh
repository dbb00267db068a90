#!/usr/bin/env bash
# Searches random positions of Tinyhouse, 1000 nodes each, as the command analyze does, with one
# thread, with two and with more: all results must be valid JSON, in order, and the same but for
# time_ms. Prints positions per second, and how they grow with the threads.
# Usage: scripts/analyze.sh [POSITIONS], 10000 unless told
set -euo pipefail
cd "$(dirname "$0")/.."
go test ./cmd/tinyhouse/internal/analyze -run '^TestOrderAndRepetition$' -count 1 -v -timeout 0 -positions "${1:-10000}"
