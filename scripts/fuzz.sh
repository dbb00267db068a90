#!/usr/bin/env bash
# Runs every fuzz target, one after the other, and fails at the first finding.
# Usage: scripts/fuzz.sh [SECONDS]    60 for each target by default
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
git grep -E '^func Fuzz' -- '*_test.go' | sed -nE 's|^(.*)/[^/]*:func (Fuzz[A-Za-z0-9_]*)\(.*|\1 \2|p' | while read -r dir target; do
  echo "== $target in $dir"
  go test -run '^$' -fuzz "^$target\$" -fuzztime "${seconds}s" "./$dir"
done
echo "fuzzing: no finding"
