#!/usr/bin/env bash
# Takes random games of every variant through all notations: UCI to SAN, positions and PGN, and
# back; what comes back must be the same.
# Usage: scripts/roundtrips.sh [GAMES], 10000 of each variant unless told
set -euo pipefail
cd "$(dirname "$0")/.."
go test ./cmd/tinyhouse/internal/convert -run '^TestRoundTrips$' -count 1 -v -timeout 0 -games "${1:-10000}"
