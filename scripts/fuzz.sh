#!/usr/bin/env bash
# Runs every fuzz target of the project for a while, one after the other.
# Usage: scripts/fuzz.sh [SECONDS], 60 a target unless told.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
git grep -lE '^func Fuzz' -- '*_test.go' | while read -r file; do
  sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' "$file" | while read -r target; do
    echo "== $target in $(dirname "$file")"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${seconds}s" "./$(dirname "$file")"
  done
done
echo "fuzzing: all clean"
