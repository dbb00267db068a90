#!/usr/bin/env bash
# Makes scripts/tinyhouse.pgo, the profile for scripts/build.sh, from the benchmarks of perft,
# search and solver. Takes a minute; nothing else should run.
# Usage: scripts/profile.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export GOAMD64=v3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# profile NAME BENCHMARK SECONDS PACKAGE
profile() { go test -run '^$' -bench "^$2\$" -benchtime "$3s" -cpuprofile "$tmp/$1.prof" -o "$tmp/$1.test" "$4"; }
profile perft BenchmarkPerft 3 ./engine/board
profile search BenchmarkSearch 5 ./engine/internal/search
profile solve BenchmarkSolve 3 ./solver/retro
go tool pprof -proto "$tmp"/*.prof >scripts/tinyhouse.pgo
ls -l scripts/tinyhouse.pgo
